import { type NewestArchives, newestArchivesMachine } from '#machines/documents/newest-archives.machine.ts';
import { defineModel } from 'chart-walks';
import { archive, failures } from '../samples.ts';

const answer = (at: number): NewestArchives => ({
  at,
  newest: [
    { template: 't-1', archive: archive('a-1') },
    { template: 't-2', archive: null },
  ],
});
const outcomes = (at: number) => ({
  'one was submitted': { output: answer(at) },
  'not reached': { error: failures.network },
});
const input = { templates: ['t-1', 't-2'] };

export const newestArchivesModel = defineModel(newestArchivesMachine)({
  starts: { 'a dashboard': { input } },
  outcomes: {
    knowHost: {
      'it tells it': { output: { isAnnounced: true } },
      'it is any host': { output: { isAnnounced: false } },
      'it cannot be told': { error: failures.network },
    },
    listNewest: outcomes(1_750_000_060_000),
    listNewestAgain: outcomes(1_750_000_120_000),
    pageSeen: {
      'the page is seen': { output: { wasHidden: false } },
      'the page was hidden': { output: { wasHidden: true } },
      'it cannot be told': { error: failures.network },
    },
  },
  events: () => ({ 'submits something': { type: 'wall.changed' } }),
  key: ({ snapshot: { context } }) => ({ answer: context.answer !== null }),
  accepts: { submits: 'asking | known | unknown | refreshing' },
  tags: { known: 'known | refreshing', unknown: 'unknown' },
  waits: { newestLook: 'known | unknown' },
  leads: {
    choosing: 'starts',
    absent: 'knowHost: it is any | knowHost: it cannot',
    asking: 'knowHost: it tells | submits | pageSeen:',
    known: 'listNewest: one | listNewestAgain: one',
    unknown: 'listNewest: not | listNewestAgain: not',
    refreshing: 'pageSeen: the page is seen',
  },
  does: {
    knowHost: 'starts',
    listNewest: {
      by: 'knowHost: it tells | submits | pageSeen: the page was | pageSeen: it cannot | after 60000 ms',
      when: ({ before, label }) => !before.matches('known') || label.startsWith('submits'),
    },
    'listNewestAgain listNewest': 'pageSeen: the page is seen',
    pageSeen: { by: 'after 60000 ms', when: ({ before }) => before.matches('known') },
  },
  keeps: { answer: 'listNewest: one | listNewestAgain: one' },
  changes: {
    answer:
      'after | submits something | listNewest: one | pageSeen: the page was | pageSeen: it | listNewestAgain: one',
  },
  never: {
    'something shown that the host has not said': ({ snapshot }) =>
      snapshot.hasTag('known') && snapshot.context.answer === null,
    'something kept from before a submission, or from before the page was hidden': ({ snapshot }) =>
      snapshot.matches('asking') && snapshot.context.answer !== null,
  },
});
