import { StrictMode, useEffect, useReducer, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { drawingsOf } from '../drawings.ts';
import { flatSource } from '../source.ts';
import { picture, type Picture } from '../svg.ts';
import { type Chart, type ChartEntry, chartOf } from './chart-list.ts';
import { Drawing } from './drawing.tsx';
import { Machines } from './machines.tsx';
import { labelOf, next, nothingSeen, type Entry } from './state.ts';
import { type PageRequest, openWire, type Report, type Wire } from './wire.ts';
import { places, eventWords } from './words.ts';

/** The application's part of its page of charts. */
export type ChartsOptions = {
  /** Every machine of the application, in the order of the list. */
  machines: readonly ChartEntry[];
  /** The channel of `reportActors`. */
  channel: string;
  /** The application's name. */
  name: string;
  /** The address that "Open … beside" opens; `/` by default. */
  address?: string;
};

/** The chart that the address names, null where it names none. */
function named(charts: readonly Chart[]): string | null {
  let wanted = window.location.hash.slice(1);
  try {
    wanted = decodeURIComponent(wanted);
  } catch {
    // A damaged address names no chart.
  }
  return charts.some(({ id }) => id === wanted) ? wanted : null;
}

/** The chart that the address names stays; without one the page follows whichever actor moves. */
const first = (charts: readonly Chart[]): { machine: string; isFollowing: boolean } => ({
  machine: named(charts) ?? charts[0]?.id ?? '',
  isFollowing: named(charts) === null,
});

/** A window of half the screen at its right edge. */
function openBeside(address: string): void {
  const { availWidth, availHeight } = window.screen;
  const half = Math.round(availWidth / 2);
  window.open(address, 'charts-beside', `popup,left=${half},top=0,width=${half},height=${availHeight}`);
}

/** Milliseconds for which reports are gathered, so that a flood of them draws the page a few times only. */
const GATHERED = 40;

/** Opens the channel and requests the present state of all tabs. @returns a function that sends further requests */
function useReports(channel: string, receive: (reports: readonly Report[]) => void): (question: PageRequest) => void {
  const [wire] = useState<Wire<PageRequest, Report>>(() => openWire(channel));
  useEffect(() => {
    let gathered: Report[] = [];
    let timer: ReturnType<typeof setTimeout> | undefined;
    const flush = (): void => {
      timer = undefined;
      receive(gathered);
      gathered = [];
    };
    const end = wire.onMessage((report) => {
      gathered.push(report);
      timer ??= setTimeout(flush, GATHERED);
    });
    wire.post({ kind: 'ask' });
    return () => {
      clearTimeout(timer);
      end();
    };
  }, [wire, receive]);
  return (question) => wire.post(question);
}

const drawn = new WeakMap<Chart, Promise<Picture>>();

/** The picture of a chart, drawn when it is first opened; null until then, words where it cannot be drawn. */
function usePicture(chart: Chart | undefined): Picture | string | null {
  const [found, setFound] = useState<{ chart: Chart; picture: Picture | string } | null>(null);
  useEffect(() => {
    if (!chart) return undefined;
    let isWanted = true;
    const drawing = drawn.get(chart) ?? drawingsOf(chart.machine).then((all) => picture(all, 'live'));
    drawn.set(chart, drawing);
    void drawing
      .catch(
        (error: unknown) => `This chart cannot be drawn. ${error instanceof Error ? error.message : String(error)}`,
      )
      .then((result) => isWanted && setFound({ chart, picture: result }));
    return () => {
      isWanted = false;
    };
  }, [chart]);
  return found !== null && found.chart === chart ? found.picture : null;
}

function Coverage({ chart, taken }: { chart: Chart; taken: readonly string[] }) {
  const missing = chart.transitions.filter(({ key }) => !taken.includes(key));
  const { length } = chart.transitions;
  return (
    <details className="xcs-missing">
      <summary>
        {length - missing.length} of {length} transitions taken in this session
      </summary>
      {missing.length === 0 ? (
        <p>Every one was taken.</p>
      ) : (
        <ul>
          {missing.map(({ key, text }) => (
            <li key={key}>{text}</li>
          ))}
        </ul>
      )}
    </details>
  );
}

/** Puts the chart's flat source on the clipboard: Stately's editor takes it as it is. */
function CopySource({ chart }: { chart: Chart }) {
  const [outcome, setOutcome] = useState('');
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(flatSource(chart.machine));
      setOutcome('Copied.');
    } catch {
      setOutcome('The browser refuses. Run: npx xstate-chart-svg <file> --source');
    }
  };
  return (
    <>
      <button type="button" className="xcs-button" onClick={() => void copy()}>
        Copy for Stately
      </button>
      <span role="status">{outcome}</span>
    </>
  );
}

/** A time of day to the millisecond: events follow each other quickly. */
const clock = new Intl.DateTimeFormat('en-GB', {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  fractionalSecondDigits: 3,
});

/** The events, the newest first. */
function Log({ entries, actor, name }: { entries: readonly Entry[]; actor: string | null; name: string }) {
  const [isOne, setIsOne] = useState(false);
  const shown = isOne ? entries.filter((entry) => entry.actor === actor) : entries;
  return (
    <section className="xcs-log" aria-labelledby="events">
      <h2 id="events">Events</h2>
      <label className="xcs-check">
        <input type="checkbox" checked={isOne} onChange={({ target }) => setIsOne(target.checked)} />
        Only those of what is shown
      </label>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls: keys must reach it */}
      <ol className="xcs-entries" tabIndex={0} aria-label="Events, the newest first">
        {shown.map(({ no, at, label, machine, event, states, isTaken }) => (
          <li key={no} data-idle={!isTaken || undefined}>
            <span className="xcs-when">
              <time>{clock.format(at)}</time> {label}
            </span>
            <span className="xcs-what">{eventWords(event)}</span>
            <span className="xcs-where">
              {isTaken ? `→ ${places(machine, states).join(' · ')}` : 'nothing to do here'}
            </span>
          </li>
        ))}
      </ol>
      {shown.length === 0 && <p className="xcs-quiet">Use {name} in another tab: each event is listed here.</p>}
    </section>
  );
}

