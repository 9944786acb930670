import { type ChangeEvent, type ClipboardEvent, type FocusEvent, memo, useRef, useState } from 'react';
import { isLinkAddress } from '#document/link-notation.ts';
import type { RegionControl } from '#document/region-controls.ts';
import type { ListedRegion } from '#ui/hooks/use-region-list.ts';
import { Field, useFieldControl } from '#ui/primitives/field.tsx';
import { TextInput } from '#ui/primitives/inputs.tsx';
import { NativeSelect } from '#ui/primitives/native-select.tsx';
import { TextArea } from '#ui/primitives/text-area.tsx';
import styles from './editor.module.css';

type AttributeRowProps = ListedRegion & {
  readonly control: RegionControl | undefined;
  /** Lines of a text region; a long list has rows of one height. */
  readonly lines: number;
  readonly onEdit: (id: string, value: string) => void;
  /** An address was pasted alone: it may become a link (section 5, link paste). */
  readonly onPasteUrl: (id: string, pasted: PastedUrl) => void;
};

type PastedUrl = { url: string; before: string; after: string };

/** One region: its name, its id where that is another word, and its content in a control that fits. */
export const AttributeRow = memo(function AttributeRow(row: AttributeRowProps) {
  const { id, name, value, control, lines, onEdit, onPasteUrl } = row;
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
      <AttributeControl
        control={control}
        value={value}
        lines={lines}
        onEdit={(next) => onEdit(id, next)}
        onPasteUrl={(pasted) => onPasteUrl(id, pasted)}
      />
    </Field>
  );
});

type AttributeControlProps = Pick<AttributeRowProps, 'control' | 'value' | 'lines'> & {
  readonly onEdit: (value: string) => void;
  readonly onPasteUrl: (pasted: PastedUrl) => void;
};

function AttributeControl({ control, value, lines, onEdit, onPasteUrl }: AttributeControlProps) {
  const field = useFieldControl();
  const { text, linkPaste } = useTyped({ value, onEdit, onPasteUrl });
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
    return <TextInput {...text} type={control.type} placeholder="Empty" autoComplete="off" />;
  }
  return <TextArea {...text} {...linkPaste} rows={lines} placeholder="Empty" />;
}

// The only way to change a field's text so that the browser can undo it.
const canInsert = (): boolean => typeof document.execCommand === 'function';

/**
 * What is being written in a field stays as it was typed, though the document trims what it is given; and an address that is pasted alone asks for its text.
 * @param value the field's value for everybody else
 */
function useTyped({ value, onEdit, onPasteUrl }: Pick<AttributeControlProps, 'value' | 'onEdit' | 'onPasteUrl'>) {
  const [typed, setTyped] = useState<string | null>(null);
  const asked = useRef<{ before: string; after: string } | null>(null);
  const text = {
    value: typed ?? value,
    onChange: ({ target }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>): void => {
      setTyped(target.value);
      onEdit(target.value);
    },
    onBlur: (): void => {
      if (asked.current === null) setTyped(null);
    },
  };
  const linkPaste = {
    onPaste: (event: ClipboardEvent<HTMLTextAreaElement>): void => {
      const url = event.clipboardData.getData('text/plain').trim();
      if (!isLinkAddress(url)) return;
      event.preventDefault();
      const field = event.currentTarget;
      const [before, after] = [field.value.slice(0, field.selectionStart), field.value.slice(field.selectionEnd)];
      if (canInsert()) {
        asked.current = { before, after };
        setTyped(field.value);
      }
      onPasteUrl({ url, before, after });
    },
    // The question is answered, and what became of the address is in `value`: here it is put in as if it were typed.
    onFocus: ({ currentTarget: field }: FocusEvent<HTMLTextAreaElement>): void => {
      if (asked.current === null) return;
      const { before, after } = asked.current;
      asked.current = null;
      field.setSelectionRange(before.length, field.value.length - after.length);
      const link = value.slice(before.length, value.length - after.length);
      if (value !== before + link + after || !document.execCommand('insertText', false, link)) setTyped(null);
    },
  };
  return { text, linkPaste };
}
