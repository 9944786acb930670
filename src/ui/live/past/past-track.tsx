import type { KeyboardEvent } from 'react';
import { classNames } from '#ui/primitives/class-names.ts';
import { actsClass, factClass } from '../../lists/detail-row.tsx';
import { Moment, momentText, shortText } from '../../shared/moment.tsx';
import { pastText } from './past-text.ts';
import type { PastScreen } from './use-past.ts';

const HOUR = 3_600_000;
/** Units of the drawing, over the whole time of the track. */
const WIDE = 10_000;
const HIGH = 100;

const WHOLE_LINE = '1 0 100%';
/** As long as the slider's way: half of its thumb is left out at each end. */
const SLIDE = { display: 'block', inlineSize: 'calc(100% - 1rem)', blockSize: '1rem', marginInline: '0.5rem' };

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
 * from change to change.
 */
export function PastTrack({ past }: { readonly past: PastScreen }) {
  const { track, moment, sought, showPrevious, showNext, go, drag } = past;
  if (moment === null) return null;
  // Its room is kept while it is read.
  if (track === null) return <div style={{ flex: WHOLE_LINE, blockSize: '4rem' }} />;
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
    <div style={{ flex: WHOLE_LINE }}>
      <svg
        style={SLIDE}
        viewBox={`0 0 ${WIDE} ${HIGH}`}
        preserveAspectRatio="none"
        stroke="currentColor"
        aria-hidden="true"
      >
        <path d={drawing(track)} strokeWidth="2" vectorEffect="non-scaling-stroke" />
      </svg>
      <input
        type="range"
        style={{ inlineSize: '100%', blockSize: '1.5rem', margin: 0, accentColor: 'var(--color-accent)' }}
        aria-label="Moment"
        aria-valuetext={pastText(at)}
        min={from}
        max={to}
        step={1_000}
        value={at}
        onChange={(event) => drag(Number(event.target.value))}
        onKeyDown={press}
      />
      <div className={classNames(actsClass, factClass)} style={{ justifyContent: 'space-between' }} aria-hidden="true">
        <Moment at={from} text={shortText} />
        {sought !== null && <Moment at={sought} text={momentText} />}
        <Moment at={to} text={shortText} />
      </div>
    </div>
  );
}
