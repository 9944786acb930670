import { useSelector } from '@xstate/react';
import type { AnyActorRef } from 'xstate';
import type { LiveChangesRef, LiveChangesSnapshot } from '#machines/document/live-changes.machine.ts';

type Children = { children: Record<string, AnyActorRef | undefined> };
const documentOf = ({ children }: Children) => children['document'];
const changesOf = (snapshot: Children | undefined) => snapshot?.children['liveChanges'] as LiveChangesRef | undefined;

/** Maximum number of regions named in a pane's head, the newest first. */
const MOST_NAMED = 2;

/** Changes by the submissions of the last ten minutes. `at` is the time of the last one, if known. */
export type LiveChanges = {
  readonly isAnother: boolean;
  readonly changed: number;
  readonly gone: number;
  /** Names of the first changed regions, empty until all of them are named; `more` is the number of the others. */
  readonly names: readonly string[];
  readonly more: number;
  readonly at: number | null;
  /** True if there was more than one submission. */
  readonly isMixed: boolean;
};
const NONE: LiveChanges = { isAnother: false, changed: 0, gone: 0, names: [], more: 0, at: null, isMixed: false };

function read(snapshot: LiveChangesSnapshot | undefined): LiveChanges {
  if (!snapshot) return NONE;
  const { changes } = snapshot.context;
  const moments = new Set(changes.map(({ at }) => at));
  const there = changes.filter(({ isGone }) => !isGone);
  const isNamed = there.every(({ name }) => name !== null);
  const names = isNamed ? [...new Set(there.map(({ name }) => name ?? ''))] : [];
  return {
    isAnother: snapshot.hasTag('another'),
    changed: there.length,
    gone: changes.length - there.length,
    names: names.slice(0, MOST_NAMED),
    more: Math.max(0, names.length - MOST_NAMED),
    at: changes.reduce<number | null>((last, { at }) => (at === null ? last : Math.max(last ?? at, at)), null),
    isMixed: moments.size > 1,
  };
}

const isEqual = (one: LiveChanges, other: LiveChanges): boolean =>
  one.isAnother === other.isAnother &&
  one.changed === other.changed &&
  one.gone === other.gone &&
  one.names.length === other.names.length &&
  one.names.every((name, at) => name === other.names[at]) &&
  one.more === other.more &&
  one.at === other.at &&
  one.isMixed === other.isMixed;

/** @param owner the actor of a live pane; @returns the changes in its document */
export function useLiveChanges(owner: Pick<AnyActorRef, 'getSnapshot' | 'subscribe'>): LiveChanges {
  const changes = useSelector(useSelector(owner, documentOf), changesOf);
  return useSelector(changes, read, isEqual);
}
