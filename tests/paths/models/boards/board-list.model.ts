import type { Board } from '#common/calls/boards.ts';
import { boardListMachine } from '#machines/boards/board-list.machine.ts';
import { defineModel } from '../../engine/model.ts';
import { failures } from '../samples.ts';

const board = (uuid: string, name: string): Board => ({
  uuid,
  name,
  shown: { kind: 'panes', panes: [{ kind: 'template', id: 't-1', share: 12 }], old: 60, very_old: 240 },
  updated_on: 1_750_000_000_000,
  updated_by: 'Ada',
});

export const boardListModel = defineModel(boardListMachine)({
  outcomes: {
    listBoards: {
      'two boards': { output: [board('b-1', 'Operations'), board('b-2', 'Briefing')] },
      'no board': { output: [] },
      'not reached': { error: failures.network },
    },
    deleteBoard: {
      deleted: { output: undefined },
      'server error that says why (500)': { error: failures.serverSays },
    },
    copyAddress: { copied: { output: undefined }, 'not allowed': { error: failures.forbidden } },
  },
  events: () => ({
    'deletes Operations': { type: 'delete.requested', board: 'b-1' },
    'confirms the deletion': { type: 'delete.confirmed' },
    'cancels the dialog': { type: 'dialog.cancelled' },
    'copies the address of Briefing': { type: 'copy.requested', board: 'b-2' },
    'tries again': { type: 'retry.requested' },
  }),
  key: ({ snapshot: { context } }) => ({
    boards: context.boards.map(({ uuid }) => uuid),
    asked: context.asked?.uuid ?? null,
    message: context.message,
    copied: context.copied,
  }),
  never: {
    'a board gone from the list before the host said so': ({ before, snapshot, label }) =>
      snapshot.context.boards.length < before.context.boards.length && label !== 'deleteBoard: deleted',
    'a board that stays although it is deleted': {
      after: ['deleteBoard: deleted'],
      breaks: ({ snapshot }) => snapshot.context.boards.some(({ uuid }) => uuid === 'b-1'),
    },
    'a deletion of another board': ({ effects }) =>
      effects.some(
        (effect) =>
          effect.kind === 'request' &&
          effect.src === 'deleteBoard' &&
          (effect.input as { board: string }).board !== 'b-1',
      ),
    'a copy of another address': ({ effects }) =>
      effects.some(
        (effect) =>
          effect.kind === 'request' &&
          effect.src === 'copyAddress' &&
          (effect.input as { board: string }).board !== 'b-2',
      ),
    'words about a copy that stay, or leave too early': ({ before, snapshot, label }) =>
      before.hasTag('copied') && !snapshot.hasTag('copied') && label !== 'after 1500 ms' && !label.startsWith('copies'),
    'a deletion that nobody sees at work': {
      after: ['confirms'],
      breaks: ({ snapshot }) => !snapshot.hasTag('deleting'),
    },
    'a message that stays when it is tried again': {
      after: ['tries again'],
      breaks: ({ snapshot }) => snapshot.context.message !== null,
    },
    'a message that stays when its dialog is closed': {
      after: ['cancels the dialog'],
      breaks: ({ before, snapshot }) => before.hasTag('deleteFailed') && snapshot.context.message !== null,
    },
  },
});
