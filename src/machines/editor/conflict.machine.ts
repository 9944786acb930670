import { type ActorRefFrom, assign, setup } from 'xstate';
import type { RegionValue } from '../shared/region-values.ts';
import type { Side } from './merged-rows.ts';
import type { Question, Settlement } from './save-basis.ts';

const chosen = (questions: readonly Question[], id: string | null, change: Partial<Question>): Question[] =>
  questions.map((one) => (one.id === id ? { ...one, ...change } : one));

/**
 * Asks how to resolve a save that was refused because another user has changed the same text: theirs or mine, for
 * each region and for the rows. Nothing is chosen in advance, and the save continues only when everything is chosen.
 * Leaving the question changes nothing.
 */
export const conflictMachine = setup({
  types: {
    context: {} as { questions: Question[]; isIncomplete: boolean },
    input: {} as { questions: Question[] },
    output: {} as Settlement,
    /** `id`: id of the region; null for the rows. */
    events: {} as
      | { type: 'side.chosen'; id: string | null; side: Side }
      | { type: 'side.chosenForAll'; side: Side }
      | { type: 'mine.edited'; id: string; value: string }
      | { type: 'choice.confirmed' },
  },
  actions: {
    choose: assign(({ context }, { id, side }: { id: string | null; side: Side }) => ({
      questions: chosen(context.questions, id, { choice: side }),
    })),
    chooseAll: assign(({ context }, { side }: { side: Side }) => ({
      questions: context.questions.map((one) => ({ ...one, choice: side })),
    })),
    keepMine: assign(({ context }, { id, value }: { id: string; value: string }) => ({
      questions: chosen(context.questions, id, { mine: value, choice: 'mine' }),
    })),
    sayIncomplete: assign({ isIncomplete: true }),
    clearIncomplete: assign({ isIncomplete: false }),
  },
  guards: {
    hasNoQuestion: ({ context }) => context.questions.length === 0,
    isComplete: ({ context }) => context.questions.every(({ choice }) => choice !== null),
  },
}).createMachine({
  id: 'conflict',
  context: ({ input }) => ({ questions: input.questions, isIncomplete: false }),
  initial: 'choosing',
  states: {
    choosing: {
      // Both have changed rows only, and no row twice.
      always: { guard: 'hasNoQuestion', target: 'settled' },
      on: {
        'side.chosen': { actions: [{ type: 'choose', params: ({ event }) => event }, 'clearIncomplete'] },
        'side.chosenForAll': { actions: [{ type: 'chooseAll', params: ({ event }) => event }, 'clearIncomplete'] },
        'mine.edited': { actions: [{ type: 'keepMine', params: ({ event }) => event }, 'clearIncomplete'] },
        'choice.confirmed': [{ guard: 'isComplete', target: 'settled' }, { actions: 'sayIncomplete' }],
      },
    },
    settled: { type: 'final' },
  },
  output: ({ context }) => ({
    values: context.questions.flatMap(({ id, choice, mine, theirs, group }): RegionValue[] => {
      if (group) return group[choice ?? 'mine'];
      return id === null ? [] : [[id, choice === 'theirs' ? theirs : mine]];
    }),
    rows: context.questions.find(({ id }) => id === null)?.choice ?? null,
  }),
});
export type ConflictRef = ActorRefFrom<typeof conflictMachine>;
