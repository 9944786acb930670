import type { WipList } from '#ui/documents/use-wip-list.ts';
import { Moment, shortText } from '../shared/moment.tsx';
import styles from './wip-facts.module.css';

type WipFactsProps = {
  readonly wip: Pick<WipList['wips'][number], 'updatedOn' | 'updatedBy' | 'isOnWall'>;
  readonly isUnsaved?: boolean;
};

/** Time and user of its last save, and labels for a WIP that is on the wall or has more text on this device. */
export function WipFacts({ wip: { updatedOn, updatedBy, isOnWall }, isUnsaved = false }: WipFactsProps) {
  const isSaved = updatedOn !== null || updatedBy !== null;
  if (!isSaved && !isOnWall && !isUnsaved) return null;
  return (
    <p className={styles.facts}>
      {isSaved && (
        <span>
          Saved {updatedOn !== null && <Moment at={updatedOn} text={shortText} />}
          {updatedBy !== null && (
            <>
              {' by '}
              <bdi>{updatedBy}</bdi>
            </>
          )}
        </span>
      )}
      {isOnWall && <strong>On the wall</strong>}
      {isUnsaved && <strong>Unsaved changes</strong>}
    </p>
  );
}
