import { type ReactNode, useState } from 'react';
import type { Chart } from 'virtual:ready-charts';
import styles from './charts.module.css';
import { type Actor, labelOf, type Seen } from './state.ts';
import { places } from './words.ts';

export type MachinesProps = {
  charts: readonly Chart[];
  seen: Seen;
  onChoose: (machine: string, actor: string | null) => void;
  children: ReactNode;
};

function parentOf(actor: Actor, seen: Seen): string {
  const parent = seen.actors.find(({ tab, id }) => tab === actor.tab && id === actor.parent);
  const tab = seen.tabs.length > 1 ? `, tab ${seen.tabs.indexOf(actor.tab) + 1}` : '';
  return `${parent && parent.machine !== 'app' ? ` of ${labelOf(parent)}` : ''}${tab}`;
}

/** Every machine, and below it the actors that run it now. */
export function Machines({ charts, seen, onChoose, children }: MachinesProps) {
  const [words, setWords] = useState('');
  const wanted = charts.filter(({ id, feature }) =>
    `${feature} ${id}`.toLowerCase().includes(words.trim().toLowerCase()),
  );
  return (
    <nav className={styles.machines} aria-label="Machines">
      {children}
      <input
        type="search"
        className={styles.search}
        aria-label="Search the machines"
        placeholder="Search"
        value={words}
        onChange={({ target }) => setWords(target.value)}
      />
      {wanted.length === 0 && <p className={styles.quiet}>No machine of this name.</p>}
      {[...new Set(wanted.map(({ feature }) => feature))].map((feature) => (
        <Group
          key={feature}
          feature={feature}
          charts={wanted.filter((chart) => chart.feature === feature)}
          seen={seen}
          onChoose={onChoose}
        />
      ))}
    </nav>
  );
}

/** The machines of one feature. */
function Group({ feature, charts, seen, onChoose }: Omit<MachinesProps, 'children'> & { feature: string }) {
  return (
    <section aria-label={feature}>
      <h2 className={styles.group}>{feature}</h2>
      <ul>
        {charts.map(({ id, transitions }) => {
          const actors = seen.actors.filter(({ machine }) => machine === id);
          const taken = seen.taken[id]?.length ?? 0;
          return (
            <li key={id} data-running={actors.length > 0 || undefined}>
              <button
                type="button"
                className={styles.machine}
                aria-current={id === seen.machine ? 'true' : undefined}
                onClick={() => onChoose(id, null)}
              >
                <span className={styles.dot} aria-hidden="true" />
                <span className={styles.title}>{id}</span>
                {transitions.length > 0 && (
                  <span className={styles.share} title="transitions taken in this session">
                    {taken}/{transitions.length}
                  </span>
                )}
              </button>
              {actors.map((actor) => (
                <button
                  key={actor.key}
                  type="button"
                  className={styles.actor}
                  aria-pressed={actor.key === seen.actor}
                  onClick={() => onChoose(id, actor.key)}
                >
                  {labelOf(actor)}
                  {parentOf(actor, seen)}
                  <span className={styles.place}>{places(id, actor.states).join(' · ')}</span>
                </button>
              ))}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
