import type { ComponentProps } from 'react';
import { classNames } from './class-names.ts';
import { useFieldControl } from './field.tsx';
import styles from './inputs.module.css';

/** Text of several lines; grows with its content where the browser can. All props of `<textarea>`. */
export function TextArea({ className, rows = 3, ...rest }: ComponentProps<'textarea'>) {
  const field = useFieldControl();
  return <textarea {...field} {...rest} rows={rows} className={classNames(styles.control, styles.area, className)} />;
}
