import type { ReactNode } from 'react';
import styles from './card.module.css';

export interface CardProps {
  readonly title: ReactNode;
  /** The heading level that fits the page; 3 unless given. */
  readonly level?: 2 | 3;
  /** A line of prose, shortened to one line; nothing when absent. */
  readonly description?: string | null;
  readonly icon?: ReactNode;
  /** Buttons and links, at the end of the row. */
  readonly actions?: ReactNode;
  /** Inside a `<CardList>` a card is a list item; on its own give `section`. */
  readonly as?: 'li' | 'section';
  readonly children?: ReactNode;
}

/** One item with its name, description and actions. */
export function Card({ title, level = 3, description, icon, actions, as: Element = 'li', children }: CardProps) {
  const Heading = `h${level}` as const;
  return (
    <Element className={styles.card}>
      <div className={styles.body}>
        <div className={styles.head}>
          {icon !== undefined && (
            <span className={styles.icon} aria-hidden="true">
              {icon}
            </span>
          )}
          <Heading dir="auto" className={styles.title}>
            {title}
          </Heading>
          {description && (
            <p dir="auto" className={styles.description} title={description}>
              {description}
            </p>
          )}
        </div>
        {children}
      </div>
      {actions !== undefined && <div className={styles.actions}>{actions}</div>}
    </Element>
  );
}

export interface CardListProps {
  /** The id of its heading. */
  readonly labelledBy: string;
  readonly children: ReactNode;
}

/** Cards as a list, one under the other. */
export function CardList({ labelledBy, children }: CardListProps) {
  return (
    // WebKit drops the list semantics of a list without markers unless the role is written out.
    <ul role="list" className={styles.rows} aria-labelledby={labelledBy}>
      {children}
    </ul>
  );
}

export interface SectionProps {
  readonly title: ReactNode;
  /** Content apart from the title, at the end of its row. */
  readonly aside?: ReactNode;
  /** A line that explains its words, beside the title or under it. */
  readonly hint?: string | undefined;
  readonly id?: string;
  readonly children: ReactNode;
}

/** A part of a page under an `<h2>`, named by it. Give the `id` of the heading to tie a list to it. */
export function Section({ title, aside, hint, id, children }: SectionProps) {
  return (
    <section className={styles.section} aria-labelledby={id}>
      <div className={styles.sectionHead}>
        <h2 id={id}>{title}</h2>
        {hint && <p className={styles.hint}>{hint}</p>}
        {aside}
      </div>
      {children}
    </section>
  );
}
