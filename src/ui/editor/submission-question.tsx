import { CodePart, useCode } from '#ui/editor/code-part.tsx';
import type { Editor } from '#ui/editor/use-editor.ts';
import { Button } from '#ui/primitives/forms/button.tsx';
import { Dialog, DialogActions } from '#ui/primitives/overlays/dialog.tsx';

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
      <CodePart code={reasons} editor={editor} />
      <DialogActions>
        <Button onClick={cancel}>Cancel</Button>
        {reasons !== null && reasons !== 'failed' && (
          <Button variant="primary" onClick={confirm}>
            {isReplacing ? 'Replace on the wall' : 'Submit'}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  );
}
