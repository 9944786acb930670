import { ChevronDown } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Button } from '#ui/primitives/forms/button.tsx';
import styles from './detail-row.module.css';

type DetailRowProps = {
  readonly name: string;
  /** Beside the name, in the same column. */
  readonly beside: ReactNode;
  /** Further columns: a `<span>` each. */
  readonly facts: ReactNode;
  /** All actions of the entry. */
  readonly children: ReactNode;
};

/** One line of a list, with the entry's actions behind it. */
export function DetailRow({ name, beside, facts, children }: DetailRowProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <li className={styles.row}>
      <details onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>
          <span className={styles.what}>
            <h3 dir="auto">{name}</h3>
            {beside}
          </span>
          {facts}
          <ChevronDown aria-hidden="true" />
        </summary>
        {isOpen && <div className={styles.more}>{children}</div>}
      </details>
    </li>
  );
}

/** A list whose entries are divided by lines, and an entry of it with text alone. */
export const rowsClass: string = styles.rows ?? '';
export const rowClass: string = styles.plain ?? '';

/** A fact in muted letters, in a column or beside a name. */
export const factClass: string = styles.fact ?? '';

/** Class of things beside each other, in as many lines as they need. */
export const actsClass: string = styles.acts ?? '';

/** Buttons and links in a line, or in lines. */
export function Acts({ children }: { readonly children: ReactNode }) {
  return <div className={actsClass}>{children}</div>;
}

/** The button for the next page of a list, if there is one. */
export const ShowMore = ({ next, adding, more }: { next: boolean; adding: boolean; more: () => void }) =>
  next && (
    <div>
      <Button busy={adding} busyLabel="Loading more" onClick={more}>
        Show More
      </Button>
    </div>
  );
