import { assign, fromPromise, setup } from 'xstate';
import { failureOf } from '#api/failure.ts';
import type { Board } from '#common/calls/boards.ts';
import type { Display } from '#common/calls/displays.ts';
import { DISPLAY_POLL_INTERVAL, DISPLAY_BANNER } from '#common/config/constants.ts';
import { fromEvent } from '../shared/from-event.ts';
import { boardMessages, displayMessage } from '../shared/board-messages.ts';
import { unprovided } from '../shared/unprovided.ts';

/** Fields of the form that makes a screen a display. */
export type PairingForm = { code: string; name: string; board: string };

/** The displays, and the boards that they can show. */
type Lists = { displays: Display[]; boards: Board[] };

/** Complaint about the pairing form: a new object each time, since each complaint moves the focus. */
type PairingProblem = { field: keyof PairingForm; text: string };

/**
 * The displays of the organization: the list, which is read again each minute and updated after each change; pairing a screen by its code; giving a display
 * another name or board; and removing one, after a question. One change at a time.
 */
export const displayAdminMachine = setup({
  types: {
    context: {} as Lists & {
      listMessage: string | null;
      form: PairingForm;
      problem: PairingProblem | null;
      asked: Display | null;
      change: { name: string; board: string };
      message: string | null;
      success: string | null;
      /** Number of screens paired here: the form is cleared after each one. */
      paired: number;
    },
    events: {} as
      | { type: 'retry.requested' }
      | { type: 'pairing.requested'; form: PairingForm }
      | { type: 'update.requested'; display: string; change: { name: string; board: string } }
      | { type: 'end.requested'; display: string }
      | { type: 'end.confirmed' }
      | { type: 'dialog.cancelled' },
    tags: {} as 'list.loading' | 'list.loaded' | 'list.failed' | 'pairing' | 'updating' | 'confirmingEnd' | 'ending',
  },
  actors: {
    listDisplays: fromPromise<Lists, undefined>(unprovided),
    pairDisplay: fromPromise<Display, PairingForm>(unprovided),
    updateDisplay: fromPromise<Display, { display: string; name: string; board: string }>(unprovided),
    endDisplay: fromPromise<void, { display: string }>(unprovided),
  },
  actions: {
    keepLists: assign((_, params: { output: Lists }) => ({ ...params.output, listMessage: null })),
    keepListMessage: assign({
      listMessage: (_, params: { error: unknown }) => displayMessage('listing', failureOf(params.error)),
    }),
    clearSuccess: assign({ success: null }),
    clearAnswer: assign({ message: null, success: null, problem: null }),
    keepForm: assign({ form: (_, params: { form: PairingForm }) => params.form }),
    askForCode: assign({ problem: () => ({ field: 'code' as const, text: boardMessages.displays.codeRequired }) }),
    askForName: assign({ problem: () => ({ field: 'name' as const, text: boardMessages.displays.nameRequired }) }),
    askForBoard: assign({ problem: () => ({ field: 'board' as const, text: boardMessages.displays.boardRequired }) }),
    keepPaired: assign(({ context }, params: { output: Display }) => ({
      displays: [...context.displays.filter(({ uuid }) => uuid !== params.output.uuid), params.output],
      success: boardMessages.displays.paired,
      paired: context.paired + 1,
    })),
    keepPairingMessage: assign({
      message: (_, params: { error: unknown }) => displayMessage('entering', failureOf(params.error)),
    }),
    keepAsked: assign({
      asked: ({ context }, params: { display: string }) =>
        context.displays.find(({ uuid }) => uuid === params.display) ?? null,
    }),
    keepChange: assign({ change: (_, params: { change: { name: string; board: string } }) => params.change }),
    keepUpdated: assign(({ context }, params: { output: Display }) => ({
      displays: context.displays.map((one) => (one.uuid === params.output.uuid ? params.output : one)),
      success: boardMessages.displays.updated,
    })),
    keepUpdateMessage: assign({
      message: (_, params: { error: unknown }) => displayMessage('updating', failureOf(params.error)),
    }),
    removeAsked: assign({
      displays: ({ context }) => context.displays.filter(({ uuid }) => uuid !== context.asked?.uuid),
    }),
    keepEndMessage: assign({
      message: (_, params: { error: unknown }) => displayMessage('ending', failureOf(params.error)),
    }),
  },
  guards: {
    isNoCode: (_, { form }: { form: PairingForm }) => form.code.replaceAll(/[\s-]/g, '').length !== 8,
    hasNoName: (_, { form }: { form: PairingForm }) => form.name.trim() === '',
    hasNoBoard: (_, { form }: { form: PairingForm }) => form.board === '',
    isThere: ({ context }, params: { display: string }) => context.displays.some(({ uuid }) => uuid === params.display),
  },
  delays: { displayLook: DISPLAY_POLL_INTERVAL, displayBanner: DISPLAY_BANNER },
}).createMachine({
  id: 'displayAdmin',
  context: {
    displays: [],
    boards: [],
    listMessage: null,
    form: { code: '', name: '', board: '' },
    problem: null,
    asked: null,
    change: { name: '', board: '' },
    message: null,
    success: null,
    paired: 0,
  },
  type: 'parallel',
  states: {
    list: {
      initial: 'loading',
      states: {
        loading: {
          tags: 'list.loading',
          invoke: {
            id: 'listDisplays',
            src: 'listDisplays',
            onDone: { target: 'loaded', actions: { type: 'keepLists', params: fromEvent } },
            onError: { target: 'failed', actions: { type: 'keepListMessage', params: fromEvent } },
          },
        },
        loaded: { tags: 'list.loaded', after: { displayLook: { target: 'loading' } } },
        failed: {
          tags: 'list.failed',
          on: { 'retry.requested': { target: 'loading' } },
          after: { displayLook: { target: 'loading' } },
        },
      },
    },
    deed: {
      initial: 'idle',
      states: {
        idle: {
          initial: 'quiet',
          on: {
            'pairing.requested': [
              {
                guard: { type: 'isNoCode', params: fromEvent },
                actions: ['clearAnswer', 'askForCode'],
              },
              {
                guard: { type: 'hasNoName', params: fromEvent },
                actions: ['clearAnswer', 'askForName'],
              },
              {
                guard: { type: 'hasNoBoard', params: fromEvent },
                actions: ['clearAnswer', 'askForBoard'],
              },
              { target: 'pairing', actions: ['clearAnswer', { type: 'keepForm', params: fromEvent }] },
            ],
            'update.requested': {
              guard: { type: 'isThere', params: fromEvent },
              target: 'updating',
              actions: [
                'clearAnswer',
                { type: 'keepAsked', params: fromEvent },
                { type: 'keepChange', params: fromEvent },
              ],
            },
            'end.requested': {
              guard: { type: 'isThere', params: fromEvent },
              target: 'confirming',
              actions: ['clearAnswer', { type: 'keepAsked', params: fromEvent }],
            },
          },
          states: {
            quiet: {},
            shown: { after: { displayBanner: { target: 'quiet', actions: 'clearSuccess' } } },
          },
        },
        pairing: {
          tags: 'pairing',
          invoke: {
            id: 'pairDisplay',
            src: 'pairDisplay',
            input: ({ context }) => context.form,
            onDone: { target: 'idle.shown', actions: { type: 'keepPaired', params: fromEvent } },
            onError: { target: 'idle', actions: { type: 'keepPairingMessage', params: fromEvent } },
          },
        },
        updating: {
          tags: 'updating',
          invoke: {
            id: 'updateDisplay',
            src: 'updateDisplay',
            input: ({ context: { asked, change } }) => ({ display: asked?.uuid ?? '', ...change }),
            onDone: { target: 'idle.shown', actions: { type: 'keepUpdated', params: fromEvent } },
            onError: { target: 'idle', actions: { type: 'keepUpdateMessage', params: fromEvent } },
          },
        },
        confirming: {
          tags: 'confirmingEnd',
          on: { 'end.confirmed': { target: 'ending' }, 'dialog.cancelled': { target: 'idle' } },
        },
        ending: {
          tags: ['confirmingEnd', 'ending'],
          invoke: {
            id: 'endDisplay',
            src: 'endDisplay',
            input: ({ context }) => ({ display: context.asked?.uuid ?? '' }),
            onDone: { target: 'idle', actions: 'removeAsked' },
            onError: { target: 'idle', actions: { type: 'keepEndMessage', params: fromEvent } },
          },
        },
      },
    },
  },
});
