import { Clock, ClockAlert } from 'lucide-react';
import type { Staleness, useDocumentAge } from '#ui/hooks/use-live-truth.ts';
import { classNames } from '#ui/primitives/class-names.ts';
import { Moment } from '../shared/moment.tsx';
import { agoText, oldText } from './age-text.ts';
import styles from './document-age.module.css';

const LOOK: Record<Staleness, string | undefined> = { old: styles.old, veryOld: styles.veryOld };

type DocumentAgeProps = {
  age: ReturnType<typeof useDocumentAge>;
  /** The moment of its submission, in epoch milliseconds, or null. */
  submittedOn: number | null;
  /** The name of who submitted it, or null. */
  submittedBy: string | null;
};

/**
 * How long ago the document was submitted and by whom, large, and the moment beside it. An old one says so in words. Each text that changes stands alone in its
 * element: a translator or an extension that rewrites it in the page takes nothing away that would have to be found again.
 */
export function DocumentAge({ age: { minutes, staleness, limit }, submittedOn, submittedBy }: DocumentAgeProps) {
  if (submittedOn === null) return null;
  return (
    <span className={styles.age}>
      {' '}
      <span className={classNames(styles.ago, staleness && LOOK[staleness])}>
        {staleness && (staleness === 'old' ? <Clock aria-hidden="true" /> : <ClockAlert aria-hidden="true" />)}
        {minutes !== null && (
          <span>
            <span>{`Submitted ${agoText(minutes)}${submittedBy ? ' by ' : ''}`}</span>
            {submittedBy && <bdi>{submittedBy}</bdi>}
          </span>
        )}
        {staleness && <strong>{` ${oldText(limit)}`}</strong>}
      </span>{' '}
      <span className={styles.moment}>
        <Moment at={submittedOn} />
      </span>
    </span>
  );
}