const NONE: readonly string[] = [];

/** The living charts: every machine's drawing, with highlights for the application's actors in other tabs of this browser. */
function ChartsPage({
  charts,
  channel,
  name,
  address = '/',
}: Omit<ChartsOptions, 'machines'> & { charts: readonly Chart[] }) {
  const [seen, dispatch] = useReducer(next, first(charts), nothingSeen);
  const [receive] = useState(() => (reports: readonly Report[]) => dispatch({ kind: 'reported', reports }));
  const ask = useReports(channel, receive);
  const [showsCoverage, setShowsCoverage] = useState(false);

  const { machine } = seen;
  useEffect(() => window.history.replaceState(null, '', `#${encodeURIComponent(machine)}`), [machine]);
  useEffect(() => {
    const follow = (): void => {
      const wanted = named(charts);
      if (wanted !== null) dispatch({ kind: 'chosen', machine: wanted, actor: null });
    };
    window.addEventListener('hashchange', follow);
    return () => window.removeEventListener('hashchange', follow);
  }, [charts]);

  const chart = charts.find(({ id }) => id === machine);
  const shown = usePicture(chart);
  if (!chart) return <p>There is no machine: give the page at least one.</p>;
  const actor = seen.actors.find(({ key }) => key === seen.actor);
  const taken = seen.taken[machine] ?? [];
  const count = seen.tabs.length;

  return (
    <main className="xcs-page">
      <header className="xcs-bar">
        <h1 className="xcs-name">{name}, the living charts</h1>
        <p className="xcs-tabs" role="status" data-live={count > 0 || undefined}>
          {count === 0 ? `No tab runs ${name}` : count === 1 ? `1 tab runs ${name}` : `${count} tabs run ${name}`}
        </p>
        <button type="button" className="xcs-button" onClick={() => openBeside(address)}>
          Open {name} beside
        </button>
      </header>
      <Machines
        charts={charts}
        seen={seen}
        onChoose={(id, key) => dispatch({ kind: 'chosen', machine: id, actor: key })}
      >
        <label className="xcs-check">
          <input
            type="checkbox"
            checked={seen.isFollowing}
            onChange={({ target }) => dispatch({ kind: 'following', on: target.checked })}
          />
          Follow what moves
        </label>
        <label className="xcs-check">
          <input
            type="checkbox"
            checked={seen.waiting !== null}
            onChange={({ target }) => {
              dispatch({ kind: 'pausing', on: target.checked });
              // Reports that were too many to wait are in the tabs' answers.
              if (!target.checked) ask({ kind: 'ask' });
            }}
          />
          {seen.waiting === null || seen.waiting.length === 0 ? 'Pause' : `Pause (${seen.waiting.length} wait)`}
        </label>
      </Machines>
      <section className="xcs-middle" aria-labelledby="machine">
        <div className="xcs-head">
          <h2 id="machine">{chart.id}</h2>
          <p className="xcs-about">{chart.about}</p>
          <p className="xcs-now">
            {actor ? (
              <>
                <strong>{labelOf(actor)}</strong> is in{' '}
                {places(machine, actor.states).map((place) => (
                  <code key={place}>{place}</code>
                ))}
              </>
            ) : (
              'None runs now.'
            )}
          </p>
        </div>
        {typeof shown === 'object' && shown !== null ? (
          <Drawing
            key={chart.id}
            title={chart.id}
            picture={shown}
            active={actor?.states ?? NONE}
            taken={taken}
            last={actor && seen.last?.actor === actor.key ? seen.last.keys : NONE}
            showsCoverage={showsCoverage}
          />
        ) : (
          <p className="xcs-stage" role="status">
            {shown ?? 'Drawing the chart …'}
          </p>
        )}
        <div className="xcs-foot">
          <label className="xcs-check">
            <input
              type="checkbox"
              checked={showsCoverage}
              onChange={({ target }) => setShowsCoverage(target.checked)}
            />
            Show in red what was never taken
          </label>
          <button
            type="button"
            className="xcs-button"
            onClick={() => {
              dispatch({ kind: 'forgotten' });
              ask({ kind: 'forget' });
            }}
          >
            Count anew
          </button>
          <CopySource key={machine} chart={chart} />
          <Coverage chart={chart} taken={taken} />
        </div>
      </section>
      <Log entries={seen.log} actor={seen.actor} name={name} />
    </main>
  );
}

/**
 * Shows the living charts of an application. The page needs the style sheet `xstate-chart-svg/page.css`.
 * @param place an empty element that fills the window
 * @param options the machines and the channel on which other tabs report
 * @returns a function that removes the page
 */
export function showCharts(place: HTMLElement, { machines, ...options }: ChartsOptions): () => void {
  document.title = `${options.name}, the living charts`;
  const root = createRoot(place);
  root.render(
    <StrictMode>
      <ChartsPage charts={machines.map(chartOf)} {...options} />
    </StrictMode>,
  );
  return () => root.unmount();
}
