import { Printer } from 'lucide-react';
import {
  type DocumentTrouble,
  type DocumentView,
  useDocumentPlace,
  useIsOpening,
} from '#ui/document/use-document-frame.ts';
import { DOCUMENT_PLACE } from '#ui/document/use-print-key.ts';
import { classNames } from '#ui/primitives/class-names.ts';
import { ConfirmDialog } from '#ui/primitives/overlays/alert-dialog.tsx';
import { Banner } from '#ui/primitives/feedback/banner.tsx';
import { Button } from '#ui/primitives/forms/button.tsx';
import { Dismissible, Untaken } from '../shared/dismissible.tsx';
import styles from './document-frame.module.css';

type DocumentPlaceProps = {
  readonly document: DocumentView;
  /** The document's name. */
  readonly title: string;
  /** CSS value. */
  readonly height: string;
  readonly isOnWall?: boolean;
  /** True if a sign of waiting covers it until the document is shown. */
  readonly isCovered?: boolean;
  /** Printed at its end; it must stay the same object while it says the same. */
  readonly foot?: Parameters<typeof useDocumentPlace>[4];
};

/** The place in the page where a document is shown, and the question of the document. */
export function DocumentPlace({
  document,
  title,
  height,
  isOnWall = false,
  isCovered = false,
  foot,
}: DocumentPlaceProps) {
  const place = useDocumentPlace(document, title, height, isOnWall, foot);
  const isOpening = useIsOpening(document);
  return (
    <>
      <div
        {...{ [DOCUMENT_PLACE]: '' }}
        ref={place}
        className={classNames(styles.stage, isCovered && isOpening && styles.opening)}
        style={{ minBlockSize: height }}
      />
      {!document.isAwaited && (
        <p className={styles.onPaper}>
          The document itself is printed by its Print button, or by Ctrl+P (Cmd+P) on the page.
        </p>
      )}
      <ConfirmDialog
        open={document.addressAskedFor !== null}
        title="Open this address?"
        message={`A document wants to open an address that it does not contain: ${document.addressAskedFor ?? ''}`}
        confirmLabel="Open"
        onConfirm={document.allowAddress}
        onCancel={document.refuseAddress}
      />
    </>
  );
}

/** Maximum number of listed values; the rest are counted. */
const MOST_VALUES = 40;

/** The values reported so far are stored: later keys may be lost. */
const LAST = 'What was typed into it last may be missing.';

/** The messages about a document in trouble, and their continuation for users who write in it. */
const TROUBLES: Readonly<Record<DocumentTrouble, readonly [said: string, toWriters: string]>> = {
  late: ['The document did not open.', 'What is typed into it now is not kept.'],
  lost: ['The document stopped responding.', LAST],
  gone: ['The document went to another page by itself. It is opened again soon.', LAST],
  removed: ['This document misbehaves and was closed.', LAST],
  broken: ['This document failed and was closed.', LAST],
};

/** Troubles after which a live pane opens the document again by itself. */
const REOPENED: readonly DocumentTrouble[] = ['late', 'lost', 'broken'];

type TroubleBannerProps = {
  readonly document: Pick<DocumentView, 'trouble' | 'reopen'>;
  /** `too`: in a live pane, which opens the document again by itself, too; `only`: on a wall, where no user presses a button. */
  readonly reopening?: 'too' | 'only' | undefined;
  /** True if users write in it. */
  readonly isWritten?: boolean;
};

/** Message about a document that does not respond, or was removed. */
export function TroubleBanner({ document: { trouble, reopen }, reopening, isWritten = false }: TroubleBannerProps) {
  if (trouble === null) return null;
  const [said, toWriters] = TROUBLES[trouble];
  const isReopened = reopening !== undefined && REOPENED.includes(trouble);
  const again = isReopened ? ' It is opened again within a minute.' : '';
  const isAutomatic = trouble === 'gone' || isReopened;
  return (
    <Banner
      tone={trouble === 'removed' || trouble === 'broken' ? 'error' : 'warning'}
      actions={
        reopening === 'only' && isAutomatic ? undefined : (
          <Button size="small" onClick={reopen}>
            Reload document
          </Button>
        )
      }
    >
      {isWritten ? `${said} ${toWriters}` : `${said}${again}`}
    </Banner>
  );
}

type ContestedProps = Pick<DocumentPlaceProps, 'document'> & { readonly what?: 'submitted' | 'saved' };

/** Stored values of regions that the document's script changes again and again: the document itself does not show them. */
export function ContestedValues({ document: { contested }, what = 'submitted' }: ContestedProps) {
  if (contested === null) return null;
  const rest = contested.length - MOST_VALUES;
  return (
    <Banner tone="error">
      <span>This document changes what was {what}</span>
      <dl className={styles.values}>
        {contested.slice(0, MOST_VALUES).map(([name, value], at) => (
          // oxlint-disable-next-line react/no-array-index-key -- regions may share a name, and the list is replaced as a whole
          <div key={at}>
            <dt dir="auto">{name}</dt>
            <dd dir="auto">{value === '' ? 'Empty' : value}</dd>
          </div>
        ))}
        {rest > 0 && <div>{`and ${rest} more`}</div>}
      </dl>
    </Banner>
  );
}

/** Messages about a read-only document. */
export function DocumentMessages({
  document,
  reopening,
}: Pick<TroubleBannerProps, 'document' | 'reopening'> & Pick<DocumentPlaceProps, 'document'>) {
  return (
    <>
      <TroubleBanner document={document} reopening={reopening} />
      {document.isPrintFailed && <NotPrinted onDismiss={document.dismissPrintFailure} />}
    </>
  );
}

/** A read-only document. A newer one replaces it when it is ready: without a flash, and at the same scroll position. */
export function LiveDocument(props: DocumentPlaceProps) {
  return (
    <>
      <ContestedValues document={props.document} />
      <DocumentMessages document={props.document} />
      <DocumentPlace {...props} />
    </>
  );
}

/** Message after a print that failed. */
export function NotPrinted({ onDismiss }: { readonly onDismiss: () => void }) {
  return (
    <Dismissible tone="error" onDismiss={onDismiss}>
      The document was not printed: it did not open for the printer. Print it again.
    </Dismissible>
  );
}

/** Message about text that was typed after a shortcut, and did not arrive where it was meant to. */
export function TypedAhead({ document: { untaken, dismissTyped } }: Pick<DocumentPlaceProps, 'document'>) {
  if (untaken !== null) return <Untaken text={untaken} onDismiss={dismissTyped} />;
  return (
    <Dismissible tone="warning" onDismiss={dismissTyped}>
      The shortcut took too long. What you typed after it is in the document.
    </Dismissible>
  );
}

type PrintButtonProps = {
  /** There is nothing to print yet. */
  readonly unavailable?: boolean;
  readonly onPrint: () => void;
  /** The document's name, if a page has more than one. */
  readonly name?: string;
};

/** Prints the whole document, not the page around it. */
export function PrintButton({ unavailable = false, onPrint, name }: PrintButtonProps) {
  return (
    <Button
      variant="quiet"
      size="small"
      icon={<Printer />}
      unavailable={unavailable}
      {...(name === undefined ? {} : { 'aria-label': `Print ${name}` })}
      onClick={onPrint}
    >
      <span className={styles.word}>Print</span>
    </Button>
  );
}
