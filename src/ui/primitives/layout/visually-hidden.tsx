import type { ComponentProps } from 'react';
import { classNames } from '../class-names.ts';
import styles from './visually-hidden.module.css';

/** Text for assistive technology alone. All props of a `<span>` (give `role="status"` to make it a live region that stays mounted). */
export function VisuallyHidden({ className, ...rest }: ComponentProps<'span'>) {
  return <span {...rest} className={classNames(styles.hidden, className)} />;
}
