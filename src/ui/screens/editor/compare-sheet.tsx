import type { Editor } from '#ui/hooks/use-editor.ts';
import { type Difference, differencesOf, listRegions, useRegionControls } from '#ui/hooks/use-region-list.ts';
import { Button } from '#ui/primitives/button.tsx';
import { Dialog, DialogActions } from '#ui/primitives/dialog.tsx';
import { notSavedText } from '../shared/not-saved-text.ts';
import { SheetText } from './sheet-text.tsx';
import styles from './conflict-sheet.module.css';

const TITLE = 'Compare with what was not saved';
const UNCHANGED = 'Nothing changes while you look, and all of it stays on this computer when you close this.';
const SAME = 'The document already says all of it.';
const NO_REGION =
  'The document does not have this any more. Restore shows the text beside it, so that you can copy it.';
const NO_ROWS = 'The document has not told its rows.';

/** What was typed before and never saved, beside what the document holds now; from here it is restored or discarded, or nothing is done. */
export function CompareSheet({ editor }: { readonly editor: Editor }) {
  const { found, isComparing, closeComparison } = editor.journal;
  return (
    <Dialog
      open={isComparing}
      onClose={closeComparison}
      title={TITLE}
      description={found === null ? '' : `${notSavedText(found)}. ${UNCHANGED}`}
      size="large"
    >
      <Comparison editor={editor} />
    </Dialog>
  );
}

function Comparison({ editor }: { readonly editor: Editor }) {
  const { found, rowsNow, closeComparison, restore, discard } = editor.journal;
  const controls = useRegionControls(editor.openedHtml);
  if (found === null) return null;
  const regions = listRegions(editor);
  const names = new Map(regions.map(({ id, name }) => [id, name]));
  const differences = differencesOf(regions, rowsNow, found);
  return (
    <>
      {differences.length === 0 && <p>{SAME}</p>}
      {differences.map((difference) => (
        <Sides
          key={difference.id ?? ''}
          difference={difference}
          name={difference.id === null ? 'Added rows' : (names.get(difference.id) ?? difference.id)}
          isBox={difference.id !== null && controls.get(difference.id)?.kind === 'box'}
        />
      ))}
      <DialogActions>
        <Button onClick={closeComparison}>Close</Button>
        <Button onClick={discard}>Discard</Button>
        <Button variant="primary" onClick={restore}>
          Restore
        </Button>
      </DialogActions>
    </>
  );
}

type SidesProps = {
  readonly difference: Difference;
  readonly name: string;
  /** Whether it is a box, whose state is said in words. */
  readonly isBox: boolean;
};

function Sides({ difference: { id, now, kept, was }, name, isBox }: SidesProps) {
  const inWords = (value: string): string => (isBox ? (value === 'true' ? 'Ticked' : 'Not ticked') : value);
  const side = (label: string, value: string) => (
    <div className={styles.side}>
      <p className={styles.choice}>{label}</p>
      <SheetText value={inWords(value)} />
    </div>
  );
  return (
    <fieldset className={styles.question}>
      <legend>
        <bdi>{name}</bdi>
      </legend>
      {was !== null && side('When you typed', was)}
      {now === null ? (
        <div className={styles.side}>
          <p className={styles.choice}>In the document now</p>
          <p className={styles.empty}>{id === null ? NO_ROWS : NO_REGION}</p>
        </div>
      ) : (
        side('In the document now', now)
      )}
      {side('Not saved', kept)}
    </fieldset>
  );
}
