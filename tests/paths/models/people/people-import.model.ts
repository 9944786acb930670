import { PEOPLE_FILE_SIZE_MAX } from '#common/config/constants.ts';
import { peopleImportMachine } from '#machines/people/people-import.machine.ts';
import { defineModel, sends } from '../../engine/model.ts';
import { failures } from '../samples.ts';

const line = { line: 2, username: 'rana', name: 'Rana Ortiz', level: '', organization: '', roles: '' };
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
    importPeople: {
      added: {
        output: { people: [{ username: 'rana', name: 'Rana Ortiz', password: 'abcde' }], one_time_until: null },
      },
      'not reached': { error: failures.network },
      'refused (400)': { error: failures.badRequest },
    },
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
  never: {
    'a file that is chosen, and not checked before the eyes of who chose it': ({ snapshot, effects, label }) =>
      label === 'chooses a file' && !(snapshot.hasTag('checking') && asks(effects, 'checkFile')),
    'people added without a word for it, or with a line that cannot be': ({ before, effects, label }) =>
      asks(effects, 'importPeople') &&
      (label !== 'confirms' || before.context.check?.lines.some(({ problem }) => problem !== null) !== false),
    'lines of another file': ({ snapshot, label }) =>
      /^(chooses a|drops)/.test(label) && snapshot.context.check !== null,
    'a file that is too large asked about': {
      after: ['chooses a file that is too large'],
      breaks: ({ snapshot, effects }) => asks(effects, 'checkFile') || snapshot.context.message === null,
    },
    'a failure that is not said': ({ snapshot, label }) =>
      /not reached|refused|cannot be read/.test(label) && snapshot.context.message === null,
    'an import that may have been made, after which nobody looks who is there': {
      after: ['importPeople: not reached'],
      breaks: ({ effects }) => !asks(effects, 'checkFile') || !sends(effects, 'people.imported'),
    },
    'passwords that go before they are put away, or stay after': ({ before, snapshot, label }) =>
      (before.context.added !== null) !== (snapshot.context.added !== null) &&
      !['importPeople: added', 'puts them away'].includes(label),
    'a list that does not hear of new people': ({ label, effects }) =>
      label === 'importPeople: added' && !sends(effects, 'people.imported'),
  },
});
