import type { ReactNode, Ref } from 'react';
import { classNames } from '../class-names.ts';
import styles from './page-header.module.css';

export interface PageHeaderProps {
  readonly title: ReactNode;
  readonly subtitle?: ReactNode;
  /** Buttons and links; wrap under the title where there is no room beside it. */
  readonly actions?: ReactNode;
  /** `page`; `bar`: a row for the dashboards, where the document needs the height; `slim`: among other things in such a row. */
  readonly look?: 'page' | 'bar' | 'slim';
  /** Ref for moving the focus here after a navigation (the heading takes it, but is no tab stop). */
  readonly titleRef?: Ref<HTMLHeadingElement>;
}

/** Length from which a title is set smaller: a name as long as a sentence would fill a phone. */
const isLong = (title: ReactNode): boolean => typeof title === 'string' && title.length > 60;

/** The page's `<h1>`, its subtitle, and its actions. */
export function PageHeader({ title, subtitle, actions, look = 'page', titleRef }: PageHeaderProps) {
  return (
    <header className={classNames(styles.header, styles[look])}>
      <div className={styles.titles}>
        <h1
          dir="auto"
          className={classNames(styles.title, isLong(title) && styles.long)}
          title={look === 'slim' && typeof title === 'string' ? title : undefined}
          ref={titleRef}
          tabIndex={-1}
        >
          {title}
        </h1>
        {subtitle !== undefined && subtitle !== null && subtitle !== '' && (
          <div className={styles.subtitle}>{subtitle}</div>
        )}
      </div>
      {actions !== undefined && <div className={styles.actions}>{actions}</div>}
    </header>
  );
}
