import { useState } from 'react';
import { attributesOf, type Editor } from '#ui/hooks/use-editor.ts';
import { Field } from '#ui/primitives/field.tsx';
import { TextArea, TextInput } from '#ui/primitives/inputs.tsx';
import { EmptyState } from '#ui/primitives/states.tsx';
import styles from './editor.module.css';

/** Section 2, editor, 'Attributes': each editable id with its content now, or 'Empty'; edits here show in the document at once. */
export function AttributesView({ editor }: { editor: Editor }) {
  const [search, setSearch] = useState('');
  const all = attributesOf(editor.attributes);
  if (all.length === 0) return <EmptyState message="No editable elements with IDs found in the form." />;

  const wanted = search.trim().toLowerCase();
  const shown = wanted === '' ? all : all.filter(([id, value]) => `${id} ${value}`.toLowerCase().includes(wanted));
  return (
    <div className={styles.attributes}>
      <Field label="Search regions">
        <TextInput
          type="search"
          value={search}
          autoComplete="off"
          onChange={(event) => setSearch(event.target.value)}
        />
      </Field>
      <p role="status">{`${shown.length} of ${all.length} regions`}</p>
      <ul className={styles.attributeList}>
        {shown.map(([id, value]) => (
          <li key={id}>
            <Field label={id}>
              <TextArea
                rows={Math.min(6, value.split('\n').length)}
                value={value}
                placeholder="Empty"
                onChange={(event) => editor.editAttribute(id, event.target.value)}
              />
            </Field>
          </li>
        ))}
      </ul>
    </div>
  );
}
