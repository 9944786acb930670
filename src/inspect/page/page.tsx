import { StrictMode, useEffect, useReducer, useState } from 'react';
import type { Root } from 'react-dom/client';
import { type Chart, charts } from 'virtual:ready-charts';
import { AppFrame, BrandMark, brandClass } from '#ui/primitives/layout/app-frame.tsx';
import { Button } from '#ui/primitives/forms/button.tsx';
import { ToggleGroup } from '#ui/primitives/forms/toggle-group.tsx';
import { type PageRequest, openWire, type Report, type Wire } from '../wire.ts';
import { Drawing } from './drawing.tsx';
import { Machines } from './machines.tsx';
import { labelOf, next, nothingSeen, type Entry } from './state.ts';
import { places, eventWords } from './words.ts';
import styles from './charts.module.css';

/** The chart that the address names, which stays; without one the page follows whichever actor moves. */
function first(): { machine: string; isFollowing: boolean } {
  const wanted = decodeURIComponent(window.location.hash.slice(1));
  const isNamed = charts.some(({ id }) => id === wanted);
  return { machine: isNamed ? wanted : 'auth', isFollowing: !isNamed };
}

/** A window of half the screen at its right edge. */
function openBeside(): void {
  const { availWidth, availHeight } = window.screen;
  const half = Math.round(availWidth / 2);
  window.open('/', 'ready-beside', `popup,left=${half},top=0,width=${half},height=${availHeight}`);
}

/** Opens the channel and requests the present state of all tabs. @returns a function that sends further requests */
function useReports(receive: (report: Report) => void): (question: PageRequest) => void {
  const [wire] = useState<Wire<PageRequest, Report>>(() => openWire());
  useEffect(() => {
    const end = wire.onMessage(receive);
    wire.post({ kind: 'ask' });
    return end;
  }, [wire, receive]);
  return (question) => wire.post(question);
}

function Coverage({ chart, taken }: { chart: Chart; taken: readonly string[] }) {
  const missing = chart.transitions.filter(({ key }) => !taken.includes(key));
  const { length } = chart.transitions;
  return (
    <details className={styles.missing}>
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
      await navigator.clipboard.writeText(chart.source);
      setOutcome('Copied.');
    } catch {
      setOutcome(`The browser refuses. Run: npm run charts -- ${chart.id} --source`);
    }
  };
  return (
    <>
      <Button size="small" variant="quiet" onClick={() => void copy()}>
        Copy for Stately
      </Button>
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
function Log({ entries, actor }: { entries: readonly Entry[]; actor: string | null }) {
  const [isOne, setIsOne] = useState(false);
  const shown = isOne ? entries.filter((entry) => entry.actor === actor) : entries;
  return (
    <section className={styles.log} aria-labelledby="events">
      <h2 id="events">Events</h2>
      <label className={styles.check}>
        <input type="checkbox" checked={isOne} onChange={({ target }) => setIsOne(target.checked)} />
        Only those of what is shown
      </label>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls: keys must reach it */}
      <ol className={styles.entries} tabIndex={0} aria-label="Events, the newest first">
        {shown.map(({ no, at, label, machine, event, states, isTaken }) => (
          <li key={no} data-idle={!isTaken || undefined}>
            <span className={styles.when}>
              <time>{clock.format(at)}</time> {label}
            </span>
            <span className={styles.what}>{eventWords(event)}</span>
            <span className={styles.where}>
              {isTaken ? `→ ${places(machine, states).join(' · ')}` : 'nothing to do here'}
            </span>
          </li>
        ))}
      </ol>
      {shown.length === 0 && <p className={styles.quiet}>Use Ready in another tab: each event stands here.</p>}
    </section>
  );
}

