import type { ComponentProps } from 'react';
import { ChevronDown } from 'lucide-react';
import { classNames } from '../class-names.ts';
import { useFieldControl } from './field.tsx';
import styles from './inputs.module.css';

export interface SelectOption {
  /** Never empty: no choice is `''` of the whole select. */
  readonly value: string;
  readonly label: string;
}

export interface NativeSelectProps extends Omit<ComponentProps<'select'>, 'children' | 'className'> {
  readonly options: readonly SelectOption[];
  /** The words for no choice, which stand first. */
  readonly placeholder?: string;
  /** Options apart from the others, after them, under a name of their own. */
  readonly apart?: { readonly label: string; readonly options: readonly SelectOption[] };
}

/** The browser's own select, for short choices and for thousands. All props of `<select>`. */
export function NativeSelect({ options, placeholder, apart, ...rest }: NativeSelectProps) {
  const field = useFieldControl();
  return (
    <div className={styles.group}>
      <select {...field} {...rest} className={classNames(styles.control, styles.select)}>
        {placeholder !== undefined && <option value="">{placeholder}</option>}
        <Options options={options} />
        {apart && apart.options.length > 0 && (
          <optgroup label={apart.label}>
            <Options options={apart.options} />
          </optgroup>
        )}
      </select>
      <ChevronDown className={styles.chevron} aria-hidden="true" />
    </div>
  );
}

const Options = ({ options }: Pick<NativeSelectProps, 'options'>) =>
  options.map(({ value, label }, at) => (
    // oxlint-disable-next-line react/no-array-index-key -- a document's own select may have a value twice
    <option key={at} value={value} dir="auto">
      {label}
    </option>
  ));
