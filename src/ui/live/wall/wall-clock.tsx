import { useWall } from '#ui/live/wall/use-wall.ts';
import { Moment, timeText } from '../../shared/moment.tsx';
import styles from '../live.module.css';

/** The host's time: users compare a document's age with it. */
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
