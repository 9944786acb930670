import type { ReactNode } from 'react';
import { SheetText } from '../document/sheet-text.tsx';
import styles from './records.module.css';
import { factClass, rowsClass } from '../lists/detail-row.tsx';

type Change = { readonly id: string; readonly label: string; readonly was: string | null; readonly is: string | null };

type ChangesProps = {
  readonly changes: readonly Change[];
  /** The names of both sides. */
  readonly was: string;
  readonly is: string;
  /** Acts of one change. */
  readonly children?: (change: Change) => ReactNode;
};

/** Changes, each with its text before and after: words that the other text does not have are marked. */
export const Changes = ({ changes, was, is, children }: ChangesProps) => (
  <ul role="list" className={rowsClass}>
    {changes.map((change) => (
      <li key={change.id} className={styles.change}>
        <h3 className={styles.label}>
          <bdi>{change.label}</bdi>
          {children?.(change)}
        </h3>
        {change.was === change.is ? (
          <p>Moved to another place.</p>
        ) : (
          <>
            <Side name={was} text={change.was} other={change.is} />
            <Side name={is} text={change.is} other={change.was} />
          </>
        )}
      </li>
    ))}
  </ul>
);

function Side({ name, text, other }: { name: string; text: string | null; other: string | null }) {
  return (
    <div>
      <p className={factClass}>{name}</p>
      {text === null ? <p>Not in the document</p> : <SheetText value={text} other={other ?? undefined} />}
    </div>
  );
}
