import { useKeys } from '#ui/shared/keys.ts';
import type { NamedRegion } from '#document/host/stage.ts';
import type { RecordFieldsMachine } from '#ui/records/use-records.ts';
import { EmptyState } from '#ui/primitives/feedback/empty-state.tsx';
import { Skeleton } from '#ui/primitives/feedback/skeleton.tsx';
import { Field } from '#ui/primitives/forms/field.tsx';
import { TextInput } from '#ui/primitives/forms/inputs.tsx';
import { Section } from '#ui/primitives/layout/card.tsx';
import { SheetText } from '../document/sheet-text.tsx';
import { rowsClass, ShowMore } from '../lists/detail-row.tsx';
import { useReading } from '../lists/use-reading.ts';
import { Failure } from '../shared/failure.tsx';
import { FieldName } from './changes.tsx';
import styles from './records.module.css';

type FieldsProps = {
  readonly machine: RecordFieldsMachine;
  readonly archive: string;
  readonly onHistory: (region: NamedRegion) => void;
};

/** Gives the keyboard to the search for a field. @returns false without one */
export function goToFields(): boolean {
  const search = document.querySelector<HTMLElement>('input[name=find-field]');
  search?.focus();
  return search !== null;
}

/** All fields of a record with their values, each with a button for its history. */
export function RecordFieldList({ machine, archive, onHistory }: FieldsProps) {
  const list = useReading(machine, { archive, q: '' });
  const { data, filter, message, loading, loaded, failed, adding, find, more, retry } = list;
  const { fields, next } = data ?? { fields: [], next: null };
  useKeys((event) => {
    if (event.key === 'F2' && event.shiftKey && goToFields()) event.preventDefault();
  });
  return (
    <Section title="Fields" id="record-fields">
      <Field label="Find a field">
        <TextInput
          name="find-field"
          type="search"
          aria-keyshortcuts="Shift+F2"
          autoComplete="off"
          maxLength={200}
          value={filter.q}
          onChange={(event) => find({ archive, q: event.target.value })}
        />
      </Field>
      {message !== null && <Failure message={message} onRetry={failed ? retry : undefined} />}
      {loading && data === null && <Skeleton label="Loading the fields" shape="lines" count={4} />}
      {loaded && fields.length === 0 && (
        <EmptyState
          message={filter.q === '' ? 'This document has no fields.' : 'No field has these words in its name.'}
        />
      )}
      {fields.length > 0 && (
        <ul role="list" className={rowsClass} aria-labelledby="record-fields">
          {fields.map(({ id, label, value, shortened }) => (
            <li key={id} className={styles.change}>
              <FieldName field={{ id, label }} onHistory={onHistory} />
              <SheetText value={shortened ? `${value}…` : value} />
            </li>
          ))}
        </ul>
      )}
      <ShowMore next={next !== null} adding={adding} more={more} />
    </Section>
  );
}
