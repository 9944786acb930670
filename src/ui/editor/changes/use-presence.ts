import { useSelector } from '@xstate/react';
import type { AnyActorRef } from 'xstate';
import type { PresenceRef, PresenceSnapshot, PresentPerson } from '#machines/editor/presence.machine.ts';

const NOBODY: PresentPerson[] = [];
const presenceOf = (snapshot: { children: Record<string, AnyActorRef | undefined> }) =>
  snapshot.children['presence'] as PresenceRef | undefined;
const peopleOf = (snapshot: PresenceSnapshot | undefined) => snapshot?.context.people ?? NOBODY;
const comerOf = (snapshot: PresenceSnapshot | undefined) => snapshot?.context.comer ?? null;

/** Who else has the editor's document open. @param owner the editor's actor */
export function usePresence(owner: Pick<AnyActorRef, 'getSnapshot' | 'subscribe'>) {
  const presence = useSelector(owner, presenceOf);
  return {
    /** A person once, however many windows they have: by the window of which was heard last. In the order in which they came. */
    people: onePerPerson(useSelector(presence, peopleOf)),
    /** The name of who came last, while they are there. */
    comer: useSelector(presence, comerOf),
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
