import { type ActorRefFrom, assign, fromPromise, setup, type SnapshotFrom } from 'xstate';
import { type ApiFailure, failureOf } from '#api/failure.ts';
import type { ArchiveSummary } from '#common/calls/archives.ts';
import { SUBMISSION_QUESTION } from '#common/config/constants.ts';
import type { RegionValue } from '../shared/region-values.ts';
import { type Failed, fromEvent } from '#machines/shared/from-event.ts';
import { isOdd, type SubmissionFacts, changedSince } from './submission-facts.ts';
import { unprovided } from '#machines/shared/unprovided.ts';

/** A WIP as the host has it now. */
export type HostDocument = { revision: number | null; regions: RegionValue[]; rows: unknown[] };

/** `unseen`, `hasUnseenRows`: as far as known already. */
type SubmissionInput = Omit<SubmissionFacts, 'onWall'> & {
  template: string;
  /** True if the host reports the WIP of its newest archive. */
  looksAtWall: boolean;
  /** The revision to submit if no other user has saved; null at a host without revisions. */
  revision: number | null;
  /** The revision that the host has refused because another user has saved since; null if it has refused none. */
  refused: number | null;
  /** The values on the screen, and the rows that they are based on. */
  seen: RegionValue[];
  rows: unknown[];
};

/**
 * The result: `wanted` is a region that the user goes to instead, `failure` the reason why the host's document could
 * not be read.
 */
export type SubmissionAnswer = {
  kind: 'agreed' | 'declined' | 'late' | 'failed';
  revision: number | null;
  onWall: ArchiveSummary | null;
  wanted: string | null;
  failure: ApiFailure | null;
};

type Context = SubmissionInput & SubmissionFacts & Omit<SubmissionAnswer, 'onWall' | 'revision'>;

/**
 * The check between a save and its submission. It asks nothing if all is well. It asks once, in one dialog, if the
 * wall shows another WIP, required regions are empty, a script has changed something out of sight, another user has
 * saved changes that this user has not seen, or the previous submission got no answer and may have arrived. Before it
 * asks, it reads the document of a host that has revisions, so that the user agrees to what the dialog names: the
 * submission carries that revision. An answer after more than 15 minutes does not count, because the facts may have
 * changed by then.
 */
export const submissionMachine = setup({
  types: {
    context: {} as Context,
    input: {} as SubmissionInput,
    output: {} as SubmissionAnswer,
    events: {} as
      | { type: 'submission.confirmed' }
      | { type: 'submission.cancelled' }
      | { type: 'region.wanted'; id: string },
    tags: {} as 'asking',
  },
  actors: {
    lookAtWall: fromPromise<ArchiveSummary | null, { template: string }>(unprovided),
    readHostDocument: fromPromise<HostDocument, { template: string; wip: string }>(unprovided),
  },
  actions: {
    keepWall: assign({ onWall: (_, params: { output: ArchiveSummary | null }) => params.output }),
    keepUnseen: assign(({ context }, { output: { revision, regions, rows } }: { output: HostDocument }) => ({
      revision,
      unseen: changedSince(context.seen, regions),
      hasUnseenRows: JSON.stringify(rows) !== JSON.stringify(context.rows),
    })),
    agree: assign({ kind: 'agreed' }),
    decline: assign({ kind: 'declined' }),
    giveUp: assign({ kind: 'late' }),
    keepWanted: assign({ wanted: (_, params: { id: string }) => params.id }),
    fail: assign({ kind: 'failed' }),
    keepFailure: assign({ kind: 'failed', failure: (_, { error }: Failed) => failureOf(error) }),
  },
  guards: {
    isRefused: ({ context }) => context.refused !== null,
    isRefusedAgain: ({ context }) => context.refused !== null && context.revision === context.refused,
    looksAtWall: ({ context }) => context.looksAtWall,
    isOdd: ({ context }) => isOdd(context),
    /** If the host has revisions, its document is read before the user is asked. */
    isOddAndCompared: ({ context }) => context.revision !== null && isOdd(context),
  },
  delays: { submissionQuestion: SUBMISSION_QUESTION },
}).createMachine({
  id: 'submission',
  context: ({ input }) => ({
    ...input,
    onWall: null,
    kind: 'declined',
    wanted: null,
    failure: null,
  }),
  initial: 'choosing',
  states: {
    choosing: { always: [{ guard: 'looksAtWall', target: 'looking' }, { target: 'deciding' }] },
    looking: {
      invoke: {
        id: 'lookAtWall',
        src: 'lookAtWall',
        input: ({ context: { template } }) => ({ template }),
        onDone: { target: 'deciding', actions: { type: 'keepWall', params: fromEvent } },
        // The wall's content is unknown: that is no reason to prevent a submission.
        onError: { target: 'deciding' },
      },
    },
    deciding: {
      always: [
        { guard: 'isRefused', target: 'reading' },
        { guard: 'isOddAndCompared', target: 'reading' },
        { guard: 'isOdd', target: 'asking' },
        { target: 'agreed' },
      ],
    },
    reading: {
      invoke: {
        id: 'readHostDocument',
        src: 'readHostDocument',
        input: ({ context: { template, wip } }) => ({ template, wip }),
        onDone: { target: 'comparing', actions: { type: 'keepUnseen', params: fromEvent } },
        onError: { target: 'failed', actions: { type: 'keepFailure', params: fromEvent } },
      },
    },
    comparing: {
      always: [
        // A host that refuses its current revision would otherwise be asked forever.
        { guard: 'isRefusedAgain', target: 'failed', actions: 'fail' },
        { guard: 'isOdd', target: 'asking' },
        { target: 'agreed' },
      ],
    },
    asking: {
      tags: 'asking',
      on: {
        'submission.confirmed': { target: 'agreed' },
        'submission.cancelled': { target: 'declined' },
        'region.wanted': { target: 'declined', actions: { type: 'keepWanted', params: fromEvent } },
      },
      after: { submissionQuestion: { target: 'late' } },
    },
    agreed: { type: 'final', entry: 'agree' },
    declined: { type: 'final', entry: 'decline' },
    late: { type: 'final', entry: 'giveUp' },
    failed: { type: 'final' },
  },
  output: ({ context: { kind, revision, onWall, wanted, failure } }) => ({ kind, revision, onWall, wanted, failure }),
});
export type SubmissionRef = ActorRefFrom<typeof submissionMachine>;
export type SubmissionSnapshot = SnapshotFrom<typeof submissionMachine>;
