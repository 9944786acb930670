import { classNames } from '../class-names.ts';
import styles from './live-badge.module.css';

export interface LiveBadgeProps {
  /**
   * `live`: the screen is current; `connecting`: the stream is being opened; `opening`: the content is; `waiting`: the stream is lost, being tried
   * again; `doubtful`: open, but not to be believed; `past`: it shows an earlier moment.
   */
  readonly state: 'live' | 'connecting' | 'opening' | 'waiting' | 'doubtful' | 'past';
  /** The words, for example 'Live' or 'Reconnecting…'. */
  readonly children: string;
}

/** Shows if the content of the screen is kept current: words, and a dot that is solid if so and hollow if not. */
export function LiveBadge({ state, children }: LiveBadgeProps) {
  return (
    <span role="status" className={classNames(styles.badge, styles[state])}>
      <span className={styles.dot} aria-hidden="true" />
      <span>{children}</span>
    </span>
  );
}
