import { PEOPLE_FILE_SIZE_MAX } from '#common/config/constants.ts';
import { peopleImportMachine } from '#machines/people/people-import.machine.ts';
import { defineModel, sends } from 'chart-walks';
import { failures } from '../samples.ts';

const line = { line: 2, username: 'rana', name: 'Rana Ortiz', level: '', organization: '', roles: '' };
const job = { uuid: 'j', state: 'running', total: 60, done: 24, message: null, result: null } as const;
const result = { people: [{ username: 'rana', name: 'Rana Ortiz', password: 'abcde' }], one_time_until: null };
const chosen = (text: string) => ({ type: 'file.chosen', file: { name: 'people.csv', text } }) as const;
const asks = (effects: readonly { kind: string; src?: string }[], src: string): boolean =>
  effects.some((effect) => effect.kind === 'request' && effect.src === src);

export const peopleImportModel = defineModel(peopleImportMachine)({
  outcomes: {
    checkFile: {
      'all can be added': { output: { lines: [{ ...line, problem: null }], unused: [] } },
      'one cannot': { output: { lines: [{ ...line, problem: 'There is a user.' }], unused: [] } },
      'not reached': { error: failures.network },
    },
    readJob: {
      'there is none': { output: null },
      'it runs': { output: job },
      'it is done': { output: { ...job, state: 'done', done: 60, result } },
      'it was begun elsewhere': { output: { ...job, state: 'done', done: 60 } },
      'it has failed': { output: { ...job, state: 'failed', message: 'The server stopped.' } },
      'not reached': { error: failures.network },
    },
    beginImport: {
      begun: { output: job },
      'not reached': { error: failures.network },
      'refused (400)': { error: failures.badRequest },
    },
    forgetJob: { forgotten: { output: undefined }, 'not reached': { error: failures.network } },
    copySecret: { copied: { output: undefined }, 'not let': { error: new Error('no') } },
  },
  events: () => ({
    'chooses a file': chosen('username,name'),
    'chooses a file that is too large': chosen('x'.repeat(PEOPLE_FILE_SIZE_MAX + 1)),
    'chooses one that cannot be read': { type: 'file.unread' },
    confirms: { type: 'import.confirmed' },
    'drops it': { type: 'import.dropped' },
    'copies the passwords': { type: 'copy.requested' },
    'puts them away': { type: 'secret.dismissed' },
  }),
  key: ({ snapshot: { context } }) => ({
    isGood: context.check?.lines.every(({ problem }) => problem === null) ?? null,
    hasMessage: context.message !== null,
  }),
  changes: {
    file: 'readJob: there | readJob: it is | readJob: it was | chooses a | chooses one | drops it',
    check:
      'readJob: there | readJob: it is | readJob: it was | chooses a | chooses one | drops it | checkFile: all | checkFile: one',
    message: 'readJob: | chooses a | chooses one | drops it | checkFile: not | confirms | beginImport: refused',
    job: 'readJob: there | readJob: it | beginImport: begun',
    added: 'readJob: it is | puts them',
  },
  restarts: { jobLook: ['readJob: it runs', 'readJob: not reached'] },
  accepts: {
    '': 'choosing',
    confirms: ({ snapshot: { context }, snapshot }) =>
      snapshot.matches({ choosing: 'checked' }) &&
      context.check?.lines.some(({ problem }) => problem !== null) === false,
    copies: 'handing',
    puts: 'handing',
  },
  tags: { finding: 'finding' },
  leads: { finding: 'beginImport: not' },
  does: { readJob: 'starts | beginImport: not | after' },
  never: {
    'a file that is chosen, and not checked before the eyes of who chose it': ({ snapshot, effects, label }) =>
      label === 'chooses a file' && !(snapshot.hasTag('checking') && asks(effects, 'checkFile')),
    'people added without a word for it, or with a line that cannot be': ({ before, effects, label }) =>
      asks(effects, 'beginImport') &&
      (label !== 'confirms' || before.context.check?.lines.some(({ problem }) => problem !== null) !== false),
    'a file that is too large asked about': {
      after: ['chooses a file that is too large'],
      breaks: ({ snapshot, effects }) => asks(effects, 'checkFile') || snapshot.context.message === null,
    },
    'a failure that is not said': ({ snapshot, label }) =>
      /^(beginImport: refused|checkFile: not|readJob: it has failed|readJob: it was begun elsewhere)|cannot be read/.test(
        label,
      ) && snapshot.context.message === null,
    'news that are called missing': {
      after: ['readJob: it runs'],
      breaks: ({ snapshot }) => snapshot.context.message !== null,
    },
    'a job that runs and is not shown, or is shown and does not run': ({ snapshot }) =>
      (snapshot.context.job !== null) !== snapshot.matches('following'),
    'passwords that go before they are put away, or stay after': ({ before, snapshot, label }) =>
      (before.context.added !== null) !== (snapshot.context.added !== null) &&
      !['readJob: it is done', 'puts them away'].includes(label),
    'passwords that the host keeps after they were put away': ({ before, label, effects }) =>
      label === 'puts them away' && before.hasTag('handing') && !asks(effects, 'forgetJob'),
    'new people of whom the list does not hear, or whose file stays': {
      after: ['readJob: it is done'],
      breaks: ({ snapshot, effects }) => !sends(effects, 'people.imported') || snapshot.context.check !== null,
    },
  },
});
