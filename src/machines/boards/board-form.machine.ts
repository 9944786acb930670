import { assign, emit, fromPromise, setup } from 'xstate';
import { failureOf } from '#api/failure.ts';
import type { Board } from '#common/calls/boards.ts';
import type { BoardShown } from '#common/calls/board-shown.ts';
import type { BoardPart } from '#common/config/boards.ts';
import { paths } from '#common/config/paths.ts';
import { type BoardDraft, type BoardProblem, draftOf, EMPTY_DRAFT, problemOf, shownOf } from './board-draft.ts';
import { type Failed, fromEvent } from '../shared/from-event.ts';
import { boardMessage } from '../shared/board-messages.ts';
import { unprovided } from '../shared/unprovided.ts';

/** A template, WIP or board that a pane or a playlist can show, with the name that users know. */
export type BoardChoice = { id: string; name: string };

/** Choices of the form, and the board that is edited. */
export type BoardChoices = {
  templates: BoardChoice[];
  wips: BoardChoice[];
  /** Boards of panes only: a playlist contains no playlists. */
  boards: (BoardChoice & { panes: BoardPart[] })[];
  board: Board | null;
};

/**
 * Form to create or edit a board. Its fields keep their content through every failure. The board is saved at the host, and the screen continues to it.
 */
export const boardFormMachine = setup({
  types: {
    context: {} as {
      uuid: string | null;
      choices: BoardChoices;
      draft: BoardDraft;
      problem: BoardProblem | null;
      message: string | null;
    },
    /** `uuid`: of the board that is edited; null for a new one. */
    input: {} as { uuid: string | null },
    events: {} as
      | { type: 'retry.requested' }
      | { type: 'draft.changed'; draft: BoardDraft }
      | { type: 'save.requested' },
    emitted: {} as { type: 'navigation.requested'; to: string },
    tags: {} as 'loading' | 'failed' | 'filled' | 'saving',
  },
  actors: {
    loadChoices: fromPromise<BoardChoices, { uuid: string | null }>(unprovided),
    saveBoard: fromPromise<Board, { uuid: string | null; name: string; shown: BoardShown }>(unprovided),
  },
  actions: {
    keepChoices: assign((_, { output }: { output: BoardChoices }) => ({
      choices: output,
      draft: output.board ? draftOf(output.board) : EMPTY_DRAFT,
      message: null,
    })),
    keepLoadMessage: assign({ message: (_, { error }: Failed) => boardMessage('preparing', failureOf(error)) }),
    keepDraft: assign((_, params: { draft: BoardDraft }) => ({ draft: params.draft, problem: null })),
    keepProblem: assign({ problem: ({ context }) => problemOf(context.draft), message: null }),
    keepSaveMessage: assign({ message: (_, { error }: Failed) => boardMessage('saving', failureOf(error)) }),
    clearMessage: assign({ message: null, problem: null }),
    goToBoard: emit((_, params: { output: Board }) => ({
      type: 'navigation.requested' as const,
      to: paths.keptBoard(params.output.uuid),
    })),
  },
  guards: { hasProblem: ({ context }) => problemOf(context.draft) !== null },
}).createMachine({
  id: 'boardForm',
  context: ({ input }) => ({
    uuid: input.uuid,
    choices: { templates: [], wips: [], boards: [], board: null },
    draft: EMPTY_DRAFT,
    problem: null,
    message: null,
  }),
  initial: 'loading',
  states: {
    loading: {
      tags: 'loading',
      invoke: {
        id: 'loadChoices',
        src: 'loadChoices',
        input: ({ context: { uuid } }) => ({ uuid }),
        onDone: { target: 'editing', actions: { type: 'keepChoices', params: fromEvent } },
        onError: { target: 'failed', actions: { type: 'keepLoadMessage', params: fromEvent } },
      },
    },
    failed: { tags: 'failed', on: { 'retry.requested': { target: 'loading' } } },
    editing: {
      tags: 'filled',
      on: {
        'draft.changed': { actions: { type: 'keepDraft', params: fromEvent } },
        'save.requested': [
          { guard: 'hasProblem', actions: 'keepProblem' },
          { target: 'saving', actions: 'clearMessage' },
        ],
      },
    },
    saving: {
      tags: ['filled', 'saving'],
      invoke: {
        id: 'saveBoard',
        src: 'saveBoard',
        input: ({ context: { uuid, draft } }) => ({ uuid, name: draft.name.trim(), shown: shownOf(draft) }),
        onDone: { target: 'saved', actions: { type: 'goToBoard', params: fromEvent } },
        onError: { target: 'editing', actions: { type: 'keepSaveMessage', params: fromEvent } },
      },
      // Changes during the call were not sent; they stay if the save fails.
      on: { 'draft.changed': { actions: { type: 'keepDraft', params: fromEvent } } },
    },
    saved: { tags: ['filled', 'saving'], type: 'final' },
  },
});
