import { ChevronLeft, ChevronRight } from 'lucide-react';
import type { usePageTurner } from '#ui/hooks/use-page-turner.ts';
import { useWall } from '#ui/hooks/use-wall.ts';
import { Button } from '#ui/primitives/button.tsx';
import styles from './pager.module.css';

const LOOK = { variant: 'quiet', size: 'small' } as const;

/** Which page of a document is seen, where it has more than one, and what turns them by hand. */
export function Pager({ pages: { count, at, showNext, showPrevious } }: { pages: ReturnType<typeof usePageTurner> }) {
  // On a wall before which nobody sits they leave with the bar.
  const style = { visibility: useWall()?.isResting ? ('hidden' as const) : undefined };
  return (
    // Its room is kept: how many pages there are is known when the document is fitted.
    <span
      className={styles.pager}
      role="group"
      aria-label="Pages of the document"
      inert={count < 2}
      style={{ visibility: count < 2 ? 'hidden' : 'visible' }}
    >
      <Button
        className={styles.turn}
        icon={<ChevronLeft />}
        aria-label="Previous page"
        style={style}
        {...LOOK}
        onClick={showPrevious}
      />
      <span>
        <span className={styles.word}>Page </span>
        <span>{`${at + 1} of ${count}`}</span>
      </span>
      <Button
        className={styles.turn}
        icon={<ChevronRight />}
        aria-label="Next page"
        style={style}
        {...LOOK}
        onClick={showNext}
      />
    </span>
  );
}
