import type { PersonEntry } from '#common/calls/people.ts';
import { peopleAdminMachine } from '#machines/people/people-admin.machine.ts';
import type { Act } from '#machines/people/people-acts.ts';
import { defineModel } from 'chart-walks';
import { failures } from '../samples.ts';

const dana: PersonEntry = {
  uuid: 'u-1',
  username: 'dana',
  name: 'Dana Ruiz',
  email: null,
  organization_id: 1,
  organization: 'Harbour Watch',
  permission: 2,
  roles: [],
  last_sign_in: null,
  disabled: false,
  locked: false,
  one_time_until: null,
  second_factor: false,
};
const rana: PersonEntry = { ...dana, uuid: 'u-2', username: 'rana', name: 'Rana Ortiz' };
/** Another person of the same name, whom an act on the first must not mean. */
const namesake: PersonEntry = { ...dana, uuid: 'u-0', username: 'druiz', permission: 1, organization_id: 2 };
const fields = { username: 'dana', name: 'Dana Ruiz', email: '', organization: '', permission: '2' };
const organizations = [
  { organization_id: 1, name: 'Harbour Watch' },
  { organization_id: 2, name: 'Ready' },
];
/** A person of the name of the one who is added. */
const other: PersonEntry = { ...rana, uuid: 'u-3', username: 'rortiz' };
const roles = [{ uuid: 'r-1', name: 'Planner', file_name: 'plan.html' }];
const wants = (act: Act) => ({ type: 'act.requested', act }) as const;

export const peopleAdminModel = defineModel(peopleAdminMachine)({
  outcomes: {
    listPeople: {
      'the people': { output: { entries: [namesake, dana], next: null, count: 2, roles, organizations } },
      'not reached': { error: failures.network },
    },
    doAct: ({ snapshot: { context } }) => ({
      done: {
        output: {
          user: context.act?.kind === 'add' ? rana : { ...dana, disabled: context.act?.kind === 'disable' },
          password: context.act?.kind === 'add' || context.act?.kind === 'oneTime' ? 'abcde-fghjk' : null,
        },
      },
      'refused (403)': { error: failures.forbidden },
      'not reached': { error: failures.network },
    }),
    copySecret: { copied: { output: undefined }, 'not let': { error: new Error('no') } },
  },
  events: ({ snapshot }) => ({
    'tries again': { type: 'retry.requested' },
    'people come from a file': { type: 'people.imported' },
    'adds a person': wants({ kind: 'add', fields: { ...fields, username: 'rana', name: 'Rana Ortiz' } }),
    'adds one without a username': wants({ kind: 'add', fields: { ...fields, username: ' ' } }),
    'renames without a name': wants({ kind: 'change', person: 'u-1', fields: { ...fields, name: '' } }),
    'renames a person': wants({ kind: 'change', person: 'u-1', fields: { ...fields, name: 'Dana R.' } }),
    'lowers a person': wants({ kind: 'change', person: 'u-1', fields: { ...fields, permission: '1' } }),
    'moves a person': wants({ kind: 'change', person: 'u-1', fields: { ...fields, organization: '2' } }),
    'disables a person': wants({ kind: 'disable', person: 'u-1' }),
    'enables a person': wants({ kind: 'enable', person: 'u-1' }),
    'wants a one-time password': wants({ kind: 'oneTime', person: 'u-1' }),
    'gives a role': wants({ kind: 'giveRole', person: 'u-1', role: 'r-1' }),
    'confirms it': { type: 'act.confirmed' },
    'cancels the dialog': { type: 'dialog.cancelled' },
    'copies the password': { type: 'copy.requested' },
    'puts the password away': { type: 'secret.dismissed' },
    ...(snapshot.hasTag('loaded') && {
      'a search is answered': { type: 'page.found', entries: [dana] } as const,
      'a page more comes': { type: 'page.added', entries: [dana, rana, other] } as const,
    }),
  }),
  key: ({ snapshot: { context } }) => ({
    people: context.people.map(({ uuid }) => uuid).toSorted(),
    act: context.act?.kind ?? null,
    listMessage: context.listMessage,
    problem: context.problem?.field ?? null,
    message: context.message,
    success: context.success,
    handed: context.handed?.username ?? null,
  }),
  accepts: {
    '': 'act.idle',
    'tries again': 'list.failed',
    'people come': 'list',
    'confirms it': 'asking',
    'cancels the dialog': 'asking',
    copies: 'handing',
    puts: 'handing',
    'a search': 'list.loaded',
    'a page more': 'list.loaded',
  },
  tags: { loading: 'list.loading', working: 'act.working' },
  leads: { 'list.loading': 'tries again | people come', quiet: 'adds one without | renames without' },
  changes: {
    people: 'listPeople: the | doAct: done | a search | a page',
    first: 'listPeople: the',
    listMessage: 'people come | listPeople: not | tries again',
    roles: 'listPeople: the',
    organizations: 'listPeople: the',
    act: 'adds a | renames a | lowers a | moves a | disables a | enables a | wants a | gives a',
    problem:
      'adds a | adds one | renames without | renames a | lowers a | moves a | disables a | enables a | wants a | gives a',
    message: [
      'adds a | adds one | renames without | renames a | lowers a | moves a | disables a | enables a | wants a | gives a | doAct: refused | doAct: not',
    ],
    success: [
      'after | adds a | adds one | renames without | renames a | lowers a | moves a | disables a | enables a | wants a | gives a | doAct: done',
    ],
    handed: 'doAct: done | puts the',
    added: 'doAct: done',
  },
  never: {
    'a person disabled, lowered, moved or put out without being asked': ({ before, effects, label, snapshot }) =>
      (['disable', 'oneTime', 'signOut'].includes(snapshot.context.act?.kind ?? '') || /^(lowers|moves)/.test(label)) &&
      before.context.people.some(({ uuid }) => uuid === 'u-1') &&
      !before.hasTag('asking') &&
      effects.some((effect) => effect.kind === 'request' && effect.src === 'doAct'),
    'a one-time password that is lost before it was put away, or kept after': ({ before, snapshot, label }) =>
      before.context.handed !== null && (snapshot.context.handed === null) !== (label === 'puts the password away'),
    'a new person who is not shown once, beside all others, or whose password is not': ({ before, snapshot, label }) =>
      before.context.act?.kind === 'add' &&
      label === 'doAct: done' &&
      (snapshot.context.people.length !== new Set([...before.context.people.map(({ uuid }) => uuid), 'u-2']).size ||
        !snapshot.hasTag('handing')),
    'a list that loads beside the message that it could not': ({ snapshot }) =>
      snapshot.hasTag('loading') && snapshot.context.listMessage !== null,
    'an act that is answered with nothing': {
      after: ['doAct:'],
      breaks: ({ snapshot }) =>
        snapshot.context.message === null && snapshot.context.success === null && snapshot.context.handed === null,
    },
    'two answers at once': ({ snapshot: { context } }) =>
      [context.message, context.success, context.problem, context.handed].filter((one) => one !== null).length > 1,
  },
});
