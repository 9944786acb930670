import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import styles from './card.module.css';

export interface CardProps {
  readonly title: ReactNode;
  /** The heading level that fits the page; 3 unless given. */
  readonly level?: 2 | 3;
  /** A line of prose; nothing when absent. */
  readonly description?: ReactNode;
  readonly icon?: ReactNode;
  /** Buttons and links, at the lower edge of the card. */
  readonly actions?: ReactNode;
  /** `live`: on the wall; `wip`: a work in progress (dashed: not there yet); `plain` else. */
  readonly look?: 'plain' | 'live' | 'wip';
  /** Inside a `<CardGrid>` a card is a list item; on its own give `section`. */
  readonly as?: 'li' | 'section';
  readonly children?: ReactNode;
}

/** One thing with a name, what it is, and what can be done with it. */
export function Card({
  title,
  level = 3,
  description,
  icon,
  actions,
  look = 'plain',
  as: Element = 'li',
  children,
}: CardProps) {
  const Heading = `h${level}` as const;
  return (
    <Element className={classNames(styles.card, styles[look])}>
      <div className={styles.head}>
        {icon !== undefined && (
          <span className={styles.icon} aria-hidden="true">
            {icon}
          </span>
        )}
        <Heading dir="auto" className={styles.title}>
          {title}
        </Heading>
      </div>
      {description !== undefined && description !== null && description !== '' && (
        <p dir="auto" className={styles.description}>
          {description}
        </p>
      )}
      {children}
      {actions !== undefined && <div className={styles.actions}>{actions}</div>}
    </Element>
  );
}

export interface CardGridProps {
  /** The id of its heading. */
  readonly labelledBy: string;
  /** One under the other, each as a row. */
  readonly isRows?: boolean;
  readonly children: ReactNode;
}

/** Cards as a list: in as many columns as fit, or as rows. */
export function CardGrid({ labelledBy, isRows = false, children }: CardGridProps) {
  return (
    // WebKit drops the list semantics of a list without markers unless the role is written out.
    <ul role="list" className={classNames(styles.grid, isRows && styles.rows)} aria-labelledby={labelledBy}>
      {children}
    </ul>
  );
}

export interface SectionProps {
  readonly title: ReactNode;
  /** What stands apart from the title, at the end of its row. */
  readonly aside?: ReactNode;
  /** A line that explains its words, under the title. */
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
        {aside}
      </div>
      {hint && <p className={styles.description}>{hint}</p>}
      {children}
    </section>
  );
}
