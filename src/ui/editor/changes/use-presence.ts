import { useSelector } from '@xstate/react';
import type { AnyActorRef } from 'xstate';
import type { PresenceRef, PresenceSnapshot, PresentPerson } from '#machines/editor/presence.machine.ts';

const NOBODY: PresentPerson[] = [];
const presenceOf = (snapshot: { children: Record<string, AnyActorRef | undefined> }) =>
  snapshot.children['presence'] as PresenceRef | undefined;
const peopleOf = (snapshot: PresenceSnapshot | undefined) => snapshot?.context.people ?? NOBODY;
const newcomerOf = (snapshot: PresenceSnapshot | undefined) => snapshot?.context.newcomer ?? null;

/** The other users who have the editor's document open. @param owner the editor's actor */
export function usePresence(owner: Pick<AnyActorRef, 'getSnapshot' | 'subscribe'>) {
  const presence = useSelector(owner, presenceOf);
  return {
    /** Each user once, with the window that sent the latest message, in order of arrival. */
    people: onePerPerson(useSelector(presence, peopleOf)),
    /** Name of the user who came last, while they are there. */
    newcomer: useSelector(presence, newcomerOf),
  };
}

function onePerPerson(windows: readonly PresentPerson[]): PresentPerson[] {
  const people = new Map<string, PresentPerson>();
  for (const one of windows) {
    const other = people.get(one.user);
    if (!other || other.ends < one.ends) people.set(one.user, one);
  }
  return [...people.values()];
}
