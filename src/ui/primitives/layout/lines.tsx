import type { ReactNode } from 'react';
import styles from './lines.module.css';

/** A message whose text has lines, each in an element of its own; any other unchanged. */
export function lines(message: ReactNode): ReactNode {
  if (typeof message !== 'string' || !message.includes('\n')) return message;
  return message.split('\n').map((line) => (
    <span key={line} className={styles.line}>
      {line}
    </span>
  ));
}
