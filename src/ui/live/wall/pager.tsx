import { ChevronLeft, ChevronRight } from 'lucide-react';
import type { usePageTurner } from '#ui/live/wall/use-page-turner.ts';
import { useWall } from '#ui/live/wall/use-wall.ts';
import { Button } from '#ui/primitives/forms/button.tsx';
import { VisuallyHidden } from '#ui/primitives/layout/visually-hidden.tsx';
import styles from './pager.module.css';

const LOOK = { variant: 'quiet', size: 'small' } as const;

/** Maximum number of dots: more cannot be counted at a glance. */
const MOST_DOTS = 6;

/** The current page of a document with more than one, and buttons for turning. */
export function Pager({ pages: { count, at, showNext, showPrevious } }: { pages: ReturnType<typeof usePageTurner> }) {
  // On a wall without a user they disappear with the bar.
  const isResting = useWall()?.isResting === true;
  if (count < 2) return null;
  return (
    <span className={styles.pager} role="group" aria-label="Pages of the document">
      {!isResting && (
        <Button
          className={styles.turn}
          icon={<ChevronLeft />}
          aria-label="Previous page"
          {...LOOK}
          onClick={showPrevious}
        />
      )}
      <VisuallyHidden>{`Page ${at + 1} of ${count}`}</VisuallyHidden>
      <span className={styles.dots} aria-hidden="true">
        {count > MOST_DOTS
          ? `${at + 1}/${count}`
          : Array.from({ length: count }, (_, page) => (
              <span key={page} className={page === at ? styles.seen : undefined} />
            ))}
      </span>
      {!isResting && (
        <Button className={styles.turn} icon={<ChevronRight />} aria-label="Next page" {...LOOK} onClick={showNext} />
      )}
    </span>
  );
}
