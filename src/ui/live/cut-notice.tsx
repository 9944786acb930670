import { Unplug } from 'lucide-react';
import type { Cut, useLiveTruth } from '#ui/live/use-live-truth.ts';
import { VisuallyHidden } from '#ui/primitives/layout/visually-hidden.tsx';
import { Moment, shortText } from '../shared/moment.tsx';
import styles from './cut-notice.module.css';

const WORDS: Record<Cut, string> = { disconnected: 'Not connected', outdated: 'Not up to date' };

type CutNoticeProps = ReturnType<typeof useLiveTruth> & {
  /** True if nothing is shown, and so nothing can be out of date. */
  readonly isEmpty: boolean;
};

/**
 * Shows in the head of a pane that its content may be out of date, and since when: large, in words. A screen reader announces it once, however often
 * the connection is tried again meanwhile.
 */
export function CutNotice({ cut, since, isEmpty }: CutNoticeProps) {
  return (
    <>
      <VisuallyHidden role="alert">
        {cut && (isEmpty ? `${WORDS[cut]}.` : `${WORDS[cut]}. What is shown here may be out of date.`)}
      </VisuallyHidden>
      {cut && (
        <div className={styles.notice}>
          <Unplug aria-hidden="true" />
          <span>
            <span>{WORDS[cut]}</span>
            {since !== null && (
              <span>
                {' '}
                since <Moment at={since} text={shortText} />
              </span>
            )}
          </span>
        </div>
      )}
    </>
  );
}
