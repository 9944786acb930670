import { Printer } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import {
  type DocumentFrameCommands,
  type DocumentFrameOptions,
  type DocumentFrameState,
  useDocumentFrame,
} from '#ui/hooks/use-document-frame.ts';
import { DOCUMENT_PLACE } from '#ui/hooks/use-print-key.ts';
import { ConfirmDialog } from '#ui/primitives/alert-dialog.tsx';
import { Banner } from '#ui/primitives/banner.tsx';
import { Button } from '#ui/primitives/button.tsx';
import { Dismissible } from './dismissible.tsx';
import styles from './document-frame.module.css';

type DocumentFrameProps = DocumentFrameOptions & {
  /** Hears the commands while the frame is there, and null when it goes. */
  readonly connect?: (commands: DocumentFrameCommands | null) => void;
};

/** A document in its isolated frame, for a screen that handles its health itself. */
export function DocumentFrame({ connect, ...options }: DocumentFrameProps) {
  const frame = useDocumentFrame(options);
  useConnection(frame.commands, connect);
  return <Stage frame={frame} height={options.height} isAwaited={options.html === null} />;
}

function useConnection(commands: DocumentFrameCommands, connect: DocumentFrameProps['connect']): void {
  useEffect(() => {
    connect?.(commands);
    return () => connect?.(null);
  }, [connect, commands]);
}

type LiveDocumentProps = Pick<DocumentFrameProps, 'title' | 'height' | 'isLive' | 'connect' | 'onHotkey'> & {
  readonly html: string;
};

/** A document that is only shown. A newer one takes its place when it is ready: no flash, the scroll place is kept. */
export function LiveDocument({ connect, ...document }: LiveDocumentProps) {
  const [isPrintFailed, setPrintFailed] = useState(false);
  const frame = useDocumentFrame({ ...document, mode: 'view', onPrint: setPrintFailed });
  useConnection(frame.commands, connect);
  const reload = (
    <Button size="small" onClick={() => frame.commands.reload()}>
      Reload document
    </Button>
  );
  return (
    <Stage frame={frame} height={document.height}>
      {frame.health === 'lost' && (
        <Banner tone="warning" actions={reload}>
          The document stopped responding.
        </Banner>
      )}
      {frame.health === 'removed' && (
        <Banner tone="error" actions={reload}>
          This document misbehaves and was closed.
        </Banner>
      )}
      {isPrintFailed && <NotPrinted onDismiss={() => setPrintFailed(false)} />}
    </Stage>
  );
}

/** What is said when a print came to nothing. */
export function NotPrinted({ onDismiss }: { readonly onDismiss: () => void }) {
  return (
    <Dismissible tone="error" onDismiss={onDismiss}>
      The document was not printed: it did not open for the printer. Print it again.
    </Dismissible>
  );
}

type StageProps = {
  readonly frame: DocumentFrameState;
  /** Of CSS. */
  readonly height: string;
  /** There is nothing to print yet. */
  readonly isAwaited?: boolean;
  readonly children?: ReactNode;
};

function Stage({ frame, height, isAwaited = false, children }: StageProps) {
  return (
    <>
      {children}
      <div
        {...{ [DOCUMENT_PLACE]: '' }}
        ref={frame.container}
        className={styles.stage}
        style={{ minBlockSize: height }}
      />
      {!isAwaited && (
        <p className={styles.onPaper}>
          The document itself is printed by its Print button, or by Ctrl+P (Cmd+P) on the page.
        </p>
      )}
      <ConfirmDialog
        open={frame.asked !== null}
        title="Open this address?"
        message={`A document wants to open an address that does not stand in it: ${frame.asked?.href ?? ''}`}
        confirmLabel="Open"
        onConfirm={() => frame.answer(true)}
        onCancel={() => frame.answer(false)}
      />
    </>
  );
}

type PrintButtonProps = {
  /** The document's commands; null while there is none. */
  readonly commands: Pick<DocumentFrameCommands, 'print'> | null;
  /** The document's name, where a page has more than one. */
  readonly name?: string;
};

/** Prints the whole document, not the page around it. */
export function PrintButton({ commands, name }: PrintButtonProps) {
  return (
    <Button
      variant="quiet"
      size="small"
      icon={<Printer />}
      unavailable={commands === null}
      {...(name === undefined ? {} : { 'aria-label': `Print ${name}` })}
      onClick={() => commands?.print()}
    >
      Print
    </Button>
  );
}
