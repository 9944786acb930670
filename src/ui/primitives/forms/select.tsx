import { useLayoutEffect, useState } from 'react';
import * as RadixSelect from '@radix-ui/react-select';
import { getNonce } from 'get-nonce';
import { Check, ChevronDown } from 'lucide-react';
import { classNames } from '../class-names.ts';
import { useFieldControl } from './field.tsx';
import inputs from './inputs.module.css';
import type { SelectOption } from './native-select.tsx';
import styles from './select.module.css';

export interface SelectProps {
  /** The name of its value in the form around it. */
  readonly name: string;
  readonly options: readonly SelectOption[];
  /** `''` while nothing is chosen. */
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Text while nothing is chosen. */
  readonly placeholder: string;
}

/** A list of names to choose one from, with room for long ones. Use it inside a `<form>` and a `<Field>`, which names it. */
export function Select({ name, options, value, onChange, placeholder }: SelectProps) {
  const field = useFieldControl();
  const nonce = getNonce();
  const [open, setOpen] = useState(false);
  const chosen = options.find((option) => option.value === value);
  useInertSurroundings(open);
  return (
    // No `required`: the hidden native select would block the form with the browser's bubble, instead of the form's own message.
    <RadixSelect.Root name={name} value={value} onValueChange={onChange} open={open} onOpenChange={setOpen}>
      <RadixSelect.Trigger
        id={field?.id}
        aria-describedby={field?.['aria-describedby']}
        aria-invalid={field?.['aria-invalid']}
        aria-required={field?.required || undefined}
        className={classNames(inputs.control, styles.trigger)}
      >
        <span dir="auto" className={styles.value}>
          <RadixSelect.Value placeholder={placeholder}>{chosen?.label ?? ''}</RadixSelect.Value>
        </span>
        <RadixSelect.Icon className={styles.chevron}>
          <ChevronDown aria-hidden="true" />
        </RadixSelect.Icon>
      </RadixSelect.Trigger>
      <RadixSelect.Portal>
        <RadixSelect.Content className={styles.list} position="popper" sideOffset={4} collisionPadding={8}>
          <RadixSelect.Viewport className={styles.viewport} {...(nonce === undefined ? {} : { nonce })}>
            {options.map((option) => (
              <RadixSelect.Item
                key={option.value}
                value={option.value}
                textValue={option.label}
                className={styles.option}
              >
                <span className={styles.tick}>
                  <RadixSelect.ItemIndicator>
                    <Check aria-hidden="true" />
                  </RadixSelect.ItemIndicator>
                </span>
                <RadixSelect.ItemText>
                  <bdi>{option.label}</bdi>
                </RadixSelect.ItemText>
              </RadixSelect.Item>
            ))}
          </RadixSelect.Viewport>
        </RadixSelect.Content>
      </RadixSelect.Portal>
    </RadixSelect.Root>
  );
}

/**
 * While the list is open Radix hides the rest of the page from assistive technology (`aria-hidden`), but leaves it focusable;
 * this makes the same elements inert. The focus has to be in the list first, and they are free again before it goes back.
 */
function useInertSurroundings(open: boolean): void {
  useLayoutEffect(() => {
    if (!open) return undefined;
    const held: HTMLElement[] = [];
    const hold = (): void => {
      for (const element of document.querySelectorAll<HTMLElement>('[data-aria-hidden="true"]:not([inert])')) {
        element.inert = true;
        held.push(element);
      }
    };
    document.addEventListener('focusin', hold);
    return () => {
      document.removeEventListener('focusin', hold);
      for (const element of held) element.inert = false;
    };
  }, [open]);
}
