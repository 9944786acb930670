import { pagedListMachine } from '#machines/shared/paged-list.machine.ts';
import { pendingCalls, defineModel } from 'chart-walks';
import { failures, wip } from '../samples.ts';

const firstTwo = [wip('w-1', 'Shift 1'), wip('w-2', 'Shift 2')];
const ofTemplate = { list: 't-1', operation: 'loadingWips', sort: 'newest' } as const;

export const pagedListModel = defineModel(pagedListMachine)({
  starts: {
    'more than a page': { input: { ...ofTemplate, next: 'c-1', count: 3 }, world: 0 },
    'one page': { input: { ...ofTemplate, next: null, count: 1 }, world: 0 },
  },
  outcomes: {
    firstPage: ({ snapshot: { context } }) => ({
      ...(context.q === ''
        ? {
            'all of them': {
              output: { entries: firstTwo.slice(0, context.total - 1), next: 'c-1', count: context.total },
            },
          }
        : {
            'one of two': { output: { entries: [wip('w-8', 'Night 8')], next: 'c-8', count: 2 } },
            'nothing found': { output: { entries: [], next: null, count: 0 } },
          }),
      'not reached': { error: failures.network },
    }),
    nextPage: ({ snapshot: { context } }) => ({
      'the last one': { output: { entries: [wip('w-9', 'Night 9')], next: null, count: context.count } },
      'server error that says why (500)': { error: failures.serverSays },
    }),
  },
  events: ({ snapshot: { context }, world: deletions }) => ({
    'seeks the night': { type: 'list.sought', q: 'night', sort: context.sort },
    'seeks nothing': { type: 'list.sought', q: '', sort: context.sort },
    // To seek in one order is as to seek in the other, and a deletion changes nothing but the counts: one at a time is enough to see.
    ...(deletions === 0 && context.q === '' && { 'sorts by name': { type: 'list.sought', q: '', sort: 'name' } }),
    'asks for more': { type: 'more.requested' },
    'tries again': { type: 'retry.requested' },
    ...(deletions === 0 &&
      context.sort === 'newest' &&
      context.count > 0 && { 'an entry is deleted': { type: 'entry.removed' } }),
    ...(deletions === 0 && context.sort === 'newest' && { 'an entry is added': { type: 'entry.added' } }),
  }),
  world: { start: 0, next: ({ world, label }) => (label.startsWith('an entry is') ? world + 1 : world) },
  key: ({ snapshot: { context } }) => ({
    q: context.q,
    sort: context.sort,
    next: context.next,
    count: context.count,
    total: context.total,
  }),
  changes: {
    sort: 'sorts by',
    next: 'nextPage: the | firstPage: one | firstPage: nothing | firstPage: all',
    count: 'an entry | firstPage: one | firstPage: nothing | firstPage: all',
    q: 'seeks the | seeks nothing',
    total: 'an entry',
    message: 'nextPage: server | firstPage: not reached',
  },
  restarts: { searchPause: ['seeks', 'sorts'] },
  accepts: {
    'seeks the night': ({ snapshot }) => snapshot.matches('paged') && snapshot.context.q !== 'night',
    'seeks nothing': ({ snapshot }) => snapshot.matches('paged') && snapshot.context.q !== '',
    'sorts by name': ({ snapshot }) => snapshot.matches('paged') && snapshot.context.sort !== 'name',
    'asks for more': ({ snapshot }) => snapshot.matches({ paged: 'idle' }) && snapshot.context.next !== null,
    'tries again': 'searchFailed | moreFailed',
  },
  does: {
    '#_parent page.found': 'firstPage: one | firstPage: nothing | firstPage: all',
    '#_parent page.added': 'nextPage: the last',
  },
  never: {
    'a call for a list that is there as a whole': ({ snapshot }) =>
      !snapshot.hasTag('paged') && pendingCalls(snapshot).length > 0,
    'two calls at once': ({ snapshot }) => pendingCalls(snapshot).length > 1,
    'a cursor of one search in the next': ({ effects, label }) =>
      label.startsWith('after ') &&
      effects.some(({ kind, ...effect }) => kind === 'request' && JSON.stringify(effect).includes('"cursor":"c-')),
    'a deletion that nobody counts': ({ label, before, snapshot: { context } }) =>
      label === 'an entry is deleted' &&
      (context.count !== before.context.count - 1 || context.total !== before.context.total - 1),
  },
});
