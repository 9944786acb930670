import type { ReactNode } from 'react';
import { CircleAlert } from 'lucide-react';
import { classNames } from '../class-names.ts';
import { lines } from '../layout/lines.tsx';
import styles from './states.module.css';

export interface ErrorStateProps {
  readonly title: ReactNode;
  /** Explanation and advice. */
  readonly message?: ReactNode;
  /** Ways on: Try Again first. */
  readonly actions?: ReactNode;
  /** The heading level that fits the page; 1 when the state is the whole page. */
  readonly level?: 1 | 2 | 3;
}

/** A screen or a part of one that could not be shown. Announced as an alert. */
export function ErrorState({ title, message, actions, level = 2 }: ErrorStateProps) {
  const Heading = `h${level}` as const;
  return (
    <div className={classNames(styles.state, styles.error)}>
      <span className={styles.icon} aria-hidden="true">
        <CircleAlert />
      </span>
      <div role="alert" className={styles.words}>
        <Heading className={styles.title} {...(level === 1 && { tabIndex: -1 })}>
          {title}
        </Heading>
        {message !== undefined && message !== null && message !== '' && <p className={styles.hint}>{lines(message)}</p>}
      </div>
      {actions !== undefined && <div className={styles.actions}>{actions}</div>}
    </div>
  );
}
