import type { LiveChanges } from '#ui/live/use-live-changes.ts';
import { VisuallyHidden } from '#ui/primitives/layout/visually-hidden.tsx';
import { timeText } from '../shared/moment.tsx';
import styles from './changes.module.css';

/** A longer name would leave the others no room. */
const LONGEST = 40;

/** A name may run the other way than the words around it. */
const named = (name: string): string => {
  // Does not cut a character of two units.
  const start = name.slice(0, LONGEST - 1).replace(/[\ud800-\udbff]$/, '');
  return `\u2068${name.length > LONGEST ? `${start}…` : name}\u2069`;
};
const regions = (count: number): string => `${count} ${count === 1 ? 'field' : 'fields'}`;

/**
 * Names of changed regions, the newest first, the numbers of further and removed ones, and the time; both '' if there were none. @returns the
 * names, which may be cut off, and the rest
 */
export function changesText({ changed, gone, names, more, at, isMixed }: Omit<LiveChanges, 'isAnother'>) {
  // Their names are on their way.
  const counted = changed > 0 && names.length === 0 ? `${regions(changed)} changed` : '';
  const what = names.map(named).join(', ') || counted;
  if (changed === 0 && gone === 0) return { what, rest: '' };
  const others = more > 0 ? ` and ${more} more` : '';
  const removed = gone === 0 ? '' : what === '' ? `${regions(gone)} removed` : `, ${gone} removed`;
  const when = at === null ? '' : ` · ${isMixed ? 'last ' : ''}${timeText(at)}`;
  return { what, rest: `${others}${removed}${when}` };
}

/** The name of a live pane's document, the changes by the last submissions, and a label for a document other than before. */
export function NameAndChanges({ name, changes }: { name: string; changes: LiveChanges }) {
  const { isAnother } = changes;
  const { what, rest } = changesText(changes);
  const text = what + rest;
  // Announced once: when the regions have names.
  const isNamed = changes.changed === 0 || changes.names.length > 0;
  const said = text === '' || !isNamed ? '' : `Changed: ${text}`;
  return (
    <>
      <strong className={styles.name} title={name}>
        {isAnother && (
          <span className={styles.another} aria-hidden="true">
            Now showing:{' '}
          </span>
        )}
        <bdi>{name}</bdi>
      </strong>
      {text !== '' && (
        <span className={styles.changes} aria-hidden="true" title={text}>
          <span>{what}</span>
          <span>{rest}</span>
        </span>
      )}
      <VisuallyHidden role="status">{isAnother ? `Now showing: ${name}` : said}</VisuallyHidden>
    </>
  );
}
