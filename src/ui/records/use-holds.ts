import { useMemo } from 'react';
import type { Hold } from '#common/calls/records.ts';
import type { HoldAct } from '#machines/records/hold-acts.ts';
import type { ManagedList } from '#machines/shared/managed-list.ts';
import { useManagedList } from '../shared/use-managed-list.ts';

export { releaseField } from '#machines/records/hold-acts.ts';

/** Makes the machine of the holds that cover an archive. */
export type HoldsOf = (archive: string) => ManagedList<Hold[], HoldAct>;

/** The holds that cover an archive. */
export const useHolds = (holdsOf: HoldsOf, archive: string) =>
  useManagedList(useMemo(() => holdsOf(archive), [holdsOf, archive]));

/** The day of a moment in the viewer's zone. @param at epoch milliseconds */
export function dayOfMoment(at: number): { from: string; to: string } {
  const [from, to] = [new Date(at), new Date(at)];
  from.setHours(0, 0, 0, 0);
  to.setHours(24, 0, 0, 0);
  return { from: from.toISOString(), to: to.toISOString() };
}
