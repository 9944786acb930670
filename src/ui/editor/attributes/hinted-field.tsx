import { type ComponentProps, type ReactNode, useId, useRef, useState } from 'react';
import { CalendarClock } from 'lucide-react';
import { misfitOf, type RegionHint, type RegionType } from '#common/document/regions/region-types.ts';
import { Button } from '#ui/primitives/forms/button.tsx';
import { useFieldControl } from '#ui/primitives/forms/field.tsx';
import { TextInput } from '#ui/primitives/forms/inputs.tsx';
import styles from './hinted-field.module.css';

export type HintedFieldProps = {
  readonly hint: RegionHint;
  /** Properties of this region's field: its text, and its handlers. */
  readonly text: Pick<ComponentProps<'input'>, 'value' | 'onChange' | 'onFocus' | 'onBlur'>;
  /** The field of a text of any number of lines. */
  readonly plain: ReactNode;
  /** A date or time was picked, in the notation of the document. */
  readonly onPick: (value: string) => void;
};

/** The browser's own picker for each kind of moment. */
const PICKERS: Partial<Record<RegionType, string>> = { date: 'date', time: 'time', datetime: 'datetime-local' };

/**
 * A region that its document describes: choices are offered, dates can be picked, and a value that does not fit stays
 * and is reported.
 */
export function HintedField({ hint, text, plain, onPick }: HintedFieldProps) {
  const field = useFieldControl();
  const id = useId();
  const [isTypedIn, setTypedIn] = useState(false);
  const value = String(text.value ?? '');
  const misfit = isTypedIn ? null : misfitOf(hint, value, navigator.languages);
  const described = misfit === null ? field?.['aria-describedby'] : `${id}-misfit ${field?.['aria-describedby'] ?? ''}`;
  const picker = PICKERS[hint.type];
  const isPlain = value.includes('\n');
  return (
    <div onFocus={({ target }) => setTypedIn(!(target instanceof HTMLButtonElement))} onBlur={() => setTypedIn(false)}>
      {isPlain ? (
        plain
      ) : (
        <div className={styles.line}>
          <TextInput
            {...text}
            type="text"
            placeholder="Empty"
            autoComplete="off"
            data-type={hint.type}
            enterKeyHint="next"
            inputMode={hint.type === 'number' ? 'decimal' : undefined}
            list={hint.type === 'choice' ? `${id}-options` : undefined}
            aria-describedby={described}
            aria-invalid={misfit === null ? undefined : true}
          />
          {picker !== undefined && <Picker type={picker} onPick={onPick} />}
          {hint.type === 'choice' && (
            <datalist id={`${id}-options`}>
              {hint.options.map((option) => (
                <option key={option} value={option}>
                  {option}
                </option>
              ))}
            </datalist>
          )}
        </div>
      )}
      {misfit !== null && (
        <p id={`${id}-misfit`} className={styles.misfit}>
          {misfit}
        </p>
      )}
    </div>
  );
}

/**
 * Opens the browser's picker. The field beside it stays a text field: a picker would show nothing of a value in
 * another notation.
 */
function Picker({ type, onPick }: { readonly type: string; readonly onPick: (value: string) => void }) {
  const own = useRef<HTMLInputElement>(null);
  const open = (): void => {
    const input = own.current;
    if (!input) return;
    try {
      input.showPicker();
    } catch {
      // In an older browser the picker is in the field itself.
      input.focus();
    }
  };
  return (
    <span className={styles.picker}>
      <input
        ref={own}
        type={type}
        tabIndex={-1}
        aria-hidden="true"
        onChange={({ target }) => target.value !== '' && onPick(target.value.replace('T', ' '))}
      />
      <Button
        size="small"
        variant="quiet"
        icon={<CalendarClock />}
        aria-label={type === 'time' ? 'Pick a time' : 'Pick a date'}
        onClick={open}
      />
    </span>
  );
}
