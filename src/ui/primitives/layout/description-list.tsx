import type { ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import styles from './description-list.module.css';

export interface DescriptionItem {
  readonly term: string;
  readonly value: ReactNode;
}

export interface DescriptionListProps {
  readonly items: readonly DescriptionItem[];
  /** True in a row of a list, whose values need no visible terms: these are for screen readers. */
  readonly isRow?: boolean;
}

/** Facts about one thing: terms and values, side by side where there is room. An item without a value is left out. */
export function DescriptionList({ items, isRow = false }: DescriptionListProps) {
  return (
    <dl className={classNames(styles.list, isRow && styles.row)}>
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
