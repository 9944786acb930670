import { Clock, ClockAlert } from 'lucide-react';
import type { Staleness, useDocumentAge } from '#ui/live/use-live-truth.ts';
import { classNames } from '#ui/primitives/class-names.ts';
import { VisuallyHidden } from '#ui/primitives/layout/visually-hidden.tsx';
import { Moment, momentText, shortText } from '../shared/moment.tsx';
import { spanText } from '../shared/age-text.ts';
import styles from './document-age.module.css';

const LOOKS = {
  old: { look: styles.old, word: 'Old', icon: <Clock aria-hidden="true" /> },
  veryOld: { look: styles.veryOld, word: 'Very old', icon: <ClockAlert aria-hidden="true" /> },
} as const satisfies Record<Staleness, unknown>;

type DocumentAgeProps = {
  /** True if it counts to an earlier moment. */
  isPast: boolean;
  age: ReturnType<typeof useDocumentAge>;
  /** The moment of its submission, in epoch milliseconds, or null. */
  submittedOn: number | null;
  /** The author's name, or null. */
  submittedBy: string | null;
};

/**
 * The time since the document's submission, large, with its author and time. An old one is labelled in words. Each text that changes is alone in
 * its element: a translator or an extension that rewrites it in the page then removes no element that React needs.
 */
export function DocumentAge({ isPast, age: { minutes, staleness }, submittedOn, submittedBy }: DocumentAgeProps) {
  if (submittedOn === null) return null;
  const { look, word, icon } = staleness ? LOOKS[staleness] : { look: undefined, word: '', icon: null };
  return (
    <span className={styles.age} title={momentText(submittedOn)}>
      {minutes !== null && (
        <span className={classNames(styles.ago, look)}>
          {icon}
          {word && <span className={styles.word}>{word}</span>}
          <span>
            <VisuallyHidden> Submitted </VisuallyHidden>
            <span>{minutes > 0 ? spanText(minutes) : isPast ? 'just then' : 'just now'}</span>
            {minutes > 0 && <span className={styles.unit}>{isPast ? ' before' : ' ago'}</span>}
          </span>
        </span>
      )}
      {submittedBy && (
        <span className={styles.who}>
          <VisuallyHidden> by </VisuallyHidden>
          <bdi>{submittedBy}</bdi>
        </span>
      )}
      <span className={styles.moment}>
        {' '}
        <Moment at={submittedOn} text={(at) => shortText(at, minutes === null ? undefined : at + minutes * 60_000)} />
      </span>
    </span>
  );
}
