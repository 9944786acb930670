import { auditLogMachine } from '#machines/audit/audit-log.machine.ts';
import { defineModel } from '../../engine/model.ts';
import { failures } from '../samples.ts';

const entry = (detail: string) => ({
  number: 1,
  action: 'signed_in',
  at: 1_750_000_000_000,
  actor: 'ada',
  subject: null,
  address: '192.0.2.7',
  detail,
});
const ALL = { person: '', action: '', from: '', to: '' };

const pages = {
  'a page with more': { output: { entries: [entry('first')], next: '7' } },
  'the last page': { output: { entries: [entry('last')], next: null } },
  'not reached': { error: failures.network },
};

export const auditLogModel = defineModel(auditLogMachine)({
  outcomes: {
    readPage: pages,
    readMore: pages,
    writeFile: {
      written: { output: { entries: 2, isWhole: true } },
      'not reached': { error: failures.network },
    },
  },
  events: ({ snapshot: { context } }) => ({
    'looks for a person': { type: 'filter.changed', filter: { ...ALL, person: 'ada' } },
    ...(context.entries.length < 2 && { 'wants more': { type: 'more.requested' } as const }),
    'tries again': { type: 'retry.requested' },
    'wants a file': { type: 'file.requested' },
  }),
  key: ({ snapshot: { context } }) => ({
    ...context,
    entries: context.entries.map(({ detail }) => detail),
  }),
  never: {
    'a search that shows what was found for another one': {
      after: ['looks for'],
      breaks: ({ snapshot }) => !snapshot.hasTag('loading'),
    },
    'a list that is gone while more of it comes, or that still waits when more has come': {
      after: ['wants more', 'readMore:'],
      breaks: ({ snapshot, label }) =>
        !snapshot.hasTag('loaded') || snapshot.hasTag('adding') !== (label === 'wants more'),
    },
    'more after the last page': ({ snapshot }) =>
      snapshot.context.next === null && snapshot.can({ type: 'more.requested' }),
    'a failure that is not said': {
      after: ['readPage: not reached', 'readMore: not reached'],
      breaks: ({ snapshot }) => snapshot.context.message === null,
    },
    'a file that failed, and of which that is not said': {
      after: ['writeFile: not reached'],
      breaks: ({ snapshot }) => snapshot.context.fileMessage === null,
    },
    'two answers about a file': ({ snapshot: { context } }) => context.fileMessage !== null && context.written !== null,
  },
});
