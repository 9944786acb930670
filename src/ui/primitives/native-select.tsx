import type { ComponentProps } from 'react';
import { ChevronDown } from 'lucide-react';
import { classNames } from './class-names.ts';
import { useFieldControl } from './field.tsx';
import styles from './inputs.module.css';

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
