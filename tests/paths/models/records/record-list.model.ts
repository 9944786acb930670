import { recordListMachine } from '#machines/records/record-list.machine.ts';
import { defineModel } from '../../engine/model.ts';
import { failures } from '../samples.ts';
import { record } from './record-samples.ts';

const ALL = { q: '', from: '', to: '', template: '', wip: '', by: '', region: '' };
const page = (uuid: string, next: string | null) => ({
  output: { records: [record(uuid)], standing: [record('before')], next, count: 2, complete_since: null },
});
const pages = {
  'a page with more': page('a-1', 'c'),
  'the last page': page('a-2', null),
  'not reached': { error: failures.network },
};

export const recordListModel = defineModel(recordListMachine)({
  starts: { 'all records': { input: { filter: ALL } } },
  outcomes: {
    readPage: pages,
    readMore: pages,
    readChoices: {
      'one of each': {
        output: { templates: [{ uuid: 't-1', name: 'Brief' }], people: [{ uuid: 'u-1', name: 'Dana' }] },
      },
      'not reached': { error: failures.network },
    },
  },
  events: ({ snapshot: { context } }) => ({
    'searches a word': { type: 'filter.changed', filter: { ...ALL, q: 'fire' } },
    ...(context.page.records.length < 2 && { 'wants more': { type: 'more.requested' } as const }),
    'tries again': { type: 'retry.requested' },
  }),
  key: ({ snapshot: { context } }) => ({
    q: context.filter.q,
    records: context.page.records.map(({ archive_uuid }) => archive_uuid).join(),
    next: context.page.next,
    message: context.message !== null,
    choices: context.choices.templates.length,
    choicesMessage: context.choicesMessage !== null,
  }),
  never: {
    'a search that shows what was found for another one': {
      after: ['searches a word'],
      breaks: ({ snapshot }) => !snapshot.hasTag('loading') || snapshot.context.filter.q !== 'fire',
    },
    'more that does not follow what is there': {
      after: ['readMore: a page with more', 'readMore: the last page'],
      breaks: ({ before, snapshot }) =>
        snapshot.context.page.records.length !== before.context.page.records.length + 1 ||
        snapshot.context.page.records[0]?.archive_uuid !== before.context.page.records[0]?.archive_uuid ||
        snapshot.context.page.standing.length !== 1,
    },
    'a list that is gone while more of it comes, or that still waits when more has come': {
      after: ['wants more', 'readMore:'],
      breaks: ({ snapshot, label }) =>
        !snapshot.hasTag('loaded') || snapshot.hasTag('adding') !== (label === 'wants more'),
    },
    'an old message while it is tried again': ({ snapshot }) =>
      (snapshot.hasTag('loading') || snapshot.hasTag('adding')) && snapshot.context.message !== null,
    'more after the last page': ({ snapshot }) =>
      snapshot.context.page.next === null && snapshot.can({ type: 'more.requested' }),
    'a failure that is not said': {
      after: ['readPage: not reached', 'readMore: not reached'],
      breaks: ({ snapshot }) => snapshot.context.message === null,
    },
    'a message that stays after its cause': {
      after: ['readPage: the last page', 'readChoices: one of each'],
      breaks: ({ snapshot: { context }, label }) =>
        (label.startsWith('readPage') ? context.message : context.choicesMessage) !== null,
    },
    'choices that did not come, and of which that is not said': {
      after: ['readChoices: not reached'],
      breaks: ({ snapshot }) => snapshot.context.choicesMessage === null,
    },
  },
});
