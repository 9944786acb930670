import { useState, type ComponentProps } from 'react';
import { Eye, EyeOff } from 'lucide-react';
import { classNames } from '../class-names.ts';
import { useFieldControl } from './field.tsx';
import styles from './inputs.module.css';

/** A single line of text, read in the direction of its first letter; takes its id and its ties from the `<Field>` around it. All props of `<input>`. */
export function TextInput({ className, type = 'text', ...rest }: ComponentProps<'input'>) {
  const field = useFieldControl();
  return <input dir="auto" {...field} {...rest} type={type} className={classNames(styles.control, className)} />;
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
