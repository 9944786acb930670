import type { KeyboardEvent } from 'react';
import { NativeSelect } from '#ui/primitives/forms/native-select.tsx';
import { Moment, momentText, pastText, shortText } from '../../shared/moment.tsx';
import styles from './past.module.css';
import type { PastScreen } from './use-past.ts';

const HOUR = 3_600_000;
/** Units of the drawing, over the whole time of the track. */
const WIDE = 10_000;
const HIGH = 100;

type Track = NonNullable<PastScreen['track']>;

/** A line for each submission; where they are too many, bars as high as their number. */
function drawing({ from, to, moments, density }: Track): string {
  const x = (at: number): number => Math.round(((at - from) / Math.max(1, to - from)) * WIDE);
  if (moments.length > 0) return [...new Set(moments.map(({ at }) => x(at)))].map((at) => `M${at} 0V${HIGH}`).join('');
  const most = Math.max(1, ...density.map(({ count }) => count));
  return density
    .filter(({ count }) => count > 0)
    .map(({ from: at, count }) => `M${x(at)} ${HIGH}V${Math.round(HIGH - HIGH * Math.max(0.1, count / most))}`)
    .join('');
}

/**
 * The submissions of all panes over time, and the moment among them, which can be moved: by a pointer, and by the keys of a slider, of which the arrows go
 * from change to change. On a phone the changes are a list.
 */
export function PastTrack({ past }: { readonly past: PastScreen }) {
  const { track, moment, sought, showPrevious, showNext, go, drag } = past;
  if (moment === null) return null;
  // Its room is kept while it is read.
  if (track === null) return <div className={styles.track} />;
  const { from, to } = track;
  const at = Math.min(to, Math.max(from, sought ?? moment));
  const press = (event: KeyboardEvent): void => {
    const act = {
      ArrowLeft: showPrevious,
      ArrowDown: showPrevious,
      ArrowRight: showNext,
      ArrowUp: showNext,
      PageUp: () => go(moment + HOUR),
      PageDown: () => go(moment - HOUR),
      Home: () => go(from),
      End: () => go(to),
    }[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  };
  return (
    <>
      <div className={styles.track}>
        <svg viewBox={`0 0 ${WIDE} ${HIGH}`} preserveAspectRatio="none" aria-hidden="true">
          <path d={drawing(track)} />
        </svg>
        <input
          type="range"
          aria-label="Moment"
          aria-valuetext={pastText(at)}
          min={from}
          max={to}
          step={1_000}
          value={at}
          onChange={(event) => drag(Number(event.target.value))}
          onKeyDown={press}
        />
      </div>
      <div className={styles.edges} aria-hidden="true">
        <Moment at={from} text={shortText} />
        {sought !== null && <Moment at={sought} text={momentText} />}
        <Moment at={to} text={shortText} />
      </div>
      {track.moments.length > 0 && (
        <div className={styles.list}>
          <NativeSelect
            aria-label="Changes"
            placeholder="Changes of this time…"
            value={track.moments.some((one) => one.at === moment) ? String(moment) : ''}
            options={[...new Set(track.moments.map((one) => one.at))].map((one) => ({
              value: String(one),
              label: momentText(one),
            }))}
            onChange={(event) => {
              if (event.target.value !== '') go(Number(event.target.value));
            }}
          />
        </div>
      )}
    </>
  );
}
