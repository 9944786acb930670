import { reading } from '#machines/shared/reading.ts';
import { defineModel } from 'chart-walks';
import { failures } from '../samples.ts';

type Sample = { entries: string[]; next: string | null };

const sample = reading<Sample, string>(
  () => 'It did not come.',
  (before, more) => ({ ...more, entries: [...before.entries, ...more.entries] }),
)(() => Promise.reject(new Error('A model makes no calls.')));

const pages = {
  'a page with more': { output: { entries: ['a'], next: 'c' } },
  'the last page': { output: { entries: ['b'], next: null } },
  'not reached': { error: failures.network },
};
const dataOf = ({ context }: { context: { data: unknown } }) => context.data as Sample | null;

export const readingModel = defineModel(sample)({
  starts: { 'all of it': { input: { filter: '' } } },
  outcomes: { read: pages, readMore: pages },
  events: ({ snapshot }) => ({
    'looks for fire': { type: 'filter.changed', filter: 'fire' },
    ...((dataOf(snapshot)?.entries.length ?? 0) < 2 && { 'wants more': { type: 'more.requested' } as const }),
    'tries again': { type: 'retry.requested' },
  }),
  key: ({ snapshot, snapshot: { context } }) => ({
    filter: context.filter,
    entries: dataOf(snapshot)?.entries.join() ?? null,
    next: dataOf(snapshot)?.next ?? null,
    message: context.message,
  }),
  accepts: {
    'wants more': ({ snapshot }) => snapshot.matches('loaded') && dataOf(snapshot)?.next !== null,
    'tries again': 'failed',
  },
  tags: { loading: 'loading', loaded: ({ snapshot }) => snapshot.matches('loaded') || snapshot.matches('adding') },
  leads: { loading: 'starts | looks | tries again', failed: 'read: not' },
  keeps: { filter: 'looks' },
  changes: {
    filter: 'looks for',
    data: 'read: a | read: the | readMore: a | readMore: the',
    message: 'looks for | read: not | wants more | tries again | readMore: not',
  },
  says: { message: 'read: not | readMore: not' },
  never: {
    'something else read than was asked for': ({ before, snapshot, effects }) =>
      effects.some(
        (effect) =>
          effect.kind === 'request' &&
          JSON.stringify(effect.input) !==
            JSON.stringify({
              filter: snapshot.context.filter,
              cursor: snapshot.hasTag('adding') ? dataOf(before)?.next : null,
            }),
      ),
    'a first page behind another one': {
      after: ['read: a page', 'read: the last'],
      breaks: ({ snapshot }) => dataOf(snapshot)?.entries.length !== 1,
    },
    'more that does not follow what is there': {
      after: ['readMore: a page with more', 'readMore: the last page'],
      breaks: ({ before, snapshot }) =>
        dataOf(snapshot)?.entries.length !== (dataOf(before)?.entries.length ?? 0) + 1 ||
        dataOf(snapshot)?.entries[0] !== dataOf(before)?.entries[0],
    },
    'a list that is gone while more of it comes, or that still waits when more has come': {
      after: ['wants more', 'readMore:'],
      breaks: ({ snapshot, label }) =>
        !snapshot.hasTag('loaded') || snapshot.hasTag('adding') !== (label === 'wants more'),
    },
  },
});
