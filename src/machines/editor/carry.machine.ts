import { type ActorRefFrom, assign, fromPromise, sendParent, setup, type SnapshotFrom } from 'xstate';
import type { Source } from '#config/paths.ts';
import type { Filling, Laid } from '#document/regions/carry.ts';
import type { Pair } from '#document/host/protocol.ts';
import { fromEvent } from '#machines/shared/from-event.ts';
import { unprovided } from '#machines/shared/unprovided.ts';

/** The document that is to be filled, as it is when another one is chosen. */
export type FillWish = { source: Source; html: string; values: readonly Pair[] };

const NOTHING: Filling = {
  name: '',
  at: null,
  laid: [],
  fit: [],
  misfits: [],
  left: [],
  others: [],
  rows: [],
  rowsAre: 'none',
};

/** The way back: what was laid is now laid over. */
const back = (laid: readonly Laid[]): Laid[] => laid.map(({ id, was, value }) => ({ id, was: value, value: was }));

/**
 * What the open document was filled with from another one: a new document when it was opened, or its shared regions when the person chose where from. It is
 * said until the person has read it, and can be taken back as a whole; filled a second time, each by itself, the last first. What holds something else stays, until the person says that it is to be replaced too.
 * A value is laid over the one that was known of its region only: what was typed meanwhile, or since, is newer and stays.
 */
export const carryMachine = setup({
  types: {
    context: {} as {
      filling: Filling;
      /** Fillings from before it that can still be taken back, the last of them last. */
      earlier: Filling[];
      wish: FillWish | null;
    },
    events: {} as
      /** A new document was opened with it. */
      | { type: 'document.filled'; filling: Filling }
      | { type: 'document.left' }
      | ({ type: 'fill.begun' } & FillWish)
      | { type: 'others.requested' }
      | { type: 'undo.requested' }
      | { type: 'filling.read' },
    tags: {} as 'told' | 'reading',
  },
  actors: { readSource: fromPromise<Filling, FillWish>(unprovided) },
  actions: {
    keepWish: assign((_, { source, html, values }: FillWish) => ({ wish: { source, html, values } })),
    keep: assign((_, { filling }: { filling: Filling }) => ({ filling, earlier: [], wish: null })),
    keepRead: assign(({ context: { filling, earlier } }, { output }: { output: Filling }) => ({
      filling: output,
      earlier: filling.name === '' ? earlier : [...earlier, filling],
      wish: null,
    })),
    forgetWish: assign({ wish: null }),
    forget: assign({ filling: NOTHING, earlier: [], wish: null }),
    showEarlier: assign(({ context: { earlier } }) => ({
      filling: earlier.at(-1) ?? NOTHING,
      earlier: earlier.slice(0, -1),
    })),
    lay: sendParent((_, { output: { laid, name } }: { output: Filling }) => ({ type: 'regions.filled', laid, name })),
    layOthers: sendParent(({ context: { filling } }) => ({
      type: 'regions.filled',
      laid: filling.others,
      name: filling.name,
    })),
    keepOthersLaid: assign(({ context: { filling } }) => ({
      filling: {
        ...filling,
        laid: [...filling.laid, ...filling.others],
        fit: [...filling.fit, ...filling.others.map(({ id }) => id)],
        others: [],
      },
    })),
    takeBack: sendParent(({ context: { filling } }) => ({
      type: 'regions.filled',
      laid: back(filling.laid),
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
  context: { filling: NOTHING, earlier: [], wish: null },
  initial: 'none',
  on: {
    'document.filled': { target: '.told', actions: { type: 'keep', params: fromEvent } },
    'document.left': { target: '.none', actions: 'forget' },
  },
  states: {
    none: {
      on: { 'fill.begun': { target: 'reading', actions: { type: 'keepWish', params: fromEvent } } },
    },
    reading: {
      tags: 'reading',
      invoke: {
        id: 'readSource',
        src: 'readSource',
        input: ({ context: { wish } }) => wish ?? { source: { kind: 'wip', id: '' }, html: '', values: [] },
        onDone: {
          target: 'told',
          actions: [
            { type: 'keepRead', params: fromEvent },
            { type: 'lay', params: fromEvent },
          ],
        },
        onError: [
          // The filling of before can still be taken back.
          { guard: 'hasFilled', target: 'told', actions: ['forgetWish', 'sayFailed'] },
          { target: 'none', actions: ['forgetWish', 'sayFailed'] },
        ],
      },
    },
    told: {
      tags: 'told',
      on: {
        'fill.begun': { target: 'reading', actions: { type: 'keepWish', params: fromEvent } },
        'others.requested': { guard: 'hasOthers', actions: ['layOthers', 'keepOthersLaid'] },
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
export type CarrySnapshot = SnapshotFrom<typeof carryMachine>;
