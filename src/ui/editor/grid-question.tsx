import type { Editor } from '#ui/editor/use-editor.ts';
import { Button } from '#ui/primitives/forms/button.tsx';
import { Dialog, DialogActions } from '#ui/primitives/overlays/dialog.tsx';

/** The default button: a pasted table is mostly meant for the cells, and one undo reverts it. */
const begin = (button: HTMLButtonElement | null): void => button?.focus();

/** Asks how to insert a table that was pasted into a table of the document. */
export function GridQuestion({ editor }: { readonly editor: Editor }) {
  const { pastedGrid: grid, answerGrid } = editor;
  const { cells, fits, replaced } = grid;
  const over = replaced === 1 ? 'The text of 1 cell is replaced.' : `The text of ${replaced} cells is replaced.`;
  return (
    <Dialog
      open={editor.dialog === 'askingAboutGrid'}
      onClose={() => answerGrid('nothing')}
      title={`${fits} of ${cells} cells fit`}
      description={`You pasted a table. It goes to the right and below.${replaced > 0 ? ` ${over}` : ''}`}
    >
      {fits < cells && <p dir="auto">{`No place for: ${editor.leftOfGrid}.`}</p>}
      <DialogActions>
        <Button onClick={() => answerGrid('nothing')}>Cancel</Button>
        <Button onClick={() => answerGrid('text')}>Paste as text</Button>
        <Button variant="primary" ref={begin} onClick={() => answerGrid('fill')}>
          Fill
        </Button>
      </DialogActions>
    </Dialog>
  );
}
