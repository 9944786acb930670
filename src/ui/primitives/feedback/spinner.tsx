import { classNames } from '../class-names.ts';
import styles from './spinner.module.css';

export interface SpinnerProps {
  /** What is awaited, in words. */
  readonly label: string;
  /** Whether it is seen from its first moment on. Otherwise it is invisible, but in its place, for the first 200 ms. */
  readonly atOnce?: boolean;
}

/** A round of dots beside words that say what is awaited. */
export function Spinner({ label, atOnce = false }: SpinnerProps) {
  return (
    <div role="status" className={classNames(styles.spinner, !atOnce && styles.patient)}>
      <span className={styles.wheel} aria-hidden="true" />
      <span>{label}</span>
    </div>
  );
}
