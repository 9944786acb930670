import type { ComponentProps, MouseEvent, ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import { VisuallyHidden } from '../layout/visually-hidden.tsx';
import styles from './button.module.css';

export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger';
export type ButtonSize = 'small' | 'medium';

export interface ButtonLook {
  /** One `primary` a screen; `secondary` is the default. */
  readonly variant?: ButtonVariant | undefined;
  readonly size?: ButtonSize | undefined;
  /** Fills the whole width of its container. */
  readonly wide?: boolean | undefined;
}

/**
 * The class of a button, for a link: `<a className={buttonClass({ variant: 'primary' })}>`. An icon in it is a plain `<svg>` child before the
 * words.
 */
export function buttonClass({ variant = 'secondary', size = 'medium', wide = false }: ButtonLook = {}): string {
  return classNames(styles.button, styles[variant], styles[size], wide && styles.wide) ?? '';
}

export interface ButtonProps extends Omit<ComponentProps<'button'>, 'disabled'>, ButtonLook {
  /** Icon before the words, hidden from assistive technology. */
  readonly icon?: ReactNode;
  /** True while its action runs: the button keeps its width, words and focus, and ignores presses. */
  readonly busy?: boolean;
  /** Announcement while `busy`, for example 'Saving'. Always set it if the button can be busy: the live region must exist before. */
  readonly busyLabel?: string;
  /**
   * Cannot be used now. It stays focusable (`aria-disabled`), since a control that vanishes from the tab order cannot say why:
   * put a `<Tooltip>` with the reason around it.
   */
  readonly unavailable?: boolean;
}

/** A button that is never `disabled`: busy or unavailable it keeps the focus and does nothing. `type` is `button` unless given. */
export function Button({
  variant,
  size,
  wide,
  icon,
  busy = false,
  busyLabel,
  unavailable = false,
  type = 'button',
  className,
  children,
  onClick,
  ...rest
}: ButtonProps) {
  const blocked = busy || unavailable;

  function handleClick(event: MouseEvent<HTMLButtonElement>): void {
    if (blocked) {
      // Enter in a field submits a form by a click on its submit button: this stops that too.
      event.preventDefault();
      return;
    }
    onClick?.(event);
  }

  return (
    <>
      <button
        {...rest}
        type={type}
        aria-disabled={blocked || undefined}
        aria-busy={busy || undefined}
        className={classNames(buttonClass({ variant, size, wide }), className)}
        onClick={handleClick}
      >
        {icon !== undefined && (
          <span className={styles.icon} aria-hidden="true">
            {icon}
          </span>
        )}
        {children}
      </button>
      {busyLabel !== undefined && <VisuallyHidden role="status">{busy ? busyLabel : ''}</VisuallyHidden>}
    </>
  );
}
