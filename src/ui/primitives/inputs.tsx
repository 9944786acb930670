import { useState, type ComponentProps } from 'react';
import { ChevronDown, Eye, EyeOff } from 'lucide-react';
import { classNames } from './class-names.ts';
import { useFieldControl } from './field.tsx';
import styles from './inputs.module.css';

/** A single line of text; takes its id and its ties from the `<Field>` around it. All props of `<input>`. */
export function TextInput({ className, type = 'text', ...rest }: ComponentProps<'input'>) {
  const field = useFieldControl();
  return <input {...field} {...rest} type={type} className={classNames(styles.control, className)} />;
}

/** Text of several lines; grows with its content where the browser can. All props of `<textarea>`. */
export function TextArea({ className, rows = 3, ...rest }: ComponentProps<'textarea'>) {
  const field = useFieldControl();
  return <textarea {...field} {...rest} rows={rows} className={classNames(styles.control, styles.area, className)} />;
}

/** A password with a button that shows it. All props of `<input>` but `type`; give `autoComplete`. */
export function PasswordInput({ className, ...rest }: Omit<ComponentProps<'input'>, 'type'>) {
  const field = useFieldControl();
  const [shown, setShown] = useState(false);
  return (
    <div className={styles.group}>
      <input
        {...field}
        {...rest}
        type={shown ? 'text' : 'password'}
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        className={classNames(styles.control, styles.withToggle, className)}
      />
      <button
        type="button"
        className={styles.toggle}
        aria-pressed={shown}
        aria-controls={rest.id ?? field?.id}
        aria-label="Show password"
        onClick={() => setShown(!shown)}
      >
        {shown ? <EyeOff aria-hidden="true" /> : <Eye aria-hidden="true" />}
        <span aria-hidden="true">{shown ? 'Hide' : 'Show'}</span>
      </button>
    </div>
  );
}

/** The browser's own select, for short choices. Put an empty `<option value="">` first. All props of `<select>`. */
export function NativeSelect({ className, children, ...rest }: ComponentProps<'select'>) {
  const field = useFieldControl();
  return (
    <div className={styles.group}>
      <select {...field} {...rest} className={classNames(styles.control, styles.select, className)}>
        {children}
      </select>
      <ChevronDown className={styles.chevron} aria-hidden="true" />
    </div>
  );
}
