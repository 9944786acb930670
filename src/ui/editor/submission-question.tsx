import { useCode } from '#ui/editor/use-code.ts';
import type { Editor } from '#ui/editor/use-editor.ts';
import { Button } from '#ui/primitives/forms/button.tsx';
import { Dialog, DialogActions } from '#ui/primitives/overlays/dialog.tsx';

const NOT_LOADED = 'The reasons for this question could not be loaded. Nothing is submitted: cancel, and try again.';
const loadReasons = async () => (await import('./submission-reasons.tsx')).SubmissionReasons;

/**
 * The question before a submission if something is odd: the document that it replaces, empty regions, and changes
 * that the user has not seen.
 */
export function SubmissionQuestion({ editor }: { readonly editor: Editor }) {
  const { asked, isReplacing, cancel, confirm } = editor.submission;
  const reasons = useCode(loadReasons, asked !== null);
  return (
    <Dialog open={asked !== null} onClose={cancel} title="Put this on the wall?">
      {reasons === 'failed' ? <p>{NOT_LOADED}</p> : reasons && <reasons.Content editor={editor} />}
      {reasons !== null && (
        <DialogActions>
          <Button onClick={cancel}>Cancel</Button>
          {reasons !== 'failed' && (
            <Button variant="primary" onClick={confirm}>
              {isReplacing ? 'Replace on the wall' : 'Submit'}
            </Button>
          )}
        </DialogActions>
      )}
    </Dialog>
  );
}
