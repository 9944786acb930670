import type { Display } from '#common/calls/displays.ts';
import { displayAdminMachine } from '#machines/displays/display-admin.machine.ts';
import { defineModel } from '../../engine/model.ts';
import { failures } from '../samples.ts';

const display = (uuid: string, name: string): Display => ({
  uuid,
  name,
  board: 'b-1',
  paired_on: 1_750_000_000_000,
  paired_by: 'Ada',
  last_seen: 1_750_000_000_000,
  address: '192.0.2.7',
});
const form = { code: 'abcd-efgh', name: 'Hall', board: 'b-1' };

export const displayAdminModel = defineModel(displayAdminMachine)({
  outcomes: {
    listDisplays: ({ snapshot: { context } }) => ({
      'the displays': {
        output: {
          displays: context.displays.length > 0 ? context.displays : [display('d-0', 'Gate'), display('d-1', 'Gate')],
          boards: [],
        },
      },
      'not reached': { error: failures.network },
    }),
    pairDisplay: { paired: { output: display('d-2', 'Hall') }, 'wrong code (404)': { error: failures.notFound } },
    updateDisplay: { updated: { output: display('d-1', 'South gate') }, 'not reached': { error: failures.network } },
    endDisplay: { ended: { output: undefined }, 'not reached': { error: failures.network } },
  },
  events: () => ({
    'pairs a display': { type: 'pairing.requested', form },
    'pairs with half a code': { type: 'pairing.requested', form: { ...form, code: 'abcd' } },
    'pairs without a name': { type: 'pairing.requested', form: { ...form, name: ' ' } },
    'pairs without a board': { type: 'pairing.requested', form: { ...form, board: '' } },
    'renames the gate': { type: 'update.requested', display: 'd-1', change: { name: 'South gate', board: 'b-1' } },
    'ends the gate': { type: 'end.requested', display: 'd-1' },
    'confirms the end': { type: 'end.confirmed' },
    'cancels the dialog': { type: 'dialog.cancelled' },
    'tries again': { type: 'retry.requested' },
  }),
  key: ({ snapshot: { context } }) => ({
    displays: context.displays.map(({ uuid, name }) => `${uuid} ${name}`),
    listMessage: context.listMessage,
    problem: context.problem?.field ?? null,
    message: context.message,
    success: context.success,
    asked: context.asked?.uuid ?? null,
  }),
  never: {
    'a success that stays for ever, or goes at once': ({ before, snapshot, label, ended }) =>
      ended.includes('displayBanner')
        ? snapshot.context.success !== null
        : before.context.success !== null && snapshot.context.success === null && !/^(pairs|renames|ends)/.test(label),
    'a display gone from the list before the host said so, or another one with it': ({ before, snapshot, label }) =>
      before.context.displays.some(
        ({ uuid }) =>
          !(uuid === 'd-1' && label === 'endDisplay: ended') &&
          !snapshot.context.displays.some((one) => one.uuid === uuid),
      ),
    'an ended display that stays in the list': {
      after: ['endDisplay: ended'],
      breaks: ({ snapshot }) => snapshot.context.displays.some(({ uuid }) => uuid === 'd-1'),
    },
    'another display of the same name that is asked about': ({ snapshot: { context } }) =>
      context.asked !== null && context.asked.uuid !== 'd-1',
    'a display ended without being asked': ({ before, effects }) =>
      !before.hasTag('confirmingEnd') &&
      effects.some((effect) => effect.kind === 'request' && effect.src === 'endDisplay'),
    'a pairing with something missing': {
      after: ['pairs with half', 'pairs without'],
      breaks: ({ effects }) => effects.some(({ kind }) => kind === 'request'),
    },
    'a list that is read in silence, or once only': ({ snapshot, effects, label, ended }) => {
      const isRead = effects.some((effect) => effect.kind === 'request' && effect.src === 'listDisplays');
      const isDue = label === 'starts' || label === 'tries again' || ended.includes('displayLook');
      return (isRead && !snapshot.hasTag('list.loading')) || isRead !== isDue;
    },
    'a change that nobody sees at work': {
      after: ['renames the gate'],
      breaks: ({ snapshot, effects }) => effects.some(({ kind }) => kind === 'request') && !snapshot.hasTag('updating'),
    },
    'a deed that is answered with nothing': {
      after: ['pairDisplay', 'updateDisplay'],
      breaks: ({ snapshot: { context } }) => context.message === null && context.success === null,
    },
    'two answers at once': ({ snapshot: { context } }) =>
      [context.message, context.success, context.problem].filter((one) => one !== null).length > 1,
    'a new name that is not shown': {
      after: ['updateDisplay: updated'],
      breaks: ({ snapshot }) =>
        snapshot.context.displays.some(({ uuid, name }) => uuid === 'd-1' && name !== 'South gate'),
    },
  },
});
