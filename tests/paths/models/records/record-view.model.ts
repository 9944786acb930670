import { recordViewMachine } from '#machines/records/record-view.machine.ts';
import { defineModel } from '../../engine/model.ts';
import { archiveDetail, failures } from '../samples.ts';
import { record } from './record-samples.ts';

const region = (id: string) => ({ id, label: id.toUpperCase() });
const value = (text: string) => ({
  value: text,
  archive_uuid: 'a-1',
  wip_uuid: 'w-1',
  name: 'Corvane Ridge',
  submitted_on: 1_750_000_000_000,
  submitted_by: 'Dana Okafor',
  until: null,
});
const histories = {
  'values, and more': { output: { values: [value('438')], next: 'c', count: 2 } },
  'the last values': { output: { values: [value('412')], next: null, count: 2 } },
  'not reached': { error: failures.network },
};

export const recordViewModel = defineModel(recordViewMachine)({
  starts: { 'one record': { input: { archive: 'a-1', place: 'p' } } },
  outcomes: {
    readRecord: {
      'with content': { output: { record: record('a-1'), received: [], previous: null, next: null } },
      'without content': {
        output: { record: record('a-1', { content_removed_on: 1 }), received: [], previous: null, next: null },
      },
      'not reached': { error: failures.network },
    },
    loadArchive: { 'its content': { output: archiveDetail }, 'not found (404)': { error: failures.notFound } },
    readHistory: histories,
    readMore: histories,
  },
  events: ({ snapshot: { context } }) => ({
    'tries again': { type: 'retry.requested' },
    'wants the document again': { type: 'content.retryRequested' },
    'wants the history of people': { type: 'history.requested', region: region('people') },
    'wants the history of note': { type: 'history.requested', region: region('note') },
    ...(context.history.values.length < 2 && { 'wants more values': { type: 'history.moreRequested' } as const }),
    'closes the history': { type: 'history.closed' },
  }),
  key: ({ snapshot, snapshot: { context } }) => ({
    isKnown: context.reply !== null,
    hasContent: context.reply?.record.content_removed_on === null,
    region: snapshot.matches({ history: 'open' }) ? context.region.id : '',
    values: snapshot.matches({ history: 'open' }) ? context.history.values.length : 0,
    next: context.history.next,
  }),
  tags: {
    'facts.loading': ({ snapshot }) => snapshot.matches({ facts: 'loading' }),
    'content.loading': ({ snapshot }) => snapshot.matches({ content: 'loading' }),
    'history.loading': ({ snapshot }) => snapshot.matches({ history: { open: 'loading' } }),
  },
  never: {
    'an old message while values are read again': ({ snapshot }) =>
      (snapshot.hasTag('history.loading') || snapshot.hasTag('history.adding')) &&
      snapshot.context.historyMessage !== null,
    'a document whose content was removed': ({ snapshot }) =>
      snapshot.context.reply?.record.content_removed_on === 1 && snapshot.hasTag('content.loading'),
    'values of another field': {
      after: ['wants the history'],
      breaks: ({ before, snapshot, label }) =>
        before.context.reply !== null &&
        before.matches({ history: 'closed' }) &&
        (snapshot.context.history.values.length > 0 || snapshot.context.region.id !== label.split(' ').at(-1)),
    },
    'more values without those before': {
      after: ['readMore: the last values', 'readMore: values, and more'],
      breaks: ({ before, snapshot }) =>
        snapshot.context.history.values.length !== before.context.history.values.length + 1,
    },
    'more after the last values': ({ snapshot }) =>
      snapshot.context.history.next === null && snapshot.can({ type: 'history.moreRequested' }),
    'a failure that is not said': {
      after: ['readRecord: not reached', 'loadArchive: not found', 'readHistory: not reached', 'readMore: not reached'],
      breaks: ({ snapshot: { context }, label }) =>
        (label.startsWith('readRecord')
          ? context.message
          : label.startsWith('loadArchive')
            ? context.contentMessage
            : context.historyMessage) === null,
    },
    'a message that stays after its cause': {
      after: ['readRecord: with', 'readHistory: values', 'readMore: the last'],
      breaks: ({ snapshot: { context }, label }) =>
        (label.startsWith('readRecord') ? context.message : context.historyMessage) !== null,
    },
  },
});
