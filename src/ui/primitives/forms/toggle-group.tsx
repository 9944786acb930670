import type { ReactNode } from 'react';
import * as RadixToggleGroup from '@radix-ui/react-toggle-group';
import styles from './toggle-group.module.css';

export interface ToggleOption<Value extends string> {
  readonly value: Value;
  readonly label: string;
  readonly icon?: ReactNode;
}

export interface ToggleGroupProps<Value extends string> {
  /** Subject of the choice, for assistive technology: 'View'. */
  readonly label: string;
  readonly options: ReadonlyArray<ToggleOption<Value>>;
  readonly value: Value;
  readonly onChange: (value: Value) => void;
}

/** One choice out of a few, all visible (Document | Attributes). One tab stop; arrows move, Enter or Space chooses. Never empty. */
export function ToggleGroup<Value extends string>({ label, options, value, onChange }: ToggleGroupProps<Value>) {
  function handleChange(next: string): void {
    const option = options.find((candidate) => candidate.value === next);
    // A press on the chosen option gives '' from Radix, which would empty the choice.
    if (option) onChange(option.value);
  }

  return (
    <RadixToggleGroup.Root
      type="single"
      className={styles.group}
      aria-label={label}
      value={value}
      onValueChange={handleChange}
    >
      {options.map((option) => (
        <RadixToggleGroup.Item key={option.value} value={option.value} className={styles.item}>
          {option.icon !== undefined && (
            <span className={styles.icon} aria-hidden="true">
              {option.icon}
            </span>
          )}
          {option.label}
        </RadixToggleGroup.Item>
      ))}
    </RadixToggleGroup.Root>
  );
}
