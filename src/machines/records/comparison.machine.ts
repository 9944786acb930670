import { assign, fromPromise, setup } from 'xstate';
import { failureOf } from '#api/failure.ts';
import type { Compared } from '#common/calls/records.ts';
import { type Failed, fromEvent } from '../shared/from-event.ts';
import { unprovided } from '../shared/unprovided.ts';
import { recordMessage } from './record-texts.ts';
import { storedDocumentMachine } from './stored-document.machine.ts';

/** The two sides of a comparison: an archive, and another one or a WIP. */
export type Sides = { from: string; to: string };

type Context = {
  sides: Sides;
  /** The keys of the documents' places in the page. */
  places: Sides;
  compared: Compared | null;
  message: string | null;
};

/** The document of a side, with marks where the other one differs. */
function documentOf({ sides, places, compared }: Context, side: keyof Sides) {
  const to = compared?.to;
  const isWip = side === 'to' && to !== undefined && !('archive_uuid' in to);
  const at = (to && ('archive_uuid' in to ? to.submitted_on : to.saved_on)) ?? null;
  return {
    source: { kind: isWip ? 'wip' : 'archive', id: sides[side] } as const,
    place: places[side],
    marks: (compared?.changes ?? []).flatMap(({ id, was, is }) =>
      (side === 'from' ? was : is) === null ? [] : [{ id, at }],
    ),
  };
}

/** Two submissions, or one and the saved document, with their differences, which are marked in both documents. */
export const comparisonMachine = setup({
  types: {
    context: {} as Context,
    input: {} as Pick<Context, 'sides' | 'places'>,
    events: {} as { type: 'retry.requested' },
    tags: {} as 'loading' | 'loaded' | 'failed',
  },
  actors: { compare: fromPromise<Compared, Sides>(unprovided), document: storedDocumentMachine },
  actions: {
    keepCompared: assign({ compared: (_, { output }: { output: Compared }) => output }),
    keepMessage: assign({ message: (_, { error }: Failed) => recordMessage('comparing', failureOf(error)) }),
  },
}).createMachine({
  id: 'comparison',
  context: ({ input }) => ({ ...input, compared: null, message: null }),
  initial: 'loading',
  states: {
    loading: {
      tags: 'loading',
      invoke: {
        id: 'compare',
        src: 'compare',
        input: ({ context }) => context.sides,
        onDone: { target: 'loaded', actions: { type: 'keepCompared', params: fromEvent } },
        onError: { target: 'failed', actions: { type: 'keepMessage', params: fromEvent } },
      },
    },
    loaded: {
      tags: 'loaded',
      invoke: [
        { id: 'before', src: 'document', input: ({ context }) => documentOf(context, 'from') },
        { id: 'after', src: 'document', input: ({ context }) => documentOf(context, 'to') },
      ],
    },
    failed: { tags: 'failed', on: { 'retry.requested': { target: 'loading' } } },
  },
});
