import { auditFileMachine } from '#machines/audit/audit-file.machine.ts';
import { defineModel } from 'chart-walks';
import { failures } from '../samples.ts';

const filter = { person: 'ada', action: '', from: '', to: '' };

export const auditFileModel = defineModel(auditFileMachine)({
  outcomes: {
    writeFile: {
      written: { output: { entries: 2, isWhole: true } },
      'not reached': { error: failures.network },
    },
  },
  events: () => ({
    'wants a file': { type: 'file.requested', filter },
    'searches for something else': { type: 'search.begun' },
  }),
  key: ({ snapshot: { context } }) => ({ ...context }),
  tags: { writing: 'writing' },
  never: {
    'a file of other entries than were shown': ({ effects }) =>
      effects.some(
        (effect) => effect.kind === 'request' && JSON.stringify(effect.input) !== JSON.stringify({ filter }),
      ),
    'a file that failed, and of which that is not said': {
      after: ['writeFile: not reached'],
      breaks: ({ snapshot }) => snapshot.context.message === null,
    },
    'a file that was written, and of which that is not said': {
      after: ['writeFile: written'],
      breaks: ({ snapshot }) => snapshot.context.written === null,
    },
    'a text about the file of an earlier search': {
      after: ['searches for'],
      breaks: ({ snapshot }) => snapshot.context.written !== null,
    },
    'an old answer while a file is written': {
      after: ['wants a file'],
      breaks: ({ snapshot: { context } }) => context.message !== null || context.written !== null,
    },
    'two answers about a file': ({ snapshot: { context } }) => context.message !== null && context.written !== null,
  },
});
