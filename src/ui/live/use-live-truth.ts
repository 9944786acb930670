import { useSelector } from '@xstate/react';
import type { AnyActorRef } from 'xstate';
import type { DocumentAgeRef, DocumentAgeSnapshot } from '#machines/live/document-age.machine.ts';
import type { LiveTruthRef, LiveTruthSnapshot } from '#machines/live/live-truth.machine.ts';

type Children = { children: Record<string, AnyActorRef | undefined> };
type Owner = Pick<AnyActorRef, 'getSnapshot' | 'subscribe'>;

const truthOf = ({ children }: Children) => children['liveTruth'] as LiveTruthRef | undefined;
const ageOf = ({ children }: Children) => children['documentAge'] as DocumentAgeRef | undefined;

/** Kind of disconnection of a pane: the host is not reached, or does not return the newest archive. */
export type Cut = 'disconnected' | 'outdated';
const CUTS = ['disconnected', 'outdated'] as const satisfies readonly Cut[];
const cutOf = (snapshot: LiveTruthSnapshot | undefined): Cut | null =>
  CUTS.find((one) => snapshot?.hasTag(one)) ?? null;
const sinceOf = (snapshot: LiveTruthSnapshot | undefined): number | null => snapshot?.context.since ?? null;

/**
 * Shows if a live pane is reliable.
 * @param owner the pane's actor
 * @returns kind of disconnection, or null; and the time of the host's last sign of life, in epoch milliseconds
 */
export function useLiveTruth(owner: Owner) {
  const truth = useSelector(owner, truthOf);
  return { cut: useSelector(truth, cutOf), since: useSelector(truth, sinceOf) };
}

/** Age class of a document that has to be labelled. */
export type Staleness = 'old' | 'veryOld';
const STALENESS = ['old', 'veryOld'] as const satisfies readonly Staleness[];
const minutesOf = (snapshot: DocumentAgeSnapshot | undefined): number | null =>
  snapshot?.hasTag('known') ? Math.floor(snapshot.context.age / 60_000) : null;
const stalenessOf = (snapshot: DocumentAgeSnapshot | undefined): Staleness | null =>
  STALENESS.find((one) => snapshot?.hasTag(one)) ?? null;
/**
 * The age of the document of a live pane.
 * @param owner the pane's actor
 * @returns full minutes, or null if the time of the submission is not known, and its age class
 */
export function useDocumentAge(owner: Owner) {
  const age = useSelector(owner, ageOf);
  return {
    minutes: useSelector(age, minutesOf),
    staleness: useSelector(age, stalenessOf),
  };
}