/** The living charts: every machine's drawing, with highlights for the application's actors in other tabs of this browser. */
function ChartsPage() {
  const [seen, dispatch] = useReducer(next, first(), nothingSeen);
  const [receive] = useState(() => (report: Report) => dispatch({ kind: 'reported', report }));
  const ask = useReports(receive);
  const [showsCoverage, setShowsCoverage] = useState(false);
  const [sheets, setSheets] = useState<Readonly<Record<string, string>>>({});

  const { machine } = seen;
  useEffect(() => window.history.replaceState(null, '', `#${encodeURIComponent(machine)}`), [machine]);

  const chart = charts.find(({ id }) => id === machine);
  const [whole] = chart?.drawings ?? [];
  if (!chart || !whole) return null;
  const actor = seen.actors.find(({ key }) => key === seen.actor);
  const drawing = chart.drawings.find(({ title }) => title === sheets[machine]) ?? whole;
  const taken = seen.taken[machine] ?? [];
  const count = seen.tabs.length;

  return (
    <AppFrame>
      <div className={styles.page}>
        <header className={styles.bar}>
          <span className={brandClass}>
            <BrandMark />
            <h1 className={styles.name}>Ready, the living charts</h1>
          </span>
          <p className={styles.tabs} role="status" data-live={count > 0 || undefined}>
            {count === 0 ? 'No tab runs Ready' : count === 1 ? '1 tab runs Ready' : `${count} tabs run Ready`}
          </p>
          <Button size="small" variant={count === 0 ? 'primary' : 'secondary'} onClick={openBeside}>
            Open Ready beside
          </Button>
        </header>
        <Machines
          charts={charts}
          seen={seen}
          onChoose={(id, key) => dispatch({ kind: 'chosen', machine: id, actor: key })}
        >
          <label className={styles.check}>
            <input
              type="checkbox"
              checked={seen.isFollowing}
              onChange={({ target }) => dispatch({ kind: 'following', on: target.checked })}
            />
            Follow what moves
          </label>
          <label className={styles.check}>
            <input
              type="checkbox"
              checked={seen.waiting !== null}
              onChange={({ target }) => dispatch({ kind: 'pausing', on: target.checked })}
            />
            {seen.waiting === null || seen.waiting.length === 0 ? 'Pause' : `Pause (${seen.waiting.length} wait)`}
          </label>
        </Machines>
        <section className={styles.middle} aria-labelledby="machine">
          <div className={styles.head}>
            <h2 id="machine">{chart.id}</h2>
            <p className={styles.about}>{chart.about}</p>
            <p className={styles.now}>
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
          {chart.drawings.length > 1 && (
            <div className={styles.sheets}>
              <ToggleGroup
                label="Part of the chart"
                value={drawing.title}
                options={chart.drawings.map(({ title }) => ({
                  value: title,
                  label: title.replace(/^\w+(, |: (\w+\.)*)/, ''),
                }))}
                onChange={(title) => setSheets({ ...sheets, [machine]: title })}
              />
            </div>
          )}
          <Drawing
            key={drawing.title}
            drawing={drawing}
            active={actor?.states ?? []}
            taken={taken}
            last={actor && seen.last?.actor === actor.key ? seen.last.keys : []}
            showsCoverage={showsCoverage}
          />
          <div className={styles.foot}>
            <label className={styles.check}>
              <input
                type="checkbox"
                checked={showsCoverage}
                onChange={({ target }) => setShowsCoverage(target.checked)}
              />
              Show in red what was never taken
            </label>
            <Button
              size="small"
              variant="quiet"
              onClick={() => {
                dispatch({ kind: 'forgotten' });
                ask({ kind: 'forget' });
              }}
            >
              Count anew
            </Button>
            <CopySource key={machine} chart={chart} />
            <Coverage chart={chart} taken={taken} />
          </div>
        </section>
        <Log entries={seen.log} actor={seen.actor} />
      </div>
    </AppFrame>
  );
}

/**
 * Shows the living charts in the place of the application.
 * @param page the React root
 */
export function showCharts(page: Root): void {
  document.title = 'Ready, the living charts';
  page.render(
    <StrictMode>
      <ChartsPage />
    </StrictMode>,
  );
}
