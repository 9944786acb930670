import type { JournalView } from '#ui/hooks/use-journal.ts';
import { ConfirmDialog } from '#ui/primitives/alert-dialog.tsx';
import { Banner } from '#ui/primitives/banner.tsx';
import { Button } from '#ui/primitives/button.tsx';
import { Dismissible } from '../shared/dismissible.tsx';
import { notSavedText } from '../shared/not-saved-text.ts';
import styles from './editor.module.css';

const REFUSED =
  'This browser lets nothing be kept on this computer. Text that you do not save is lost when this tab is closed.';
const FAILED = 'Your unsaved text cannot be kept on this computer just now. Save it, so that it is not lost.';
const UNREADABLE = 'Unsaved text of this document is kept on this computer, but it is damaged and cannot be read.';
const NOT_RESTORED = 'The text from before could not be brought back. Please try again.';

const droppedText = (count: number): string =>
  `There was no more room for your unsaved text on this computer. That of ${count === 1 ? 'the oldest document was' : `the ${count} oldest documents was`} deleted.`;

/** What lies on this computer of the document and is not saved: offered, never laid over it unasked. And what cannot be promised, said once. */
export function UnsavedText({ journal }: { readonly journal: JournalView }) {
  const { found, dropped } = journal;
  const discard = (
    <Button size="small" onClick={journal.discard}>
      Discard
    </Button>
  );
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
                {discard}
              </>
            }
          >
            {journal.isNotRestored ? `${NOT_RESTORED} ` : ''}
            {notSavedText(found)}
          </Banner>
        </div>
      )}
      {journal.isUnreadable && (
        <div className={styles.problem}>
          <Banner tone="warning" actions={discard}>
            {UNREADABLE}
          </Banner>
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
