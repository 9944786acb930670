import { type ActorRefFrom, assign, fromPromise, setup } from 'xstate';
import { failureOf } from '#api/failure.ts';
import type { ArchiveSummary } from '#common/calls/archives.ts';
import { type Failed, fromEvent } from '#machines/shared/from-event.ts';
import { putBackMessage } from '#machines/shared/messages.ts';
import { unprovided } from '#machines/shared/unprovided.ts';

/** A submission that the host has: the archive that it made, and what the dashboards showed before, as far as known. */
export type MadeSubmission = { made: string | null; before: ArchiveSummary | null };

/**
 * Reports a submission until the user closes the message, and offers to undo it: what the dashboards showed before is
 * submitted again, as a new archive. That works only while the submission is still the newest one, which the host
 * checks. Two presses, or a repeat after a missing answer, put nothing back twice.
 */
export const putBackMachine = setup({
  types: {
    context: {} as MadeSubmission & { message: string | null },
    events: {} as
      | ({ type: 'submission.made' } & MadeSubmission)
      | { type: 'submission.begun' }
      | { type: 'putBack.requested' }
      | { type: 'submission.read' },
    /** `back`: the dashboards show what they showed before the submission, and not the editor's content. */
    tags: {} as 'shown' | 'busy' | 'back',
  },
  actors: { putBack: fromPromise<void, { archive: string; insteadOf: string }>(unprovided) },
  actions: {
    keepMade: assign((_, { made, before }: MadeSubmission) => ({ made, before, message: null })),
    forget: assign({ made: null, before: null, message: null }),
    clearMessage: assign({ message: null }),
    keepMessage: assign({ message: (_, { error }: Failed) => putBackMessage(failureOf(error)) }),
  },
  guards: {
    hasWay: ({ context: { made, before } }) => made !== null && before !== null,
  },
}).createMachine({
  id: 'putBack',
  context: { made: null, before: null, message: null },
  initial: 'none',
  on: {
    'submission.made': { target: '.shown', actions: { type: 'keepMade', params: fromEvent } },
    'submission.begun': { target: '.none', actions: 'forget' },
  },
  states: {
    none: {},
    shown: {
      tags: 'shown',
      on: {
        'putBack.requested': { guard: 'hasWay', target: 'puttingBack', actions: 'clearMessage' },
        'submission.read': { target: 'none', actions: 'forget' },
      },
    },
    puttingBack: {
      tags: ['shown', 'busy'],
      invoke: {
        id: 'putBack',
        src: 'putBack',
        input: ({ context: { made, before } }) => ({ archive: before?.uuid ?? '', insteadOf: made ?? '' }),
        onDone: { target: 'back' },
        onError: { target: 'shown', actions: { type: 'keepMessage', params: fromEvent } },
      },
    },
    back: { tags: ['shown', 'back'], on: { 'submission.read': { target: 'backAndRead' } } },
    backAndRead: { tags: 'back' },
  },
});
export type PutBackRef = ActorRefFrom<typeof putBackMachine>;
