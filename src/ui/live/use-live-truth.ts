import { useSelector } from '@xstate/react';
import type { AnyActorRef } from 'xstate';
import type { DocumentAgeRef, DocumentAgeSnapshot } from '#machines/live/document-age.machine.ts';
import type { LiveTruthRef, LiveTruthSnapshot } from '#machines/live/live-truth.machine.ts';

type Children = { children: Record<string, AnyActorRef | undefined> };
type Owner = Pick<AnyActorRef, 'getSnapshot' | 'subscribe'>;

const truthOf = ({ children }: Children) => children['liveTruth'] as LiveTruthRef | undefined;
const ageOf = ({ children }: Children) => children['documentAge'] as DocumentAgeRef | undefined;

/** How a pane is cut off: the host is not reached, or does not give the newest archive. */
export type Cut = 'disconnected' | 'outdated';
const CUTS = ['disconnected', 'outdated'] as const satisfies readonly Cut[];
const cutOf = (snapshot: LiveTruthSnapshot | undefined): Cut | null =>
  CUTS.find((one) => snapshot?.hasTag(one)) ?? null;
const sinceOf = (snapshot: LiveTruthSnapshot | undefined): number | null => snapshot?.context.since ?? null;

/**
 * Whether a live pane can be believed.
 * @param owner the pane's actor
 * @returns how it is cut off, or null; and the moment of the host's last word, in epoch milliseconds
 */
export function useLiveTruth(owner: Owner) {
  const truth = useSelector(owner, truthOf);
  return { cut: useSelector(truth, cutOf), since: useSelector(truth, sinceOf) };
}

/** How old a document is, as far as it has to be said aloud. */
export type Staleness = 'old' | 'veryOld';
const STALENESS = ['old', 'veryOld'] as const satisfies readonly Staleness[];
const minutesOf = (snapshot: DocumentAgeSnapshot | undefined): number | null =>
  snapshot?.hasTag('known') ? Math.floor(snapshot.context.age / 60_000) : null;
const stalenessOf = (snapshot: DocumentAgeSnapshot | undefined): Staleness | null =>
  STALENESS.find((one) => snapshot?.hasTag(one)) ?? null;
/**
 * The age of the document of a live pane.
 * @param owner the pane's actor
 * @returns full minutes, or null where the moment of the submission is not known, and whether it is old
 */
export function useDocumentAge(owner: Owner) {
  const age = useSelector(owner, ageOf);
  return {
    minutes: useSelector(age, minutesOf),
    staleness: useSelector(age, stalenessOf),
  };
}
