import type { Board } from '#common/calls/boards.ts';
import { type BoardDraft, EMPTY_DRAFT } from '#machines/boards/board-draft.ts';
import { boardFormMachine } from '#machines/boards/board-form.machine.ts';
import { defineModel } from 'chart-walks';
import { failures } from '../samples.ts';

const board: Board = {
  uuid: 'b-1',
  name: 'Operations',
  shown: { kind: 'panes', panes: [{ kind: 'template', id: 't-1', share: 12 }], old: 30, very_old: 90 },
  updated_on: null,
  updated_by: null,
};
const choices = { templates: [{ id: 't-1', name: 'Status Board' }], wips: [], boards: [] };
const whole: BoardDraft = { ...EMPTY_DRAFT, name: ' Wall ', panes: [{ kind: 'template', id: 't-1', share: 12 }] };

export const boardFormModel = defineModel(boardFormMachine)({
  starts: {
    'a new board': { input: { uuid: null } },
    'a board that is edited': { input: { uuid: 'b-1' } },
  },
  outcomes: {
    loadChoices: ({ snapshot: { context } }) => ({
      'the choices': { output: { ...choices, board: context.uuid === null ? null : board } },
      'not reached': { error: failures.network },
    }),
    saveBoard: { saved: { output: board }, 'server error that says why (500)': { error: failures.serverSays } },
  },
  events: () => ({
    'fills all of it in': { type: 'draft.changed', draft: whole },
    'empties a pane': { type: 'draft.changed', draft: { ...whole, panes: EMPTY_DRAFT.panes } },
    saves: { type: 'save.requested' },
    'tries again': { type: 'retry.requested' },
  }),
  key: ({ snapshot: { context } }) => ({
    uuid: context.uuid,
    name: context.draft.name,
    pane: context.draft.panes[0]?.id ?? null,
    problem: context.problem?.field ?? null,
    message: context.message,
  }),
  accepts: { '': 'editing | saving', saves: 'editing', 'tries again': 'failed' },
  does: { 'navigation.requested': 'saveBoard: saved' },
  changes: {
    choices: 'loadChoices: the',
    draft: 'loadChoices: the | fills all | empties a',
    problem: 'fills all | empties a | saves',
    message: 'loadChoices: | saves | saveBoard: server',
  },
  never: {
    'what was filled in is lost': ({ before, snapshot, label }) =>
      before.context.draft !== snapshot.context.draft &&
      !['fills all', 'empties', 'loadChoices'].some((start) => label.startsWith(start)),
    'a board with a problem is saved': {
      after: ['saves'],
      breaks: ({ before, effects }) =>
        before.context.draft.panes.some(({ id }) => id === '') && effects.some(({ kind }) => kind === 'request'),
    },
    'a save that says nothing': {
      after: ['saves'],
      breaks: ({ snapshot }) => !snapshot.hasTag('saving') && snapshot.context.problem === null,
    },
    'a complaint about what was changed since': {
      after: ['fills all', 'empties'],
      breaks: ({ snapshot }) => snapshot.context.problem !== null,
    },
    'a name that is sent with the blanks around it': ({ effects }) =>
      effects.some(
        (effect) =>
          effect.kind === 'request' && effect.id === 'saveBoard' && (effect.input as Board).name === whole.name,
      ),
    'a message of the save before': ({ before, snapshot }) =>
      !before.hasTag('saving') && snapshot.hasTag('saving') && snapshot.context.message !== null,
  },
});
