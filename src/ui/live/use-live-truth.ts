import type { DocumentAgeRef } from '#machines/live/document-age.machine.ts';
import type { LiveTruthRef } from '#machines/live/live-truth.machine.ts';
import { type Owner, useChild, useSelected } from '../shared/use-selected.ts';

/** Kind of disconnection of a pane: the host is not reached, or does not return the newest archive. */
export type Cut = 'disconnected' | 'outdated';
const CUTS = ['disconnected', 'outdated'] as const satisfies readonly Cut[];

/**
 * Shows if a live pane is reliable.
 * @param owner the pane's actor
 * @returns kind of disconnection, or null; and the time of the host's last sign of life, in epoch milliseconds
 */
export function useLiveTruth(owner: Owner) {
  return useSelected(useChild(owner, 'liveTruth') as LiveTruthRef | undefined, (snapshot) => ({
    cut: CUTS.find((one) => snapshot?.hasTag(one)) ?? null,
    since: snapshot?.context.since ?? null,
  }));
}

/** Age class of a document that has to be labelled. */
export type Staleness = 'old' | 'veryOld';
const STALENESS = ['old', 'veryOld'] as const satisfies readonly Staleness[];

/**
 * The age of the document of a live pane.
 * @param owner the pane's actor
 * @returns full minutes, or null if the time of the submission is not known, and its age class
 */
export function useDocumentAge(owner: Owner) {
  return useSelected(useChild(owner, 'documentAge') as DocumentAgeRef | undefined, (snapshot) => ({
    minutes: snapshot?.hasTag('known') ? Math.floor(snapshot.context.age / 60_000) : null,
    staleness: STALENESS.find((one) => snapshot?.hasTag(one)) ?? null,
  }));
}
