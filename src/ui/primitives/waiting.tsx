import { classNames } from './class-names.ts';
import { VisuallyHidden } from './visually-hidden.tsx';
import styles from './waiting.module.css';

export interface SpinnerProps {
  /** What is awaited, in words. */
  readonly label: string;
  /** Whether it is seen from its first moment on. Otherwise it is invisible, but in its place, for the first 200 ms. */
  readonly atOnce?: boolean;
}

/** A round of dots beside words that say what is awaited. */
export function Spinner({ label, atOnce = false }: SpinnerProps) {
  return (
    <div role="status" className={classNames(styles.spinner, !atOnce && styles.patient)}>
      <span className={styles.wheel} aria-hidden="true" />
      <span>{label}</span>
    </div>
  );
}

export interface SkeletonProps {
  /** What is awaited, in words, for assistive technology: 'Loading templates'. */
  readonly label: string;
  /** `cards`: a grid of cards; `lines`: a list or a paragraph; `frame`: a document, as high as its container. */
  readonly shape: 'cards' | 'lines' | 'frame';
  /** How many cards or lines. */
  readonly count?: number;
}

/** Keeps the room of what is coming. Shows itself after 200 ms, so that a quick answer does not flicker. */
export function Skeleton({ label, shape, count = 3 }: SkeletonProps) {
  const pieces = shape === 'frame' ? 1 : count;
  return (
    <div className={classNames(styles.skeleton, styles[shape])}>
      <VisuallyHidden role="status">{label}</VisuallyHidden>
      {Array.from({ length: pieces }, (_, index) => (
        <div key={index} className={styles.piece} aria-hidden="true" />
      ))}
    </div>
  );
}

export interface LiveBadgeProps {
  /** `live`: the stream is open; `connecting`: being opened; `waiting`: lost, being tried again. */
  readonly state: 'live' | 'connecting' | 'waiting';
  /** The words, for example 'Live' or 'Reconnecting…'. */
  readonly children: string;
}

/** Says whether what is on the screen is kept current: words, and a dot that is solid when it is and hollow when it is not. */
export function LiveBadge({ state, children }: LiveBadgeProps) {
  return (
    <span role="status" className={classNames(styles.badge, styles[state])}>
      <span className={styles.dot} aria-hidden="true" />
      {children}
    </span>
  );
}
