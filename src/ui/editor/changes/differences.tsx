import { type ShownDifference, useDifferences } from '#ui/editor/changes/use-differences.ts';
import type { Editor } from '#ui/editor/use-editor.ts';
import { SheetText } from '../../document/sheet-text.tsx';
import { factClass } from '../../lists/detail-row.tsx';
import styles from './conflict-form.module.css';

const SAME = 'The document already says all of it.';
const NO_REGION =
  'The document does not have this any more. Restore shows the text beside it, so that you can copy it.';
const NO_ROWS = 'The document has not told its rows.';
const REPLACED = 'Restore puts the rows that were not saved in the place of these. Copy first what you want to keep.';

/** Each region that differs, and the rows: the document's content now, and the unsaved text. */
export function Differences({ editor }: { readonly editor: Editor }) {
  const differences = useDifferences(editor);
  if (differences.length === 0) return <p>{SAME}</p>;
  return differences.map((difference) => <Sides key={difference.id ?? ''} difference={difference} />);
}

function Sides({ difference: { id, now, kept, was, name, isBox } }: { readonly difference: ShownDifference }) {
  const inWords = (value: string): string => (isBox ? (value === 'true' ? 'Ticked' : 'Not ticked') : value);
  const side = (label: string, value: string, other?: string | null) => (
    <div className={styles.side}>
      <p className={styles.choice}>{label}</p>
      <SheetText value={inWords(value)} other={other == null ? undefined : inWords(other)} />
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
          <p className={factClass}>{id === null ? NO_ROWS : NO_REGION}</p>
        </div>
      ) : (
        side('In the document now', now, kept)
      )}
      {side('Not saved', kept, now)}
      {id === null && now !== '' && <p>{REPLACED}</p>}
    </fieldset>
  );
}
