import { useWall } from '#ui/live/wall/use-wall.ts';
import { Moment, timeText } from '../../shared/moment.tsx';
import styles from '../live.module.css';

/** The host's time: whoever reads how old a document is has something to compare it with. */
export function WallClock() {
  const minute = useWall()?.minute ?? null;
  return (
    minute !== null && (
      <span className={styles.clock}>
        <Moment at={minute} text={timeText} />
      </span>
    )
  );
}
