import { TYPED_FIRST } from '#ui/primitives/layout/app-frame.tsx';
import { Field } from '#ui/primitives/forms/field.tsx';
import { TextInput } from '#ui/primitives/forms/inputs.tsx';
import { NativeSelect } from '#ui/primitives/forms/native-select.tsx';
import type { Sort } from './arrange.ts';
import type { List } from './use-list.ts';
import styles from './lists.module.css';

type ListBarProps<T> = {
  readonly list: List<T>;
  /** Noun for the entries, in the plural: 'WIPs'. */
  readonly noun: string;
  /** The orders to choose from; no choice for one. */
  readonly sorts?: readonly Sort[];
  /** Label of the order by date. */
  readonly newest?: string;
};

function countIn<T>({ pages, sought, found, total }: List<T>, noun: string): string {
  if (pages?.activity === 'searching') return 'Searching…';
  // The shown list is no answer to the text in the field.
  if (pages?.activity === 'searchFailed') return '';
  return sought.trim() === '' ? `${total} ${noun}` : `${found} of ${total} ${noun}`;
}

/** Search, order and count over a long list; nothing over a short one. */
export function ListBar<T>({ list, noun, sorts = [], newest = 'Newest first' }: ListBarProps<T>) {
  if (!list.isSearchable) return null;
  const labels: Record<Sort, string> = { name: 'Name', newest };
  return (
    <form role="search" aria-label={noun} className={styles.bar} onSubmit={(event) => event.preventDefault()}>
      <Field label={`Search ${noun}`} className={styles.search}>
        <TextInput
          {...TYPED_FIRST}
          type="search"
          name="q"
          ref={list.field}
          defaultValue={list.sought}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => list.search(event.target.value)}
          onBlur={list.onBlur}
          onKeyDown={list.onKeyDown}
        />
      </Field>
      {sorts.length > 1 && (
        <Field label="Sort by" className={styles.sort}>
          <NativeSelect
            name="sort"
            value={list.sort}
            onChange={(event) => list.sortBy(sorts.find((sort) => sort === event.target.value) ?? list.sort)}
            options={sorts.map((sort) => ({ value: sort, label: labels[sort] }))}
          />
        </Field>
      )}
      <p role="status" className={styles.count}>
        {countIn(list, noun)}
      </p>
    </form>
  );
}
