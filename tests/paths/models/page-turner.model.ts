import { pageTurnerMachine } from '#machines/page-turner.machine.ts';
import { defineModel, sends } from '../engine/model.ts';

export const pageTurnerModel = defineModel(pageTurnerMachine)({
  starts: { 'a document on a wall': {} },
  events: ({ snapshot: { context } }) => ({
    'it is seen whole': { type: 'pages.told', count: 1 },
    'it has three pages': { type: 'pages.told', count: 3 },
    'it has as many pages again': { type: 'pages.told', count: context.count },
    'wants the next page': { type: 'next.requested' },
    'wants the page before': { type: 'previous.requested' },
    'touches the page': { type: 'page.touched' },
    'its last page has changed': { type: 'page.wanted', page: 2 },
  }),
  key: ({ snapshot: { context } }) => ({ at: context.at, count: context.count }),
  restarts: { pageTurn: ['it has', 'its last page'], pageRest: ['wants', 'touches the page'] },
  never: {
    'pages of a document that is seen whole, or none of one that is not': ({ snapshot }) =>
      snapshot.hasTag('many') !== snapshot.context.count > 1,
    'another number of pages than was told': {
      after: ['it is seen whole', 'it has three pages'],
      breaks: ({ snapshot, label }) => snapshot.context.count !== (label === 'it is seen whole' ? 1 : 3),
    },
    'a page that there is not': ({ snapshot: { context } }) => context.at < 0 || context.at >= context.count,
    'a page that is skipped, or stays': {
      after: ['after 15000 ms', 'wants the next page'],
      breaks: ({ before, snapshot: { context } }) => context.at !== (before.context.at + 1) % context.count,
    },
    'another page than the one before': {
      after: ['wants the page before'],
      breaks: ({ before, snapshot: { context } }) => before.context.at !== (context.at + 1) % context.count,
    },
    'a page that turns under a hand': ({ before, snapshot, label }) =>
      before.matches({ many: 'held' }) && !/^(wants|it )/.test(label) && snapshot.context.at !== before.context.at,
    'a change that is not turned to, or that is turned to under a hand': ({ before, snapshot, effects, label }) =>
      label === 'its last page has changed' &&
      before.context.count === 3 &&
      sends(effects, 'page.turned') !== (before.matches({ many: 'turning' }) && snapshot.context.at === 2),
    'a hand that is taken off because the document is fitted anew': ({ before, snapshot, label }) =>
      label.startsWith('it ') &&
      before.matches({ many: 'held' }) &&
      snapshot.hasTag('many') &&
      !snapshot.matches({ many: 'held' }),
    'a hand that holds nothing': {
      after: ['touches the page', 'wants'],
      breaks: ({ snapshot }) => snapshot.hasTag('many') && !snapshot.matches({ many: 'held' }),
    },
    'a rest that is not a minute': ({ before, snapshot, label }) =>
      before.matches({ many: 'held' }) &&
      snapshot.matches({ many: 'turning' }) &&
      label !== 'after 60000 ms' &&
      !label.startsWith('it '),
    'a document that is fitted anew and leaves its page': {
      after: ['it has as many'],
      breaks: ({ before, snapshot }) => snapshot.context.at !== before.context.at,
    },
    'a page of which the document does not hear': ({ before, snapshot, effects, label }) =>
      snapshot.hasTag('many') &&
      (snapshot.context.at !== before.context.at || label.startsWith('it has')) &&
      !sends(effects, 'page.turned'),
    'a document that is seen whole and turns': ({ snapshot, effects }) =>
      snapshot.context.count === 1 && (snapshot.hasTag('many') || sends(effects, 'page.turned')),
  },
});
