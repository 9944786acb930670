import { createContext, type CSSProperties, use, useMemo, type ReactNode } from 'react';
import { AGE_OLD } from '#common/config/constants.ts';
import type { NewestArchivesView } from '#ui/documents/use-dashboard.ts';
import { agoText } from '../shared/age-text.ts';
import { nameOf } from '../shared/names.ts';
import styles from './dashboard.module.css';

type Newest = NonNullable<NewestArchivesView['answer']>['newest'][number];
type Known = Pick<NewestArchivesView, 'isKnown' | 'isUnknown'> & {
  at: number;
  byTemplate: ReadonlyMap<string, Newest>;
};

const Known = createContext<Known | null>(null);

/** Provides the newest archives to the cards. */
export function NewestArchivesProvider({
  newestArchives: { answer, isKnown, isUnknown },
  children,
}: {
  newestArchives: NewestArchivesView;
  children: ReactNode;
}) {
  const known = useMemo(
    () => ({
      isKnown,
      isUnknown,
      at: answer?.at ?? 0,
      byTemplate: new Map(answer?.newest.map((one) => [one.template, one])),
    }),
    [answer, isKnown, isUnknown],
  );
  return <Known value={known}>{children}</Known>;
}

/** Current content of the live views of some templates, and its time. Its room is reserved from the beginning. */
export function OnTheWall({ templates }: { templates: readonly string[] }) {
  const known = use(Known);
  return (
    <div className={styles.wall} style={{ '--facts': templates.length } as CSSProperties}>
      {known?.isUnknown && <p>Not known whether anything is live: the server was not reached.</p>}
      {known?.isKnown &&
        templates.map((template) => <Shown key={template} at={known.at} newest={known.byTemplate.get(template)} />)}
    </div>
  );
}

function Shown({ at, newest }: { at: number; newest: Newest | undefined }) {
  const archive = newest?.archive;
  if (!archive) return <p>Nothing submitted yet</p>;
  const { submittedOn, submittedBy } = archive;
  const age = submittedOn === null ? null : Math.max(0, at - submittedOn);
  return (
    <p title={nameOf(archive)}>
      {age !== null && (
        <>
          <span data-old={age >= AGE_OLD || undefined}>{agoText(Math.floor(age / 60_000))}</span>
          {' · '}
        </>
      )}
      <bdi>{nameOf(archive)}</bdi>
      {submittedBy && (
        <>
          {' by '}
          <bdi>{submittedBy}</bdi>
        </>
      )}
    </p>
  );
}
