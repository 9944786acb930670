import { createContext, use, useId, type ReactNode } from 'react';
import { CircleAlert } from 'lucide-react';
import { classNames } from '../class-names.ts';
import { lines } from '../layout/lines.tsx';
import styles from './field.module.css';

/** Attributes that tie a control inside a `<Field>` to its label, hint and error. */
export interface FieldControl {
  readonly id: string;
  readonly required: boolean;
  readonly 'aria-describedby': string | undefined;
  readonly 'aria-invalid': true | undefined;
}

const FieldContext = createContext<FieldControl | null>(null);

/** The attributes that tie a control of one's own to the `<Field>` around it; `null` outside of one. */
export function useFieldControl(): FieldControl | null {
  return use(FieldContext);
}

export interface FieldProps {
  /** The visible label; always there, since a placeholder is none. */
  readonly label: ReactNode;
  readonly hint?: ReactNode;
  /** Problem and advice, in words. Announced when it is set. */
  readonly error?: string | null | undefined;
  readonly required?: boolean;
  /** Exactly one control: TextInput, PasswordInput, TextArea, NativeSelect or Select. */
  readonly children: ReactNode;
  readonly className?: string | undefined;
}

/** Label, hint, error and one control, tied together for assistive technology. */
export function Field({ label, hint, error, required = false, children, className }: FieldProps) {
  const id = useId();
  const hintId = `${id}-hint`;
  const errorId = `${id}-error`;
  const hasError = error !== undefined && error !== null && error !== '';
  const control: FieldControl = {
    id,
    required,
    'aria-describedby': classNames(hasError && errorId, hint !== undefined && hintId),
    'aria-invalid': hasError || undefined,
  };
  return (
    <div className={classNames(styles.field, className)}>
      <label className={styles.label} htmlFor={id}>
        {label}
        {required && (
          <span className={styles.required} aria-hidden="true">
            {' '}
            *
          </span>
        )}
      </label>
      {hint !== undefined && (
        <p className={styles.hint} id={hintId}>
          {hint}
        </p>
      )}
      <FieldContext value={control}>{children}</FieldContext>
      <div className={styles.error} id={errorId} aria-live="polite">
        {hasError && (
          <>
            <CircleAlert aria-hidden="true" />
            <span>{lines(error)}</span>
          </>
        )}
      </div>
    </div>
  );
}

/** Two or more fields side by side if there is room, else one below the other. */
export function FieldRow({ children }: { readonly children: ReactNode }) {
  return <div className={styles.row}>{children}</div>;
}

/** A form's fields with even gaps. */
export function FieldStack({ children }: { readonly children: ReactNode }) {
  return <div className={styles.stack}>{children}</div>;
}

/** Buttons of a form, side by side. */
export function FieldActions({ children }: { readonly children: ReactNode }) {
  return <div className={styles.actions}>{children}</div>;
}
