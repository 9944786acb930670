import { type LogoutQuestionMachine, useLogoutQuestion } from '#ui/unsaved/use-logout-question.ts';
import { Banner } from '#ui/primitives/feedback/banner.tsx';
import { Button } from '#ui/primitives/forms/button.tsx';
import { Dialog, DialogActions } from '#ui/primitives/overlays/dialog.tsx';

const KEPT =
  'Text that you have not saved is kept on this device for 7 days. Nobody else can read it, whoever uses this device after you.';
/** Also for a disk that does not answer. */
const NOTHING_KEPT = 'None of it is known to be kept on this device.';

function titleOf(count: number): string {
  if (count === 0) return 'Text that is not saved';
  return count === 1 ? '1 unsaved document' : `${count} unsaved documents`;
}

/** Asked before a logout if unsaved text of this user is stored on this device. */
export function LogoutQuestion({ machine }: { machine: LogoutQuestionMachine }) {
  const { isOpen, isKeeping, isNotKept, isDeleting, isFailed, count, keep, deleteAll, cancel } =
    useLogoutQuestion(machine);
  return (
    <Dialog open={isOpen} onClose={cancel} title={titleOf(count)} description={count === 0 ? NOTHING_KEPT : KEPT}>
      {isNotKept && (
        <Banner tone="error">
          What you typed last could not be kept on this device. If you log out now, it is lost. Cancel, and save it
          first.
        </Banner>
      )}
      {isFailed && <Banner tone="error">It could not be deleted. You are still logged in. Please try again.</Banner>}
      <DialogActions>
        <Button onClick={cancel} unavailable={isDeleting || isKeeping}>
          Cancel
        </Button>
        <Button onClick={deleteAll} busy={isDeleting} busyLabel="Deleting" unavailable={isKeeping}>
          Delete and log out
        </Button>
        <Button variant="primary" onClick={keep} busy={isKeeping} busyLabel="Keeping" unavailable={isDeleting}>
          {isNotKept ? 'Log out without it' : 'Keep for me and log out'}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
