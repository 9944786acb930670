import type { ManagedRoles } from '#common/calls/roles.ts';
import type { RoleAct } from '#machines/people/role-acts.ts';
import { roleAdminMachine } from '#machines/people/role-admin.machine.ts';
import { defineModel } from '../../engine/model.ts';
import { failures } from '../samples.ts';

const person = { uuid: 'u-1', username: 'dana', name: 'Dana Ruiz', organization: 'Ready', disabled: false };
const all = (...holders: string[]): ManagedRoles => ({
  roles: [{ uuid: 'r-1', name: 'Scribe', file_name: 'log.html', holders, elsewhere: 0 }],
  people: [person],
  files: [{ file_name: 'log.html', name: 'Log' }],
  changeable: true,
});
const wants = (act: RoleAct) => ({ type: 'act.requested', act }) as const;

export const roleAdminModel = defineModel(roleAdminMachine)({
  starts: { 'the page': { input: undefined } },
  outcomes: {
    listRoles: { 'the roles': { output: all() }, 'not reached': { error: failures.network } },
    readAgain: { 'the roles': { output: all() }, 'not reached': { error: failures.network } },
    doAct: {
      done: { output: all('u-1') },
      'refused (403)': { error: failures.forbidden },
      'not reached': { error: failures.network },
    },
  },
  events: () => ({
    'tries again': { type: 'retry.requested' },
    'makes a role': wants({ kind: 'add', name: 'Scribe', file: 'log.html' }),
    'makes one without a name': wants({ kind: 'add', name: ' ', file: 'log.html' }),
    'makes one for no template': wants({ kind: 'add', name: 'Scribe', file: '' }),
    'gives it': wants({ kind: 'give', role: 'r-1', person: 'u-1' }),
    'takes it': wants({ kind: 'take', role: 'r-1', person: 'u-1' }),
    'removes it': wants({ kind: 'remove', role: 'r-1' }),
    'confirms it': { type: 'act.confirmed' },
    'cancels the dialog': { type: 'dialog.cancelled' },
  }),
  key: ({ snapshot: { context } }) => ({
    holders: context.all.roles.map(({ holders }) => holders.length),
    act: context.act?.kind ?? null,
    problem: context.problem?.field ?? null,
    listMessage: context.listMessage,
    message: context.message,
    success: context.success,
    isAdded: context.added > 0,
  }),
  restarts: { roleBanner: [] },
  never: {
    'a new try that nobody sees at work, or beside the message of the one before': {
      after: ['tries again'],
      breaks: ({ snapshot }) => snapshot.context.listMessage !== null || !snapshot.hasTag('loading'),
    },
    'a role removed without being asked': ({ before, effects, snapshot }) =>
      snapshot.context.act?.kind === 'remove' &&
      !before.hasTag('asking') &&
      effects.some((effect) => effect.kind === 'request' && effect.src === 'doAct'),
    'a call that nobody sees at work': ({ snapshot, effects }) =>
      effects.some(
        (effect) =>
          effect.kind === 'request' &&
          ((effect.src === 'doAct' && !snapshot.hasTag('working')) ||
            (effect.src === 'listRoles' && !snapshot.hasTag('loading') && !snapshot.hasTag('working'))),
      ),
    'a role made without a name or a template': ({ snapshot, effects }) =>
      effects.some((effect) => effect.kind === 'request' && effect.src === 'doAct') &&
      snapshot.context.act?.kind === 'add' &&
      (snapshot.context.act.name.trim() === '' || snapshot.context.act.file === ''),
    'a deed that is answered with nothing': {
      after: ['doAct:'],
      breaks: ({ snapshot: { context } }) => context.message === null && context.success === null,
    },
    'a deed that failed, and the roles are not read again': {
      after: ['doAct: refused', 'doAct: not reached'],
      breaks: ({ effects }) => !effects.some((effect) => effect.kind === 'request'),
    },
    'two answers at once': ({ snapshot: { context } }) =>
      [context.problem, context.message, context.success].filter((one) => one !== null).length > 1,
  },
});
