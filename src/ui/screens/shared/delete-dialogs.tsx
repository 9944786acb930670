import { AlertDialog, ConfirmDialog, type ConfirmDialogProps } from '#ui/primitives/alert-dialog.tsx';

type DeleteDialogsProps = Pick<ConfirmDialogProps, 'busy' | 'onConfirm' | 'onCancel' | 'returnFocus'> & {
  /** What the screen asks or says now, if anything. */
  readonly dialog: string | null;
  /** Of the document. */
  readonly name: string;
  /** Why it was not deleted. */
  readonly message: string | null;
};

/** Asks before a document is deleted, and says when it was not (`d20.in-app`). */
export function DeleteDialogs({ dialog, name, message, returnFocus, ...question }: DeleteDialogsProps) {
  const focus = returnFocus && { returnFocus };
  return (
    <>
      <ConfirmDialog
        {...question}
        {...focus}
        open={dialog === 'confirmingDelete'}
        message={`Are you sure you want to delete "${name}"? This action cannot be undone.`}
        confirmLabel="Delete"
        tone="danger"
      />
      <AlertDialog {...focus} open={dialog === 'deleteFailed'} message={message ?? ''} onDismiss={question.onCancel} />
    </>
  );
}
