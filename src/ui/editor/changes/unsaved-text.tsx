import type { JournalView } from '#ui/unsaved/use-journal.ts';
import { ConfirmDialog } from '#ui/primitives/overlays/alert-dialog.tsx';
import { Banner } from '#ui/primitives/feedback/banner.tsx';
import { Button } from '#ui/primitives/forms/button.tsx';
import { Dismissible } from '../../shared/dismissible.tsx';
import { notSavedText } from '../../unsaved/not-saved-text.ts';
import styles from '../editor.module.css';

const REFUSED =
  'This browser lets nothing be kept on this device. Text that you do not save is lost when this tab is closed.';
const FAILED = 'Your unsaved text cannot be kept on this device just now. Save it, so that it is not lost.';
const ELSEWHERE =
  'This document is open in another tab, which keeps its unsaved text on this device. What you type here is kept in this tab only, until the other one is closed.';
const UNREADABLE =
  'Unsaved text of this document is kept on this device, but it cannot be read any more: it is damaged, or your host has given you a new key since.';
const NOT_RESTORED = 'The text from before could not be brought back. Please try again.';

const droppedText = (count: number): string =>
  `There was no more room for your unsaved text on this device. That of ${count === 1 ? 'the oldest document was' : `the ${count} oldest documents was`} deleted.`;

/** Offers the unsaved text of the document on this device; it is never restored unasked. */
export function UnsavedText({ journal }: { readonly journal: JournalView }) {
  const { found } = journal;
  return (
    <>
      {found !== null && (
        <div className={styles.problem}>
          <Banner
            tone="warning"
            actions={
              <>
                <Button
                  size="small"
                  variant="primary"
                  busy={journal.isRestoring}
                  busyLabel="Restoring"
                  onClick={journal.restore}
                >
                  Restore
                </Button>
                <Button size="small" onClick={journal.compare}>
                  Compare
                </Button>
                <DiscardButton journal={journal} />
              </>
            }
          >
            {journal.isNotRestored ? `${NOT_RESTORED} ` : ''}
            {notSavedText(found)}
          </Banner>
        </div>
      )}
      <JournalNotices journal={journal} elsewhere={ELSEWHERE} />
    </>
  );
}

/** Button that asks before it deletes the text stored on this device. */
export function DiscardButton({ journal }: { readonly journal: JournalView }) {
  return (
    <Button data-deliberate size="small" onClick={journal.discard}>
      Discard
    </Button>
  );
}

type JournalNoticesProps = {
  readonly journal: JournalView;
  /** Text shown if the document is open in another tab. */
  readonly elsewhere: string;
};

/** Notices about text that cannot be read or stored, and the question before a deletion. */
export function JournalNotices({ journal, elsewhere }: JournalNoticesProps) {
  const { found, dropped } = journal;
  return (
    <>
      {journal.isUnreadable && (
        <div className={styles.problem}>
          <Banner tone="warning" actions={<DiscardButton journal={journal} />}>
            {UNREADABLE}
          </Banner>
        </div>
      )}
      {journal.isElsewhere && (
        <div className={styles.problem}>
          <Banner tone="warning">{elsewhere}</Banner>
        </div>
      )}
      {journal.isFailed && (
        <div className={styles.problem}>
          <Banner tone="error">{FAILED}</Banner>
        </div>
      )}
      {(journal.isRefused || dropped > 0) && (
        <div className={styles.problem}>
          <Dismissible tone="warning" onDismiss={journal.dismissNotice}>
            {journal.isRefused ? REFUSED : droppedText(dropped)}
          </Dismissible>
        </div>
      )}
      <ConfirmDialog
        open={journal.isAskingToDiscard}
        title="Discard unsaved text?"
        message={
          found === null
            ? 'What cannot be read is deleted from this computer.'
            : `${notSavedText(found)}. They are deleted from this computer for good.`
        }
        confirmLabel="Discard"
        cancelLabel="Keep"
        tone="danger"
        onConfirm={journal.confirmDiscard}
        onCancel={journal.cancelDiscard}
      />
    </>
  );
}
