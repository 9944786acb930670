import { fieldHistoryMachine } from '#machines/records/field-history.machine.ts';
import { defineModel } from '../../engine/model.ts';
import { failures } from '../samples.ts';

const value = (text: string) => ({
  value: text,
  archive_uuid: text,
  wip_uuid: 'w-1',
  name: 'Corvane Ridge',
  submitted_on: 1_750_000_000_000,
  submitted_by: 'Dana Okafor',
  until: null,
});
const pages = {
  'values, and more': { output: { values: [value('438')], next: 'c', count: 2 } },
  'the last values': { output: { values: [value('412')], next: null, count: 2 } },
  'not reached': { error: failures.network },
};
const field = { template: 't-1', wip: 'w-1', region: 'people' };

export const fieldHistoryModel = defineModel(fieldHistoryMachine)({
  starts: {
    'a field of one document': { input: field },
    'a field of a new document': { input: { ...field, wip: null } },
  },
  outcomes: { readHistory: pages, readMore: pages },
  events: ({ snapshot: { context } }) => ({
    'tries again': { type: 'retry.requested' },
    ...(context.page.values.length < 2 && { 'wants more': { type: 'more.requested' } as const }),
    ...(context.wip !== null && {
      'wants all documents': { type: 'scope.chosen', isOfAll: true } as const,
      'wants this document': { type: 'scope.chosen', isOfAll: false } as const,
    }),
  }),
  key: ({ snapshot: { context } }) => ({
    isOfAll: context.isOfAll,
    values: context.page.values.map(({ value: text }) => text).join(),
    next: context.page.next,
    message: context.message !== null,
  }),
  tags: { loading: 'loading', loaded: ({ snapshot }) => !snapshot.matches('loading') && !snapshot.matches('failed') },
  never: {
    'values of another field or of other documents than were asked for': ({ before, snapshot, effects }) =>
      effects.some(
        (effect) =>
          effect.kind === 'request' &&
          JSON.stringify(effect.input) !==
            JSON.stringify({
              ...field,
              wip: snapshot.context.isOfAll ? null : snapshot.context.wip,
              cursor: snapshot.hasTag('adding') ? before.context.page.next : null,
            }),
      ),
    'the values of one choice beside the other': {
      after: ['wants all documents', 'wants this document'],
      breaks: ({ snapshot, label }) =>
        !snapshot.hasTag('loading') ||
        snapshot.context.page.values.length > 0 ||
        snapshot.context.isOfAll !== (label === 'wants all documents'),
    },
    'more values without those before': {
      after: ['readMore: the last values', 'readMore: values, and more'],
      breaks: ({ before, snapshot }) =>
        snapshot.context.page.values.length !== before.context.page.values.length + 1 ||
        snapshot.context.page.values[0]?.value !== before.context.page.values[0]?.value,
    },
    'a list that is gone while more of it comes, or that still waits when more has come': {
      after: ['wants more', 'readMore:'],
      breaks: ({ snapshot, label }) =>
        !snapshot.hasTag('loaded') || snapshot.hasTag('adding') !== (label === 'wants more'),
    },
    'an old message while values are read': ({ snapshot }) =>
      (snapshot.hasTag('loading') || snapshot.hasTag('adding')) && snapshot.context.message !== null,
    'more after the last values': ({ snapshot }) =>
      snapshot.context.page.next === null && snapshot.can({ type: 'more.requested' }),
    'a failure that is not said': {
      after: ['readHistory: not reached', 'readMore: not reached'],
      breaks: ({ snapshot }) => snapshot.context.message === null,
    },
    'a failure of which nothing is left to try': {
      after: ['readHistory: not reached'],
      breaks: ({ snapshot }) => !snapshot.can({ type: 'retry.requested' }),
    },
  },
});
