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
  accepts: { 'wants a file': 'idle' },
  tags: { writing: 'writing' },
  changes: {
    filter: 'wants a',
    message: 'wants a | writeFile: not',
    written: 'wants a | searches for | writeFile: written',
  },
  says: { message: 'writeFile: not' },
  never: {
    'a file of other entries than were shown': ({ effects }) =>
      effects.some(
        (effect) => effect.kind === 'request' && JSON.stringify(effect.input) !== JSON.stringify({ filter }),
      ),
    'a file that was written, and of which that is not said': {
      after: ['writeFile: written'],
      breaks: ({ snapshot }) => snapshot.context.written === null,
    },
    'a text about the file of an earlier search, or while the next is written': {
      after: ['searches for', 'wants a file'],
      breaks: ({ snapshot }) => snapshot.context.written !== null,
    },
    'two answers about a file': ({ snapshot: { context } }) => context.message !== null && context.written !== null,
  },
});
