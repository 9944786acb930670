import { type ReactNode, useEffect } from 'react';
import {
  type DocumentFrameCommands,
  type DocumentFrameOptions,
  type DocumentFrameState,
  useDocumentFrame,
} from '#ui/hooks/use-document-frame.ts';
import { ConfirmDialog } from '#ui/primitives/alert-dialog.tsx';
import { Banner } from '#ui/primitives/banner.tsx';
import { Button } from '#ui/primitives/button.tsx';
import styles from './document-frame.module.css';

type DocumentFrameProps = DocumentFrameOptions & {
  /** Hears the commands while the frame is there, and null when it goes. */
  readonly connect?: (commands: DocumentFrameCommands | null) => void;
};

/** A document in its isolated frame, for a screen that handles its health itself. */
export function DocumentFrame({ connect, ...options }: DocumentFrameProps) {
  const frame = useDocumentFrame(options);
  const { commands } = frame;
  useEffect(() => {
    connect?.(commands);
    return () => connect?.(null);
  }, [connect, commands]);
  return <Stage frame={frame} height={options.height} />;
}

type LiveDocumentProps = { readonly html: string; readonly title: string; readonly height: string };

/** A document that is only shown. A newer one takes its place when it is ready: no flash, the scroll place is kept. */
export function LiveDocument({ html, title, height }: LiveDocumentProps) {
  const frame = useDocumentFrame({
    html,
    title,
    height,
    mode: 'view',
    onHotkey: (key) => {
      if (key === 'print') frame.commands.print();
    },
  });
  const reload = (
    <Button size="small" onClick={() => frame.commands.reload()}>
      Reload document
    </Button>
  );
  return (
    <Stage frame={frame} height={height}>
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
    </Stage>
  );
}

function Stage({ frame, height, children }: { frame: DocumentFrameState; height: string; children?: ReactNode }) {
  return (
    <>
      {children}
      <div ref={frame.container} className={styles.stage} style={{ minBlockSize: height }} />
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
