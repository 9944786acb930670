import { useSelector } from '@xstate/react';
import type { AnyActorRef } from 'xstate';

/** An actor as its hooks need it. */
export type Owner = Pick<AnyActorRef, 'getSnapshot' | 'subscribe'>;

/** Shorter than the library's `shallowEqual`: the first page loads this, and both objects always have the same keys. */
const areEqual = <T extends object>(a: T, b: T): boolean =>
  (Object.keys(a) as (keyof T)[]).every((key) => a[key] === b[key]);

/** The type of an actor's snapshot, as in `useSelector`. */
type SnapshotOf<A> = A extends { getSnapshot(): infer S } ? S : undefined;

/**
 * Values of an actor that a screen shows. The component renders again when one of the values changes.
 * @param actor lives as long as the component, or is replaced by a whole new one; undefined while there is none
 * @param select returns the values; one that is created at each call would render the component at every snapshot
 */
export function useSelected<A extends AnyActorRef | undefined, const T extends object>(
  actor: A,
  select: (snapshot: SnapshotOf<A>) => T,
): T {
  return useSelector(actor, select, areEqual);
}

/** Which of these tags the snapshot of an actor has, if there is one. */
export const tagsOf = <Tag extends string>(snapshot: { hasTag(tag: Tag): boolean } | undefined, ...tags: Tag[]) =>
  Object.fromEntries(tags.map((tag) => [tag, snapshot?.hasTag(tag) ?? false])) as Record<Tag, boolean>;

type Parent = { children: Record<string, AnyActorRef | undefined> } | undefined;

/** The actor that an owner's machine has invoked under a name, if it has. */
export const useChild = (owner: Owner | undefined, name: string): AnyActorRef | undefined =>
  useSelector(owner, (parent: Parent) => parent?.children[name]);
