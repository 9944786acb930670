import { type NewestArchives, newestArchivesMachine } from '#machines/documents/newest-archives.machine.ts';
import { defineModel } from '../../engine/model.ts';
import { archive, failures } from '../samples.ts';

const answer = (inOneCall: boolean): NewestArchives => ({
  at: 1_750_000_060_000,
  inOneCall,
  newest: [
    { template: 't-1', archive: archive('a-1') },
    { template: 't-2', archive: null },
  ],
});
const outcomes = (now: { world: boolean }) => ({
  'one was submitted': { output: answer(now.world) },
  'not reached': { error: failures.network },
});
const input = { templates: ['t-1', 't-2'] };

export const newestArchivesModel = defineModel(newestArchivesMachine)({
  starts: { 'a dashboard': { input } },
  outcomes: {
    knowHost: {
      'it tells all in one call': { output: { inOneCall: true } },
      'it is any host': { output: { inOneCall: false } },
      'it cannot be told': { error: failures.network },
    },
    listNewest: outcomes,
    listNewestAgain: outcomes,
    pageSeen: {
      'the page is seen': { output: { wasHidden: false } },
      'the page was hidden': { output: { wasHidden: true } },
      'it cannot be told': { error: failures.network },
    },
  },
  events: () => ({ 'asks what is live': { type: 'newest.requested' }, 'submits something': { type: 'wall.changed' } }),
  // True if the host reports everything in one call.
  world: {
    start: false,
    next: ({ label, world }) => (label.startsWith('knowHost') ? label.endsWith('in one call') : world),
  },
  key: ({ snapshot: { context } }) => ({ answer: context.answer !== null }),
  never: {
    'something shown that the host has not said': ({ snapshot }) =>
      snapshot.hasTag('known') && snapshot.context.answer === null,
    'something shown from before a submission': {
      after: ['submits something'],
      breaks: ({ snapshot }) => snapshot.hasTag('known'),
    },
    'a look from before a submission believed': {
      after: ['submits something'],
      breaks: ({ before, effects }) =>
        before.matches('asking') && !effects.some((effect) => effect.kind === 'request' && effect.src === 'listNewest'),
    },
    'a host asked that nobody wanted asked': {
      after: ['submits something'],
      breaks: ({ before, snapshot }) => before.hasTag('offered') && snapshot.hasTag('asking'),
    },
    'something shown after a failure': ({ snapshot, label }) =>
      label.endsWith('not reached') && snapshot.hasTag('known'),
    'something shown from before the page was hidden': ({ snapshot, label }) =>
      label.endsWith('the page was hidden') && snapshot.context.answer !== null,
  },
});
