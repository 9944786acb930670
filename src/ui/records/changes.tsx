import { History } from 'lucide-react';
import type { NamedRegion } from '#document/host/stage.ts';
import { Button } from '#ui/primitives/forms/button.tsx';
import { SheetText } from '../document/sheet-text.tsx';
import styles from './records.module.css';
import { factClass, rowsClass } from '../lists/detail-row.tsx';

type Change = Readonly<NamedRegion & { was: string | null; is: string | null }>;

type ChangesProps = {
  readonly changes: readonly Change[];
  /** The names of both sides. */
  readonly was: string;
  readonly is: string;
  /** Opens the values of a field. */
  readonly onHistory?: ((field: NamedRegion) => void) | undefined;
};

/** The name of a field, with a button for its history. */
export const FieldName = ({ field, onHistory }: Pick<ChangesProps, 'onHistory'> & { field: NamedRegion }) => (
  <h3 className={styles.label}>
    <bdi>{field.label}</bdi>
    {onHistory && (
      <Button
        size="small"
        variant="quiet"
        icon={<History />}
        aria-label={`History of this field: ${field.label}`}
        onClick={() => onHistory(field)}
      >
        History of this field
      </Button>
    )}
  </h3>
);

/** Changes, each with its text before and after: words that the other text does not have are marked. */
export const Changes = ({ changes, was, is, onHistory }: ChangesProps) => (
  <ul role="list" className={rowsClass}>
    {changes.map((change) => (
      <li key={change.id} className={styles.change}>
        <FieldName field={change} onHistory={onHistory} />
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
