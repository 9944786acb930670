import { memo, useState } from 'react';
import type { RegionControl } from '#document/region-controls.ts';
import type { ListedRegion } from '#ui/hooks/use-region-list.ts';
import { Field, useFieldControl } from '#ui/primitives/field.tsx';
import { NativeSelect, TextArea, TextInput } from '#ui/primitives/inputs.tsx';
import styles from './editor.module.css';

type AttributeRowProps = ListedRegion & {
  readonly control: RegionControl | undefined;
  /** Lines of a text region; a long list has rows of one height. */
  readonly lines: number;
  readonly onEdit: (id: string, value: string) => void;
};

/** One region: its name, its id where that is another word, and its content in a control that fits. */
export const AttributeRow = memo(function AttributeRow({ id, name, value, control, lines, onEdit }: AttributeRowProps) {
  const label =
    name === id ? (
      id
    ) : (
      <>
        {name} <code>{id}</code>
      </>
    );
  return (
    <Field label={label}>
      <AttributeControl control={control} value={value} lines={lines} onEdit={(next) => onEdit(id, next)} />
    </Field>
  );
});

type AttributeControlProps = Pick<AttributeRowProps, 'control' | 'value' | 'lines'> & {
  readonly onEdit: (value: string) => void;
};

function AttributeControl({ control, value, lines, onEdit }: AttributeControlProps) {
  const field = useFieldControl();
  // The document trims what it is given: what is being written here stays as it was typed.
  const [typed, setTyped] = useState<string | null>(null);
  const edit = (next: string): void => {
    setTyped(next);
    onEdit(next);
  };
  const text = { value: typed ?? value, onBlur: () => setTyped(null) };
  if (control?.kind === 'box') {
    return (
      <input
        {...field}
        type={control.type}
        className={styles.box}
        checked={value === 'true'}
        onChange={(event) => onEdit(String(event.target.checked))}
      />
    );
  }
  if (control?.kind === 'choice') {
    const { isMultiple, options } = control;
    return (
      <NativeSelect
        multiple={isMultiple}
        value={isMultiple ? value.split('\n') : value}
        onChange={(event) => onEdit([...event.target.selectedOptions].map((option) => option.value).join('\n'))}
      >
        {options.map((option) => (
          <option key={option.no} value={option.value}>
            {option.label}
          </option>
        ))}
      </NativeSelect>
    );
  }
  if (control?.kind === 'line') {
    return (
      <TextInput
        {...text}
        type={control.type}
        placeholder="Empty"
        autoComplete="off"
        onChange={(event) => edit(event.target.value)}
      />
    );
  }
  return <TextArea {...text} rows={lines} placeholder="Empty" onChange={(event) => edit(event.target.value)} />;
}
