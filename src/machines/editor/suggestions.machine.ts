import { type ActorRefFrom, assign, emit, fromPromise, setup } from 'xstate';
import type { RegionSuggestions } from '#common/calls/templates.ts';
import { SUGGESTIONS_AGAIN, SUGGESTIONS_FRESH } from '#common/config/constants.ts';
import { fromEvent } from '#machines/shared/from-event.ts';
import { unprovided } from '#machines/shared/unprovided.ts';

/** A region in which the user types, and the template of its document. */
type SuggestionRequest = { template: string; id: string };
/** A field of the list of regions, and the text in it. */
type Typed = { id: string; text: string };

/**
 * Offers values that were used before in the regions of a document's template. They are read once, when the user
 * types into the first region, and again when they are needed after five minutes. Typing never waits: loaded values
 * are offered at once, later ones if they are still needed. `list` is the list beside a field of the Attributes view;
 * the list in the document belongs to the frame. No value is inserted unasked, and a list that the user has closed
 * stays closed in that field until they request it. Failures are silent; the read is repeated after a minute at the
 * earliest.
 */
export const suggestionsMachine = setup({
  types: {
    context: {} as {
      template: string;
      /** The region that waits for its values, or ''. */
      wanted: string;
      regions: RegionSuggestions[];
      field: Typed;
      /** Index of the current value in the list, from 0; -1 for none. */
      at: number;
    },
    events: {} as
      | ({ type: 'suggestions.wanted' } & SuggestionRequest)
      | ({ type: 'text.typed' | 'list.asked' } & Typed)
      | { type: 'value.reached'; at: number }
      | { type: 'value.taken' | 'list.declined' | 'field.left' },
    emitted: {} as { type: 'suggestions.given'; id: string; values: readonly string[] },
    tags: {} as 'offered' | 'asked' | 'read',
  },
  actors: { readSuggestions: fromPromise<RegionSuggestions[], { template: string }>(unprovided) },
  actions: {
    keepRequest: assign({ wanted: (_, params: SuggestionRequest) => params.id }),
    takeTemplate: assign((_, { template, id }: SuggestionRequest) => ({ template, wanted: id, regions: [] })),
    keepRegions: assign({ regions: (_, params: { output: RegionSuggestions[] }) => params.output }),
    give: emit(({ context: { wanted, regions } }) => ({
      type: 'suggestions.given' as const,
      id: wanted,
      values: regions.find(({ id }) => id === wanted)?.values ?? [],
    })),
    keepTyped: assign((_, { id, text }: Typed) => ({ field: { id, text }, at: -1 })),
    keepAsked: assign((_, { id, text }: Typed) => ({ field: { id, text }, at: 0 })),
    keepPlace: assign({ at: (_, params: { at: number }) => params.at }),
    forgetField: assign({ field: { id: '', text: '' }, at: -1 }),
  },
  guards: { isOther: ({ context }, params: SuggestionRequest) => params.template !== context.template },
  delays: { suggestionsFresh: SUGGESTIONS_FRESH, suggestionsAgain: SUGGESTIONS_AGAIN },
}).createMachine({
  id: 'suggestions',
  context: { template: '', wanted: '', regions: [], field: { id: '', text: '' }, at: -1 },
  type: 'parallel',
  states: {
    values: {
      initial: 'due',
      on: {
        'suggestions.wanted': [
          {
            guard: { type: 'isOther', params: fromEvent },
            target: '.reading',
            actions: { type: 'takeTemplate', params: fromEvent },
          },
          { actions: [{ type: 'keepRequest', params: fromEvent }, 'give'] },
        ],
      },
      states: {
        // Earlier values are offered meanwhile.
        due: {
          on: {
            'suggestions.wanted': [
              {
                guard: { type: 'isOther', params: fromEvent },
                target: 'reading',
                actions: { type: 'takeTemplate', params: fromEvent },
              },
              { target: 'reading', actions: [{ type: 'keepRequest', params: fromEvent }, 'give'] },
            ],
          },
        },
        reading: {
          invoke: {
            id: 'readSuggestions',
            src: 'readSuggestions',
            input: ({ context }) => ({ template: context.template }),
            onDone: { target: 'read', actions: [{ type: 'keepRegions', params: fromEvent }, 'give'] },
            onError: { target: 'failed' },
          },
        },
        read: { tags: 'read', after: { suggestionsFresh: { target: 'due' } } },
        failed: { after: { suggestionsAgain: { target: 'due' } } },
      },
    },
    list: {
      initial: 'closed',
      on: { 'field.left': { target: '.closed', actions: 'forgetField' } },
      states: {
        closed: {
          on: {
            'text.typed': { target: 'offered', actions: { type: 'keepTyped', params: fromEvent } },
            'list.asked': { target: 'asked', actions: { type: 'keepAsked', params: fromEvent } },
          },
        },
        offered: {
          tags: 'offered',
          on: {
            'text.typed': { actions: { type: 'keepTyped', params: fromEvent } },
            'list.asked': { target: 'asked', actions: { type: 'keepAsked', params: fromEvent } },
            'value.reached': { actions: { type: 'keepPlace', params: fromEvent } },
            'value.taken': { target: 'closed', actions: 'forgetField' },
            'list.declined': { target: 'declined' },
          },
        },
        // Requested by a key: offers all values if none continues the text.
        asked: {
          tags: ['offered', 'asked'],
          on: {
            'text.typed': { target: 'offered', actions: { type: 'keepTyped', params: fromEvent } },
            'value.reached': { actions: { type: 'keepPlace', params: fromEvent } },
            'value.taken': { target: 'closed', actions: 'forgetField' },
            'list.declined': { target: 'declined' },
          },
        },
        declined: {
          on: { 'list.asked': { target: 'asked', actions: { type: 'keepAsked', params: fromEvent } } },
        },
      },
    },
  },
});
export type SuggestionsRef = ActorRefFrom<typeof suggestionsMachine>;
