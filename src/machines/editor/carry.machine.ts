import { type ActorRefFrom, assign, fromPromise, sendParent, setup } from 'xstate';
import type { Source } from '#common/config/paths.ts';
import type { Filling, PlacedValue } from '#document/carry.ts';
import type { Pair } from '#common/document/regions/values.ts';
import { fromEvent } from '#machines/shared/from-event.ts';
import { unprovided } from '#machines/shared/unprovided.ts';

/** The document to fill, as it was when its source was chosen. */
export type FillRequest = { source: Source; html: string; values: readonly Pair[] };

const NOTHING: Filling = {
  name: '',
  at: null,
  placed: [],
  fit: [],
  misfits: [],
  left: [],
  others: [],
  rows: [],
  rowsAre: 'none',
};

/** Inverts the filling: each region gets back the value that it had before. */
const back = (placed: readonly PlacedValue[]): PlacedValue[] =>
  placed.map(({ id, was, value }) => ({ id, was: value, value: was }));

/**
 * Tracks the values that the open document got from another one: a new document when it was opened, or its shared
 * regions when the user chose a source. They are listed until the user closes the list, and can be undone as a whole;
 * after a second filling each one can be undone separately, the last one first. A region with other text keeps it
 * until the user asks to replace that too. A value only replaces the one that its region had when the source was
 * read: text typed since is newer and stays.
 */
export const carryMachine = setup({
  types: {
    context: {} as {
      filling: Filling;
      /** Earlier fillings that can still be undone, the latest last. */
      earlier: Filling[];
      request: FillRequest | null;
    },
    events: {} as
      /** A new document was opened with values of another one. */
      | { type: 'document.filled'; filling: Filling }
      | { type: 'document.left' }
      | ({ type: 'fill.begun' } & FillRequest)
      | { type: 'others.requested' }
      | { type: 'undo.requested' }
      | { type: 'filling.read' },
    tags: {} as 'shown' | 'reading',
  },
  actors: { readSource: fromPromise<Filling, FillRequest>(unprovided) },
  actions: {
    keepRequest: assign((_, { source, html, values }: FillRequest) => ({ request: { source, html, values } })),
    keep: assign((_, { filling }: { filling: Filling }) => ({ filling, earlier: [], request: null })),
    keepRead: assign(({ context: { filling, earlier } }, { output }: { output: Filling }) => ({
      filling: output,
      earlier: filling.name === '' ? earlier : [...earlier, filling],
      request: null,
    })),
    forgetRequest: assign({ request: null }),
    forget: assign({ filling: NOTHING, earlier: [], request: null }),
    showEarlier: assign(({ context: { earlier } }) => ({
      filling: earlier.at(-1) ?? NOTHING,
      earlier: earlier.slice(0, -1),
    })),
    placeValues: sendParent((_, { output: { placed, name } }: { output: Filling }) => ({
      type: 'regions.filled',
      placed,
      name,
    })),
    placeOthers: sendParent(({ context: { filling } }) => ({
      type: 'regions.filled',
      placed: filling.others,
      name: filling.name,
    })),
    keepOthersPlaced: assign(({ context: { filling } }) => ({
      filling: {
        ...filling,
        placed: [...filling.placed, ...filling.others],
        fit: [...filling.fit, ...filling.others.map(({ id }) => id)],
        others: [],
      },
    })),
    takeBack: sendParent(({ context: { filling } }) => ({
      type: 'regions.filled',
      placed: back(filling.placed),
      name: null,
    })),
    takeRowsBack: sendParent({ type: 'rows.takenBack' }),
    sayFailed: sendParent({ type: 'fill.failed' }),
  },
  guards: {
    hasFilled: ({ context: { filling } }) => filling.name !== '',
    hasEarlier: ({ context: { earlier } }) => earlier.length > 0,
    hasOthers: ({ context: { filling } }) => filling.others.length > 0,
    hasRows: ({ context: { filling } }) => filling.rows.length > 0,
  },
}).createMachine({
  id: 'carry',
  context: { filling: NOTHING, earlier: [], request: null },
  initial: 'none',
  on: {
    'document.filled': { target: '.shown', actions: { type: 'keep', params: fromEvent } },
    'document.left': { target: '.none', actions: 'forget' },
  },
  states: {
    none: {
      on: { 'fill.begun': { target: 'reading', actions: { type: 'keepRequest', params: fromEvent } } },
    },
    reading: {
      tags: 'reading',
      invoke: {
        id: 'readSource',
        src: 'readSource',
        input: ({ context: { request } }) => request ?? { source: { kind: 'wip', id: '' }, html: '', values: [] },
        onDone: {
          target: 'shown',
          actions: [
            { type: 'keepRead', params: fromEvent },
            { type: 'placeValues', params: fromEvent },
          ],
        },
        onError: [
          // The filling before this one can still be undone.
          { guard: 'hasFilled', target: 'shown', actions: ['forgetRequest', 'sayFailed'] },
          { target: 'none', actions: ['forgetRequest', 'sayFailed'] },
        ],
      },
    },
    shown: {
      tags: 'shown',
      on: {
        'fill.begun': { target: 'reading', actions: { type: 'keepRequest', params: fromEvent } },
        'others.requested': { guard: 'hasOthers', actions: ['placeOthers', 'keepOthersPlaced'] },
        'undo.requested': [
          { guard: 'hasEarlier', actions: ['takeBack', 'showEarlier'] },
          { guard: 'hasRows', target: 'none', actions: ['takeBack', 'takeRowsBack', 'forget'] },
          { target: 'none', actions: ['takeBack', 'forget'] },
        ],
        'filling.read': [
          { guard: 'hasEarlier', actions: 'showEarlier' },
          { target: 'none', actions: 'forget' },
        ],
      },
    },
  },
});
export type CarryRef = ActorRefFrom<typeof carryMachine>;
