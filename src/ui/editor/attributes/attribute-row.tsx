import { UserPen } from 'lucide-react';
import {
  type ChangeEvent,
  type ClipboardEvent,
  type FocusEvent,
  type SyntheticEvent,
  memo,
  useEffect,
  useRef,
  useState,
} from 'react';
import { cellsOf } from '#common/document/regions/cells.ts';
import { isUnreadable, unreadableText } from '#document/unreadable.ts';
import { isLinkAddress } from '#common/document/text/link-notation.ts';
import type { RegionControl } from '#common/document/html/region-controls.ts';
import type { ListedRegion } from '#ui/editor/attributes/use-region-list.ts';
import { Field, useFieldControl } from '#ui/primitives/forms/field.tsx';
import { TextInput } from '#ui/primitives/forms/inputs.tsx';
import { NativeSelect } from '#ui/primitives/forms/native-select.tsx';
import { TextArea } from '#ui/primitives/forms/text-area.tsx';
import { late } from '#ui/primitives/use-late.ts';
import styles from '../editor.module.css';

/** Few documents describe their regions. Without the module, as without a network, their fields are plain ones. */
const hinted = late(async () => (await import('./hinted-field.tsx')).HintedField);

type AttributeRowProps = ListedRegion & {
  readonly control: RegionControl | undefined;
  /** Lines of a text region; all rows of a long list have one height. */
  readonly lines: number;
  /** True if the user may only read and copy. */
  readonly isReading: boolean;
  /** True if its field, here or in the document, holds something that the browser cannot read. */
  readonly isUnreadable: boolean;
  /** Text that names the change of another user. */
  readonly theirs: string | undefined;
  /** The caret has entered its field. */
  readonly onReach: (id: string) => void;
  readonly onEdit: (id: string, value: string) => void;
  /** Its field here has come to hold something that the browser cannot read. */
  readonly onUnreadable: (id: string) => void;
  /** A single address was pasted: asks for its link text (`s5.paste.prompt`). */
  readonly onPasteUrl: (id: string, pasted: PastedUrl) => void;
};

type PastedUrl = { url: string; before: string; after: string };

/** One region: its name, its id if that differs, and its content in a matching control. */
export const AttributeRow = memo(function AttributeRow(row: AttributeRowProps) {
  const { id, name, value, control, lines, isReading, theirs, onReach, onEdit, onUnreadable } = row;
  const [isOwn, setOwn] = useState(false);
  // It was changed in the document since.
  if (isOwn && !row.isUnreadable) setOwn(false);
  const notRead = unreadableText(control?.kind === 'line' ? control.type : '');
  const label =
    name === id ? (
      <bdi>{id}</bdi>
    ) : (
      <>
        <bdi>{name}</bdi> <code dir="auto">{id}</code>
      </>
    );
  return (
    <Field
      label={label}
      error={row.isUnreadable ? `${isOwn ? '' : 'In the document: '}${notRead}` : null}
      hint={
        theirs && (
          <span className={styles.theirs}>
            <UserPen aria-hidden="true" />
            {theirs}
          </span>
        )
      }
    >
      <AttributeControl
        control={control}
        value={value}
        lines={lines}
        isReading={isReading || control?.isHeld === true}
        onReach={() => onReach(id)}
        onEdit={(next) => onEdit(id, next)}
        isUnread={isOwn && row.isUnreadable}
        onUnreadable={() => {
          setOwn(true);
          onUnreadable(id);
        }}
        onPasteUrl={(pasted) => row.onPasteUrl(id, pasted)}
      />
    </Field>
  );
});

type AttributeControlProps = Pick<AttributeRowProps, 'control' | 'value' | 'lines' | 'isReading'> & {
  readonly onReach: () => void;
  readonly onEdit: (value: string) => void;
  /** True while this field holds something that the browser cannot read. */
  readonly isUnread: boolean;
  readonly onUnreadable: () => void;
  readonly onPasteUrl: (pasted: PastedUrl) => void;
};

