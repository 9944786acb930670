import { classNames } from '../class-names.ts';
import styles from './spinner.module.css';

export interface SpinnerProps {
  /** Name of the awaited content. */
  readonly label: string;
  /** True to show it at once. Otherwise it is invisible, but in its place, for the first 200 ms. */
  readonly atOnce?: boolean;
}

/** A round of dots beside the name of the awaited content. */
export function Spinner({ label, atOnce = false }: SpinnerProps) {
  return (
    <div role="status" className={classNames(styles.spinner, !atOnce && styles.patient)}>
      <span className={styles.wheel} aria-hidden="true" />
      <span>{label}</span>
    </div>
  );
}
