import { classNames } from '../class-names.ts';
import { VisuallyHidden } from '../layout/visually-hidden.tsx';
import styles from './skeleton.module.css';

export interface SkeletonProps {
  /** Name of the awaited content for assistive technology: 'Loading templates'. */
  readonly label: string;
  /** `cards`: a grid of cards; `lines`: a list or a paragraph; `frame`: a document, as high as its container. */
  readonly shape: 'cards' | 'lines' | 'frame';
  /** Number of cards or lines. */
  readonly count?: number;
}

/** Reserves the room of awaited content. It appears after 200 ms, so that a quick answer does not flicker. */
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
