import { suggestionsMachine } from '#machines/editor/suggestions.machine.ts';
import { defineModel, emits } from 'chart-walks';
import { failures } from '../samples.ts';

const WIND = [{ id: 'wind', values: ['5 knots', '9 knots'] }];
const typed = { id: 'wind', text: '5' };

export const suggestionsModel = defineModel(suggestionsMachine)({
  starts: { 'an editor': { input: undefined } },
  outcomes: {
    readSuggestions: {
      'something was used before': { output: WIND },
      'nothing was': { output: [] },
      'not reached': { error: failures.network },
    },
  },
  events: ({ snapshot }) => ({
    'types where the wind stands': { type: 'suggestions.wanted', template: 't-1', id: 'wind' },
    'types in another region': { type: 'suggestions.wanted', template: 't-1', id: 'sea' },
    'types in a document of another template': { type: 'suggestions.wanted', template: 't-2', id: 'wind' },
    // The list beside a field does not depend on known values.
    ...(snapshot.matches({ values: 'due' }) &&
      snapshot.context.template === '' && {
        'types into a field of the list': { type: 'text.typed', ...typed } as const,
        'asks what was used before': { type: 'list.asked', ...typed } as const,
        'leads into the list': { type: 'value.reached', at: 1 } as const,
        'takes a value': { type: 'value.taken' } as const,
        'closes the list': { type: 'list.declined' } as const,
        'leaves the field': { type: 'field.left' } as const,
      }),
  }),
  key: ({ snapshot: { context } }) => ({
    template: context.template,
    wanted: context.wanted,
    known: context.regions.length,
    field: context.field.id,
    at: context.at,
  }),
  accepts: {
    'types into a field': 'list.closed | offered | asked',
    asks: 'list.closed | offered | declined',
    leads: 'offered | asked',
    'takes a value': 'offered | asked',
    'closes the list': 'offered | asked',
  },
  leads: { 'values.reading': { by: 'types where | types in another', from: 'values.due' } },
  changes: {
    template: 'types where | types in another | types in a',
    wanted: 'types where | types in another | types in a',
    regions: 'types where | types in another | types in a | readSuggestions: something | readSuggestions: nothing',
    field: 'types into | asks what | leaves the | takes a',
    at: 'types into | asks what | leaves the | leads into | takes a',
  },
  never: {
    'values of another template': ({ before, snapshot: { context }, label }) =>
      label === 'types in a document of another template' &&
      before.context.template === 't-1' &&
      context.regions.length > 0,
    'a person who types and is given nothing of what is known': ({ label, before, effects }) =>
      (label === 'types where the wind stands' || label === 'types in another region') &&
      before.context.template === 't-1' &&
      !emits(effects, 'suggestions.given'),
    'something given that was not used in that region': ({ effects }) =>
      effects.some(
        (effect) =>
          effect.kind === 'emitted' &&
          effect.event['id'] !== 'wind' &&
          (effect.event['values'] as readonly string[]).length > 0,
      ),
    'values that came and are kept back': {
      after: ['readSuggestions: something was used before'],
      breaks: ({ effects, snapshot }) => !emits(effects, 'suggestions.given') || snapshot.context.regions.length === 0,
    },
    'a call that nobody caused': ({ effects, label }) =>
      effects.some(({ kind }) => kind === 'request') && !label.startsWith('types'),
    'what was read lost by a call that failed': {
      after: ['readSuggestions: not reached'],
      breaks: ({ before, snapshot }) => before.context.regions.length !== snapshot.context.regions.length,
    },
    'a list that opens again by itself where it was closed': ({ label, before, snapshot }) =>
      before.matches({ list: 'declined' }) && snapshot.hasTag('offered') && label !== 'asks what was used before',
    'a list that is open without a hand': ({ label, before, snapshot }) =>
      !before.hasTag('offered') && snapshot.hasTag('offered') && !/^(types into|asks)/.test(label),
    'a value that would be taken though no key has led to one': {
      after: ['types into a field of the list'],
      breaks: ({ snapshot }) => snapshot.hasTag('offered') && snapshot.context.at !== -1,
    },
    'a list that changes with what is read': ({ label, before, snapshot }) =>
      !/^(types into|asks|leads|takes|closes|leaves)/.test(label) && before.value.list !== snapshot.value.list,
    'a list of a field that is left, or whose value was taken': {
      after: ['takes a value', 'leaves the field'],
      breaks: ({ snapshot }) => snapshot.hasTag('offered') || snapshot.context.field.id !== '',
    },
  },
});
