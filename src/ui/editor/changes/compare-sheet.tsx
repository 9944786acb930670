import { CodePart, useCode } from '#ui/editor/code-part.tsx';
import type { Editor } from '#ui/editor/use-editor.ts';
import { Button } from '#ui/primitives/forms/button.tsx';
import { Dialog, DialogActions } from '#ui/primitives/overlays/dialog.tsx';
import { notSavedText } from '../../unsaved/not-saved-text.ts';

const TITLE = 'Compare with what was not saved';
const UNCHANGED = 'Nothing changes while you look, and all of it stays on this device when you close this.';
const loadDifferences = async () => (await import('./differences.tsx')).Differences;

/**
 * Compares unsaved text of an earlier visit with the document's content now; the user can restore or discard it, or
 * close the sheet.
 */
export function CompareSheet({ editor }: { readonly editor: Editor }) {
  const { found, isComparing, closeComparison, restore, discard } = editor.journal;
  return (
    <Dialog
      open={isComparing}
      onClose={closeComparison}
      title={TITLE}
      description={found === null ? '' : `${notSavedText(found)}. ${UNCHANGED}`}
      size="large"
    >
      <AwaitedDifferences editor={editor} />
      <DialogActions>
        <Button onClick={closeComparison}>Close</Button>
        <Button data-deliberate onClick={discard}>
          Discard
        </Button>
        <Button variant="primary" onClick={restore}>
          Restore
        </Button>
      </DialogActions>
    </Dialog>
  );
}

/** The code is loaded with the first comparison. If that fails, the sheet reports it, and the editor stays usable. */
function AwaitedDifferences({ editor }: { readonly editor: Editor }) {
  const loaded = useCode(loadDifferences, true);
  return <CodePart code={loaded} editor={editor} />;
}
