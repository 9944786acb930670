import { CodePart, useCode } from '#ui/editor/code-part.tsx';
import type { Editor } from '#ui/editor/use-editor.ts';
import { Dialog } from '#ui/primitives/overlays/dialog.tsx';
import { shortText } from '../../shared/moment.tsx';

const loadForm = async () => (await import('./conflict-form.tsx')).ConflictForm;

/** Names the user who saved last, who may not have changed each of these; a plain host reports none. */
function descriptionOf({ theirs }: Editor): string {
  const by = theirs?.updated_by == null ? '' : ` by ${theirs.updated_by}`;
  const when = theirs?.updated_on == null ? '' : ` at ${shortText(theirs.updated_on)}`;
  return `This document was saved${by}${when} while you worked on it. Your changes are not saved yet. Choose which text to keep.`;
}

/**
 * The question when a save was refused because another user has changed the same text: the text before, theirs, and
 * the user's own.
 */
export function ConflictSheet({ editor }: { readonly editor: Editor }) {
  const isOpen = editor.dialog === 'resolving';
  const form = useCode(loadForm, isOpen);
  return (
    <Dialog
      open={isOpen}
      onClose={editor.cancelDialog}
      title={`Somebody else changed the same ${editor.conflict.questions.length === 1 ? 'field' : 'fields'}`}
      description={descriptionOf(editor)}
      size="large"
      isReadFirst
    >
      <CodePart code={form} editor={editor} />
    </Dialog>
  );
}
