import { type ReactNode, useMemo } from 'react';
import { partsOf } from '#common/document/text/differing-words.ts';
import styles from './records.module.css';
import { factClass } from '../lists/detail-row.tsx';

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
  <ul role="list" className={styles.rows}>
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
  const parts = useMemo(() => (text === null || other === null ? null : partsOf(text, other)), [text, other]);
  return (
    <div>
      <p className={factClass}>{name}</p>
      {text === null || text.trim() === '' ? (
        <p className={factClass}>{text === null ? 'Not in the document' : 'Empty'}</p>
      ) : (
        <p className={styles.text} dir="auto">
          {parts?.map((part) =>
            part.isNew ? (
              <mark key={part.at} className={styles.differing}>
                {part.text}
              </mark>
            ) : (
              part.text
            ),
          ) ?? text}
        </p>
      )}
    </div>
  );
}
