import type { Editor } from '#ui/editor/use-editor.ts';
import { nameOfRegion } from '#ui/editor/attributes/use-region-list.ts';
import { Banner } from '#ui/primitives/feedback/banner.tsx';
import { Button } from '#ui/primitives/forms/button.tsx';
import { shortText } from '../../shared/moment.tsx';
import styles from '../editor.module.css';

type Filling = NonNullable<Editor['carry']['filling']>;

/** Maximum number of characters shown of a value without a place. */
const MOST_TEXT = 200;
/** Maximum number of names; the rest are counted. */
const NAMED = 50;

/** The values that came from another document, those that have no place here, and a button to undo. */
export function FilledLine({ editor }: { readonly editor: Editor }) {
  const { filling, undo, fillOthers, dismiss } = editor.carry;
  if (filling === null) return null;
  const others = filling.others.length;
  return (
    <div className={styles.problem}>
      <Banner
        tone="info"
        actions={
          <>
            {others > 0 && (
              <Button size="small" onClick={fillOthers}>
                {others === 1 ? 'Replace 1 More' : `Replace ${others} More`}
              </Button>
            )}
            {(filling.placed.length > 0 || filling.rows.length > 0) && (
              <Button size="small" onClick={undo}>
                Undo Filling
              </Button>
            )}
            <Button size="small" variant="quiet" onClick={dismiss}>
              Hide
            </Button>
          </>
        }
      >
        <span>{filledText(filling)}</span>
        <Unfilled editor={editor} filling={filling} />
      </Banner>
    </div>
  );
}

const count = (number: number, one: string, many: string): string => (number === 1 ? `1 ${one}` : `${number} ${many}`);

function filledText({ name, at, fit, misfits, left, others, rows, rowsAre }: Filling): string {
  const from = `“\u2068${name}\u2069”${at === null ? '' : ` (${shortText(at)})`}`;
  const total = fit.length + misfits.length + others.length;
  const isNothing = total === 0 && left.length === 0 && rowsAre === 'none';
  if (isNothing) return `${from} has nothing that is not here already.`;
  return [
    `Filled from ${from}: ${fit.length} of ${total} carried`,
    misfits.length > 0 && `${misfits.length} did not fit`,
    others.length > 0 && `${count(others.length, 'holds', 'hold')} other text here, which stays`,
    left.length > 0 && `${count(left.length, 'begins', 'begin')} empty, as the template asks`,
    rowsAre === 'taken' && `${count(rows.length, 'added row', 'added rows')} came along`,
    rowsAre === 'left' && 'added rows were left out, as the template asks',
    rowsAre === 'unknown' && 'added rows have no place here',
    rowsAre === 'kept' && 'it had no added rows, and those that are here stay',
  ]
    .filter(Boolean)
    .join('; ')
    .concat('.');
}

/** Names of the values that are not here, shown on request. */
function Unfilled({ editor, filling }: { readonly editor: Editor; readonly filling: Filling }) {
  const { misfits, left } = filling;
  if (misfits.length === 0 && left.length === 0) return null;
  const rest = misfits.length + left.length - NAMED;
  return (
    <details>
      <summary>What is not here</summary>
      <ul className={styles.list}>
        {misfits.slice(0, NAMED).map(([id, value]) => (
          <li key={id}>
            <strong>
              <bdi>{nameOfRegion(editor, id) ?? id}</bdi>
            </strong>
            {', which did not fit: '}
            <span dir="auto">{value.length > MOST_TEXT ? `${value.slice(0, MOST_TEXT)}…` : value}</span>
          </li>
        ))}
        {left.slice(0, Math.max(0, NAMED - misfits.length)).map((id) => (
          <li key={id}>
            <bdi>{nameOfRegion(editor, id) ?? id}</bdi>
            {', which begins empty'}
          </li>
        ))}
        {rest > 0 && <li>{`and ${rest} more`}</li>}
      </ul>
    </details>
  );
}
