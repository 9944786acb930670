import { useState } from 'react';
import styles from './charts.module.css';
import type { Entry } from './state.ts';
import { eventWords, places } from './words.ts';

/** A time of day to the millisecond: events follow each other quickly. */
const clock = new Intl.DateTimeFormat('en-GB', {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  fractionalSecondDigits: 3,
});

/** The events, the newest first. */
export function Log({ entries, actor }: { entries: readonly Entry[]; actor: string | null }) {
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
