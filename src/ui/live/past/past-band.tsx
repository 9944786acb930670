import { ArrowRight, ChevronLeft, ChevronRight, History, Pause, Play } from 'lucide-react';
import { type SyntheticEvent, useId } from 'react';
import { useWall } from '#ui/live/wall/use-wall.ts';
import { classNames } from '#ui/primitives/class-names.ts';
import { Button } from '#ui/primitives/forms/button.tsx';
import { TextInput } from '#ui/primitives/forms/inputs.tsx';
import { NativeSelect } from '#ui/primitives/forms/native-select.tsx';
import { VisuallyHidden } from '#ui/primitives/layout/visually-hidden.tsx';
import { hasDialog, isTyping, useKeys } from '#ui/shared/keys.ts';
import { Failure } from '../../shared/failure.tsx';
import { ButtonLink } from '../../shared/link.tsx';
import { Acts, actsClass, factClass } from '../../lists/detail-row.tsx';
import { Moment, momentText } from '../../shared/moment.tsx';
import { pastText } from './past-text.ts';
import styles from './past.module.css';
import { PastTrack } from './past-track.tsx';
import { type PastScreen, SPANS, usePast } from './use-past.ts';

/** Things at both ends of a line. */
const APART = { justifyContent: 'space-between' } as const;

/** How much faster than it was time passes while playing. */
const SPEEDS = [1, 10, 60, 600];

/** Button that leads from the present to its latest change. None on a wall. */
export function LookBack() {
  const past = usePast();
  const isOnWall = useWall()?.isOn === true;
  if (past === null || past.isPast || isOnWall) return null;
  return (
    <Button
      size="small"
      variant="quiet"
      icon={<History />}
      busy={past.isEntering}
      busyLabel="Looking back"
      onClick={past.enter}
    >
      Look Back
    </Button>
  );
}

/** The moment that a live screen shows, over all of its panes, with the ways to others; nothing in the present. */
export function PastBand() {
  const past = usePast();
  if (past === null) return null;
  const { isPast, isWrong, hasFailed, message, retry } = past;
  return (
    <>
      {isWrong && (
        <Failure message="The time in this address cannot be read, so this is the present. Write it as 2026-01-31T14:00:00Z." />
      )}
      {isPast && <Band past={past} />}
      {hasFailed && message !== null && <Failure message={message} onRetry={retry} />}
    </>
  );
}

type BandProps = { readonly past: PastScreen };

function Band({ past }: BandProps) {
  const { shown, moment, isSeeking, isReturning, isKnown, previous, next, showPrevious, showNext } = past;
  const isOnWall = useWall()?.isOn === true;
  useKeys((event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || event.defaultPrevented) return;
    if (isTyping(event.target) || hasDialog()) return;
    if (event.key === 'ArrowLeft') showPrevious();
    else if (event.key === 'ArrowRight') showNext();
  });
  return (
    <>
      <section className={classNames(actsClass, styles.band)} style={APART} aria-label="Earlier moment" data-past>
        <p className={actsClass} role="status">
          <History aria-hidden="true" />
          {shown === null ? (
            'Looking for what was shown then…'
          ) : (
            <strong title={`${momentText(shown)}, ${new Date(shown).toISOString()}`}>
              This is <Moment at={shown} text={pastText} />
            </strong>
          )}
          {shown !== null && isSeeking && moment !== null && (
            <span className={factClass}>
              Looking for <Moment at={moment} text={pastText} />…
            </span>
          )}
          {isReturning && <span className={factClass}>Looking for what is there now…</span>}
        </p>
        <Acts>
          <Button
            size="small"
            icon={<ChevronLeft />}
            unavailable={isKnown && previous === null}
            aria-keyshortcuts="ArrowLeft"
            onClick={showPrevious}
          >
            Previous Change
          </Button>
          <Button
            size="small"
            icon={<ChevronRight />}
            unavailable={isKnown && next === null}
            aria-keyshortcuts="ArrowRight"
            onClick={showNext}
          >
            Next Change
          </Button>
          <ButtonLink to={past.present} size="small" variant="primary" icon={ArrowRight}>
            Back to live
          </ButtonLink>
        </Acts>
      </section>
      {!isOnWall && <Ways past={past} />}
    </>
  );
}

function Ways({ past }: BandProps) {
  const { moment, track, isPlaying, span } = past;
  const changes = [...new Set(track?.moments.map(({ at }) => at))].map((at) => ({
    value: String(at),
    label: momentText(at),
  }));
  return (
    <div className={actsClass} style={APART}>
      <PastTrack past={past} />
      <Acts>
        {isPlaying ? (
          <Button size="small" icon={<Pause />} onClick={past.pause}>
            Pause
          </Button>
        ) : (
          <Button size="small" icon={<Play />} onClick={past.play}>
            Play
          </Button>
        )}
        <Choice
          label="Speed"
          value={String(past.speed)}
          options={SPEEDS.map((rate) => ({ value: String(rate), label: `${rate}×` }))}
          onChosen={(value) => past.chooseSpeed(Number(value))}
        />
      </Acts>
      <Acts>
        <Choice label="Track" value={span} options={SPANS} onChosen={past.chooseSpan} />
        <Choice
          label="Changes"
          value={changes.some(({ value }) => value === String(moment)) ? String(moment) : ''}
          options={[{ value: '', label: 'Changes…' }, ...changes]}
          onChosen={(value) => value !== '' && past.go(Number(value))}
        />
        <ExactTime key={moment} moment={moment ?? 0} onChosen={past.go} />
      </Acts>
    </div>
  );
}

type ChoiceProps<Value extends string> = {
  readonly label: string;
  readonly value: Value;
  readonly options: readonly { readonly value: Value; readonly label: string }[];
  readonly onChosen: (value: Value) => void;
};

const Choice = <Value extends string>({ label, value, options, onChosen }: ChoiceProps<Value>) => (
  <div style={{ inlineSize: 'min(9rem, 80vw)' }}>
    <NativeSelect
      aria-label={label}
      options={options}
      value={value}
      onChange={(event) => {
        const chosen = options.find((one) => one.value === event.target.value);
        if (chosen) onChosen(chosen.value);
      }}
    />
  </div>
);

type ExactTimeProps = { readonly moment: number; readonly onChosen: (moment: number) => void };

/** A moment in the viewer's zone, to the second, as a date and time field has it. */
function inZone(moment: number): string {
  const date = new Date(moment);
  return new Date(moment - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 19);
}

/** A field for an exact time in the viewer's zone. */
function ExactTime({ moment, onChosen }: ExactTimeProps) {
  const id = useId();
  const choose = (event: SyntheticEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const chosen = new Date(new FormData(event.currentTarget).get('time') as string).getTime();
    // The end of that second.
    if (!Number.isNaN(chosen)) onChosen(chosen + 999);
  };
  return (
    <form className={actsClass} onSubmit={choose} noValidate>
      <VisuallyHidden>
        <label htmlFor={id}>Exact time</label>
      </VisuallyHidden>
      <div style={{ inlineSize: 'min(16rem, 60vw)' }}>
        <TextInput
          id={id}
          name="time"
          type="datetime-local"
          step="1"
          max="9999-12-31T23:59:59"
          defaultValue={inZone(moment)}
        />
      </div>
      <Button size="small" type="submit">
        Show
      </Button>
    </form>
  );
}
