import { hasCapability, keepsSubmissions, useAuth } from '#ui/session/use-auth.ts';
import { AlertDialog, ConfirmDialog } from '#ui/primitives/overlays/alert-dialog.tsx';
import type { ConfirmDialogProps } from '#ui/primitives/overlays/windows.tsx';

const STAYS = 'Its submissions stay in the record.';
const STAYS_IN_ARCHIVES = 'Its submissions stay in Archives.';
const ON_WALLS = 'Walls keep showing it until something newer is submitted.';

type DeleteDialogsProps = Pick<ConfirmDialogProps, 'busy' | 'onConfirm' | 'onCancel' | 'returnFocus'> & {
  /** Current question or message of the screen, if any. */
  readonly dialog: string | null;
  /** The document's name. */
  readonly name: string;
  /** True for a document, false for a board. */
  readonly isDocument?: boolean;
  /** Reason why it was not deleted. */
  readonly message: string | null;
};

/** Asks before a document is deleted, and reports a failure (`d20.in-app`). */
export function DeleteDialogs({ dialog, name, message, isDocument, returnFocus, ...question }: DeleteDialogsProps) {
  const { user } = useAuth();
  const asked = `Are you sure you want to delete "${name}"? This action cannot be undone.`;
  const stays = hasCapability(user, 'wips.deleted') ? STAYS_IN_ARCHIVES : STAYS;
  const focus = returnFocus && { returnFocus };
  return (
    <>
      <ConfirmDialog
        {...question}
        {...focus}
        open={dialog === 'confirmingDelete'}
        {...(isDocument && keepsSubmissions(user)
          ? { title: asked, message: `${stays} ${ON_WALLS}` }
          : { message: asked })}
        confirmLabel="Delete"
        tone="danger"
      />
      <AlertDialog {...focus} open={dialog === 'deleteFailed'} message={message ?? ''} onDismiss={question.onCancel} />
    </>
  );
}
