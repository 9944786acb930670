import type { ReactNode } from 'react';
import { Inbox } from 'lucide-react';
import { classNames } from '../class-names.ts';
import styles from './states.module.css';

export interface EmptyStateProps {
  /** The sentence for an empty place. */
  readonly message: ReactNode;
  /** Advice in words. */
  readonly hint?: ReactNode;
  readonly actions?: ReactNode;
}

/** An empty place: dashed, with a way out. */
export function EmptyState({ message, hint, actions }: EmptyStateProps) {
  return (
    <div className={classNames(styles.state, styles.empty)}>
      <span className={styles.icon} aria-hidden="true">
        <Inbox />
      </span>
      <p className={styles.message}>{message}</p>
      {hint !== undefined && <div className={styles.hint}>{hint}</div>}
      {actions !== undefined && <div className={styles.actions}>{actions}</div>}
    </div>
  );
}
