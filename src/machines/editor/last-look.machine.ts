import { type AnyEventObject, fromCallback, sendParent, setup } from 'xstate';
import { LAST_LOOK } from '#config/constants.ts';

/**
 * Whether a document has to be looked at before it is saved (`deviations.md`, `s4.editor.save-existing`). A host that compares a save with what it was made of
 * spares the look. On any other one the document is read anew where it was read more than 15 s ago, so that nobody's text is overwritten unseen. The time is the
 * chart's own: a clock that is set does not matter, and after a sleep or a lost network nothing counts as seen.
 */
export const lastLookMachine = setup({
  types: {
    context: {} as { isGuarded: boolean },
    /** `isGuarded`: the host compares by itself. */
    input: {} as { isGuarded: boolean },
    events: {} as
      | { type: 'look.taken' }
      | { type: 'look.asked' }
      | { type: 'network.lost' }
      | { type: 'connection.suspected' },
    tags: {} as 'old',
  },
  actors: {
    /** Tells when the network was lost, or the machine has slept. */
    watchConnectivity: fromCallback<AnyEventObject, undefined>(() => undefined),
  },
  actions: {
    spare: sendParent({ type: 'look.spared' }),
    keep: sendParent({ type: 'look.kept' }),
    want: sendParent({ type: 'look.wanted' }),
  },
  guards: { isGuarded: ({ context }) => context.isGuarded },
  delays: { lastLook: LAST_LOOK },
}).createMachine({
  id: 'lastLook',
  context: ({ input }) => input,
  initial: 'choosing',
  states: {
    choosing: { always: [{ guard: 'isGuarded', target: 'spared' }, { target: 'old' }] },
    spared: { on: { 'look.asked': { actions: 'spare' } } },
    old: {
      tags: 'old',
      on: { 'look.taken': { target: 'recent' }, 'look.asked': { actions: 'want' } },
    },
    recent: {
      invoke: { id: 'watchConnectivity', src: 'watchConnectivity' },
      on: {
        'look.taken': { target: 'recent', reenter: true },
        'look.asked': { actions: 'keep' },
        'network.lost': { target: 'old' },
      },
      after: { lastLook: { target: 'old' } },
    },
  },
});
