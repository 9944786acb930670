import type { ReactNode } from 'react';
import styles from './description-list.module.css';

export interface DescriptionItem {
  readonly term: string;
  readonly value: ReactNode;
}

/** Facts about one thing: terms and values, side by side where there is room. An item without a value is left out. */
export function DescriptionList({ items }: { readonly items: readonly DescriptionItem[] }) {
  return (
    <dl className={styles.list}>
      {items
        .filter(({ value }) => value !== undefined && value !== null && value !== '')
        .map(({ term, value }) => (
          <div key={term} className={styles.item}>
            <dt>{term}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  );
}
