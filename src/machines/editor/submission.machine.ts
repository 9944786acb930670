import { type ActorRefFrom, assign, fromPromise, setup, type SnapshotFrom } from 'xstate';
import { type ApiFailure, failureOf } from '#api/failure.ts';
import type { ArchiveSummary } from '#api/contract/archives.ts';
import { SUBMISSION_QUESTION } from '#config/constants.ts';
import type { RegionValue } from '../shared/region-values.ts';
import { fromEvent } from '#machines/shared/from-event.ts';
import { isOdd, type SubmissionFacts, unseenOf } from './submission-facts.ts';
import { unprovided } from '#machines/shared/unprovided.ts';

/** A WIP as the host has it now. */
export type HostDocument = { revision: number | null; regions: RegionValue[]; rows: unknown[] };

/** `unseen`, `hasUnseenRows`: as far as it is known already. */
type SubmissionInput = Omit<SubmissionFacts, 'onWall'> & {
  template: string;
  /** Whether the host tells which WIP its newest archive is of. */
  looksAtWall: boolean;
  /** The revision that is submitted when nobody else has saved; null at a host that has none. */
  revision: number | null;
  /** The revision that the host has refused, because somebody else has saved since; null where it has refused none. */
  refused: number | null;
  /** What the user sees, and the rows that it was made of. */
  seen: RegionValue[];
  rows: unknown[];
};

/** How it ended: `wanted` is a region that the user goes to instead, `failure` why the host's document could not be read. */
export type SubmissionAnswer = {
  kind: 'agreed' | 'declined' | 'late' | 'failed';
  revision: number | null;
  onWall: ArchiveSummary | null;
  wanted: string | null;
  failure: ApiFailure | null;
};

type Context = SubmissionInput & SubmissionFacts & Omit<SubmissionAnswer, 'onWall' | 'revision'>;

/**
 * What comes between a save and its submission. When all is well nothing is asked. It asks once, in one dialog, where the wall shows another WIP,
 * required regions are empty, a script has changed what nobody sees, somebody else has saved what this user has not seen, or the submission before was not answered and may have arrived. Where it asks at all it
 * has read the host's document, so that what is agreed to is what was named: the submission carries that revision. An answer that takes longer than
 * 15 minutes counts for nothing, because what it was given to is not what is so by then.
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
      unseen: unseenOf(context.seen, regions),
      hasUnseenRows: JSON.stringify(rows) !== JSON.stringify(context.rows),
    })),
    agree: assign({ kind: 'agreed' }),
    decline: assign({ kind: 'declined' }),
    giveUp: assign({ kind: 'late' }),
    keepWanted: assign({ wanted: (_, params: { id: string }) => params.id }),
    fail: assign({ kind: 'failed' }),
    keepFailure: assign({ kind: 'failed', failure: (_, params: { error: unknown }) => failureOf(params.error) }),
  },
  guards: {
    isRefused: ({ context }) => context.refused !== null,
    isRefusedAgain: ({ context }) => context.refused !== null && context.revision === context.refused,
    looksAtWall: ({ context }) => context.looksAtWall,
    isOdd: ({ context }) => isOdd(context),
    /** Where the host tells revisions, what it has is read before anything is asked. */
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
    choosing: { always: [{ guard: 'looksAtWall', target: 'looking' }, { target: 'weighing' }] },
    looking: {
      invoke: {
        id: 'lookAtWall',
        src: 'lookAtWall',
        input: ({ context: { template } }) => ({ template }),
        onDone: { target: 'weighing', actions: { type: 'keepWall', params: fromEvent } },
        // What the wall shows is not known: that is no reason to keep anybody from submitting.
        onError: { target: 'weighing' },
      },
    },
    weighing: {
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
        // A host that refuses what it has would be asked for ever.
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