function AttributeControl(row: AttributeControlProps) {
  const { value, lines, isReading, onEdit } = row;
  const field = useFieldControl();
  const { text, focus, linkPaste, isFocused } = useTyped(row);
  const control = useSettled(useLoaded(row.control), isFocused);
  if (control?.kind === 'box') {
    return (
      <input
        {...field}
        type={control.type}
        className={styles.box}
        autoComplete="off"
        checked={value === 'true'}
        disabled={isReading}
        {...focus}
        onChange={(event) => onEdit(String(event.target.checked))}
      />
    );
  }
  if (control?.kind === 'choice') {
    const { isMultiple, options } = control;
    return (
      <NativeSelect
        multiple={isMultiple}
        autoComplete="off"
        disabled={isReading}
        {...focus}
        options={options}
        value={isMultiple ? value.split('\n') : value}
        onChange={(event) => onEdit([...event.target.selectedOptions].map((option) => option.value).join('\n'))}
      />
    );
  }
  if (isReading) return <TextArea value={value} readOnly rows={lines} placeholder="Empty" />;
  // Also before the field of its kind is there: the key of the time writes what the type wants.
  const type = row.control?.kind === 'hinted' ? row.control.hint.type : undefined;
  const plain = <TextArea {...text} {...linkPaste} data-type={type} rows={lines} placeholder="Empty" />;
  if (control?.kind === 'hinted' && hinted.loaded) {
    const HintedField = hinted.loaded;
    return <HintedField hint={control.hint} text={{ ...text, ...focus }} plain={plain} onPick={onEdit} />;
  }
  if (control?.kind === 'line') {
    return (
      <TextInput {...text} {...focus} {...control.limits} type={control.type} placeholder="Empty" autoComplete="off" />
    );
  }
  return plain;
}

/** The control of a region, but of a described one only once its code is there: until then its field is a plain one. */
function useLoaded(control: RegionControl | undefined): RegionControl | undefined {
  const [, setLoaded] = useState(false);
  const isAwaited = control?.kind === 'hinted' && hinted.loaded === null;
  useEffect(() => {
    if (!isAwaited) return;
    hinted.load().then(
      () => setLoaded(true),
      () => undefined,
    );
  }, [isAwaited]);
  return isAwaited ? undefined : control;
}

/** The newest value; while the field has the focus, the one before: another control, found late, would take the caret from the user. */
function useSettled<Value>(value: Value, isFocused: boolean): Value {
  const [settled, setSettled] = useState(value);
  if (!isFocused && settled !== value) setSettled(value);
  return settled;
}

// Deprecated, but the only way to change a field's text that the browser can undo.
const canInsert = (): boolean => typeof document.execCommand === 'function';

/**
 * Keeps a field's text as it is typed while it has the focus, although the document trims its value, and requests the
 * link text of a pasted address.
 * @param value the region's value in the document
 */
function useTyped({
  value,
  onReach,
  onEdit,
  isUnread,
  onUnreadable,
  onPasteUrl,
}: Omit<AttributeControlProps, 'control' | 'lines' | 'isReading'>) {
  const [typed, setTyped] = useState<string | null>(null);
  const [isFocused, setFocused] = useState(false);
  const asked = useRef<{ before: string; after: string } | null>(null);
  // An unreadable field is empty for its browser: any other value would replace what is typed there.
  const take = (field: HTMLInputElement | HTMLTextAreaElement): void => {
    const isUnreadNow = isUnreadable(field);
    setTyped(isUnreadNow ? null : field.value);
    if (isUnreadNow) onUnreadable();
    else onEdit(field.value);
  };
  // Neither half a date in an empty field nor the end of it changes the value.
  const checkValue = ({ currentTarget }: SyntheticEvent<HTMLInputElement | HTMLTextAreaElement>): void => {
    if (isUnreadable(currentTarget) !== isUnread) take(currentTarget);
  };
  const text = {
    value: isUnread ? '' : (typed ?? value),
    onChange: ({ target }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>): void => take(target),
    onInput: checkValue,
    onKeyUp: checkValue,
  };
  const focus = {
    onFocus: (): void => {
      setFocused(true);
      onReach();
    },
    // While the link text is asked for, the field counts as focused: another one would not know of it.
    onBlur: (): void => {
      if (asked.current !== null) return;
      setFocused(false);
      setTyped(null);
    },
  };
  const linkPaste = {
    ...focus,
    onPaste: (event: ClipboardEvent<HTMLTextAreaElement>): void => {
      const plain = event.clipboardData.getData('text/plain');
      const url = plain.trim();
      if (!isLinkAddress(url)) {
        const cells = cellsOf(plain, event.clipboardData.getData('text/html'));
        if (cells !== plain && canInsert() && document.execCommand('insertText', false, cells)) event.preventDefault();
        return;
      }
      event.preventDefault();
      const field = event.currentTarget;
      const [before, after] = [field.value.slice(0, field.selectionStart), field.value.slice(field.selectionEnd)];
      if (canInsert()) {
        asked.current = { before, after };
        setTyped(field.value);
      }
      onPasteUrl({ url, before, after });
    },
    // The user has answered and `value` has the link: inserts it as if it were typed, so that it can be undone.
    onFocus: ({ currentTarget: field }: FocusEvent<HTMLTextAreaElement>): void => {
      focus.onFocus();
      if (asked.current === null) return;
      const { before, after } = asked.current;
      asked.current = null;
      field.setSelectionRange(before.length, field.value.length - after.length);
      const link = value.slice(before.length, value.length - after.length);
      if (value !== before + link + after || !document.execCommand('insertText', false, link)) setTyped(null);
    },
  };
  return { text, focus, linkPaste, isFocused };
}
