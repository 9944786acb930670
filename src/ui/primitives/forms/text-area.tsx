import type { ComponentProps } from 'react';
import { classNames } from '../class-names.ts';
import { useFieldControl } from './field.tsx';
import styles from './inputs.module.css';

/** Text of several lines, each read in the direction of its first letter; grows with its content where the browser can. All props of `<textarea>`. */
export function TextArea({ className, rows = 3, ...rest }: ComponentProps<'textarea'>) {
  const field = useFieldControl();
  return (
    <textarea
      // Otherwise a browser stores the text on its disk, readable by others, to restore its tabs after a crash.
      autoComplete="off"
      dir="auto"
      {...field}
      {...rest}
      rows={rows}
      className={classNames(styles.control, styles.area, className)}
    />
  );
}
