import type { ComponentProps, ReactNode } from 'react';
import styles from './check-box.module.css';

/** A box to tick with its words beside it. All props of `<input>` but `type`. */
export function CheckBox({
  children,
  ...rest
}: Omit<ComponentProps<'input'>, 'type'> & { readonly children: ReactNode }) {
  return (
    <label className={styles.box}>
      <input {...rest} type="checkbox" />
      {children}
    </label>
  );
}
