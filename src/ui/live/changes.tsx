import type { LiveChanges } from '#ui/live/use-live-changes.ts';
import { VisuallyHidden } from '#ui/primitives/layout/visually-hidden.tsx';
import { changesText } from './changes-text.ts';
import styles from './changes.module.css';

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
