import { type ReactNode, useState } from 'react';
import type { Chart } from './chart-list.ts';
import { type Actor, labelOf, type Seen } from './state.ts';
import { places } from './words.ts';

export type MachinesProps = {
  charts: readonly Chart[];
  seen: Seen;
  onChoose: (machine: string, actor: string | null) => void;
  children: ReactNode;
};

/** Names the parent of an actor whose tab has several of its machine. */
function parentOf(actor: Actor, seen: Seen): string {
  const ofTab = seen.actors.filter(({ tab }) => tab === actor.tab);
  const isOne = ofTab.filter(({ machine }) => machine === actor.machine).length === 1;
  const parent = isOne ? undefined : ofTab.find(({ id }) => id === actor.parent);
  const tab = seen.tabs.length > 1 ? `, tab ${seen.tabs.indexOf(actor.tab) + 1}` : '';
  return `${parent ? ` of ${labelOf(parent)}` : ''}${tab}`;
}

/** Every machine, and below it the actors that run it now. */
export function Machines({ charts, seen, onChoose, children }: MachinesProps) {
  const [words, setWords] = useState('');
  const wanted = charts.filter(({ id, group }) => `${group} ${id}`.toLowerCase().includes(words.trim().toLowerCase()));
  return (
    <nav className="xcs-machines" aria-label="Machines">
      {children}
      <input
        type="search"
        className="xcs-search"
        aria-label="Search the machines"
        placeholder="Search"
        value={words}
        onChange={({ target }) => setWords(target.value)}
      />
      {wanted.length === 0 && <p className="xcs-quiet">No machine of this name.</p>}
      {[...new Set(wanted.map(({ group }) => group))].map((group) => (
        <Group
          key={group}
          group={group}
          charts={wanted.filter((chart) => chart.group === group)}
          seen={seen}
          onChoose={onChoose}
        />
      ))}
    </nav>
  );
}

/** The machines of one group. */
function Group({ group, charts, seen, onChoose }: Omit<MachinesProps, 'children'> & { group: string }) {
  return (
    <section aria-label={group}>
      <h2 className="xcs-group">{group}</h2>
      <ul>
        {charts.map(({ id, transitions }) => {
          const actors = seen.actors.filter(({ machine }) => machine === id);
          const taken = seen.taken[id]?.length ?? 0;
          return (
            <li key={id} data-running={actors.length > 0 || undefined}>
              <button
                type="button"
                className="xcs-machine"
                aria-current={id === seen.machine ? 'true' : undefined}
                onClick={() => onChoose(id, null)}
              >
                <span className="xcs-dot" aria-hidden="true" />
                <span className="xcs-title">{id}</span>
                {transitions.length > 0 && (
                  <span className="xcs-share" title="transitions taken in this session">
                    {taken}/{transitions.length}
                  </span>
                )}
              </button>
              {actors.map((actor) => (
                <button
                  key={actor.key}
                  type="button"
                  className="xcs-actor"
                  aria-pressed={actor.key === seen.actor}
                  onClick={() => onChoose(id, actor.key)}
                >
                  {labelOf(actor)}
                  {parentOf(actor, seen)}
                  <span className="xcs-place">{places(id, actor.states).join(' · ')}</span>
                </button>
              ))}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
