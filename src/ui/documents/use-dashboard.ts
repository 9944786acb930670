import { useSelector } from '@xstate/react';
import type { AnyActorRef } from 'xstate';
import type { dashboardMachine } from '#machines/documents/dashboard.machine.ts';
import type { NewestArchivesRef, NewestArchivesSnapshot } from '#machines/documents/newest-archives.machine.ts';
import { useScreenActor } from '../shared/use-screen-actor.ts';
import { phaseOf } from '../shared/phase.ts';
import { useSelected } from '../shared/use-selected.ts';

export type DashboardMachine = typeof dashboardMachine;

const newestOf = ({ children }: { children: Record<string, AnyActorRef | undefined> }) =>
  children['newestArchives'] as NewestArchivesRef | undefined;
const answerOf = (snapshot: NewestArchivesSnapshot | undefined) => snapshot?.context.answer ?? null;
const isKnown = (snapshot: NewestArchivesSnapshot | undefined): boolean => snapshot?.hasTag('known') ?? false;
const isUnknown = (snapshot: NewestArchivesSnapshot | undefined): boolean => snapshot?.hasTag('unknown') ?? false;
const isOffered = (snapshot: NewestArchivesSnapshot | undefined): boolean => snapshot?.hasTag('offered') ?? false;

/** The dashboard's state and actions. `newestArchives`: the host's information about the newest archives, and how much of it may be shown. */
export function useDashboard(machine: DashboardMachine) {
  const actor = useScreenActor(machine, undefined);
  const shown = useSelected(actor, (snapshot) => ({
    phase: phaseOf((phase) => snapshot.hasTag(phase)),
    templates: snapshot.context.templates,
    message: snapshot.context.message,
  }));
  const newest = useSelector(actor, newestOf);
  return {
    ...shown,
    newestArchives: {
      answer: useSelector(newest, answerOf),
      isKnown: useSelector(newest, isKnown),
      isUnknown: useSelector(newest, isUnknown),
      isOffered: useSelector(newest, isOffered),
      ask: () => newest?.send({ type: 'newest.requested' }),
    },
    retry: () => actor.send({ type: 'retry.requested' }),
  };
}

/** Data of the cards about the newest archive of each template. */
export type NewestArchivesView = ReturnType<typeof useDashboard>['newestArchives'];
