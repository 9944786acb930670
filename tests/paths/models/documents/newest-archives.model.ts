import { type NewestArchives, newestArchivesMachine } from '#machines/documents/newest-archives.machine.ts';
import { defineModel } from '../../engine/model.ts';
import { archive, failures } from '../samples.ts';

const answer = (inOneCall: boolean, at: number): NewestArchives => ({
  at,
  inOneCall,
  newest: [
    { template: 't-1', archive: archive('a-1') },
    { template: 't-2', archive: null },
  ],
});
const outcomes = (now: { world: boolean }, at = 1_750_000_060_000) => ({
  'one was submitted': { output: answer(now.world, at) },
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
    listNewestAgain: (now) => outcomes(now, 1_750_000_120_000),
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
  accepts: { asks: 'offered', submits: 'asking | known | unknown | refreshing' },
  tags: { asking: 'choosing | asking | waiting', offered: 'offered', known: 'known | refreshing', unknown: 'unknown' },
  waits: { newestLook: 'known | unknown' },
  leads: {
    choosing: 'starts',
    offered: 'knowHost:',
    asking: 'knowHost: it tells | asks | pageSeen:',
    known: 'listNewest: one | listNewestAgain: one',
    unknown: 'listNewest: not | listNewestAgain: not',
    refreshing: 'pageSeen: the page is seen',
  },
  does: {
    knowHost: {
      by: 'starts | submits | after 60000 ms',
      when: ({ before, label }) => label === 'starts' || before.matches('unknown'),
    },
    listNewest: {
      by: 'knowHost: it tells | asks | submits | pageSeen: the page was | pageSeen: it cannot',
      when: ({ before }) => !before.matches('unknown'),
    },
    'listNewestAgain listNewest': 'pageSeen: the page is seen',
    pageSeen: { by: 'after 60000 ms', when: ({ before, world }) => before.matches('known') && world },
  },
  keeps: { answer: 'listNewest: one | listNewestAgain: one' },
  never: {
    'something shown that the host has not said': ({ snapshot }) =>
      snapshot.hasTag('known') && snapshot.context.answer === null,
    'something kept from before a submission, or from before the page was hidden': ({ snapshot }) =>
      snapshot.matches('asking') && snapshot.context.answer !== null,
  },
});
