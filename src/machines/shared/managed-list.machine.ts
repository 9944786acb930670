import { type AnyActorLogic, type AnyEventObject, assign, fromCallback, fromPromise, setup } from 'xstate';
import { DISPLAY_POLL_INTERVAL, TEMPLATE_BANNER } from '#common/config/constants.ts';
import { fromEvent } from './from-event.ts';
import { unprovided } from './unprovided.ts';

/** An act on a list. */
export type ListAct = { readonly kind: string };
/** Something that a form lacks. */
export type ListProblem = { readonly field: string; readonly text: string };

/**
 * A list that administrators manage (ADR 73): the list, and its acts, one at a time. A form that lacks something is marked, an act with consequences is
 * confirmed first, and the outcome is shown for a while. The features give it their calls and their rules (`managedList`): which acts there are, which of
 * them ask, what the list is afterwards, and all texts.
 */
export const managedListMachine = setup({
  types: {
    context: {} as {
      /** The key of a place in the page, for the further chart. */
      place: string;
      /** The list as it is now; null before it was read. */
      data: unknown;
      listMessage: string | null;
      act: ListAct | null;
      problem: ListProblem | null;
      /** Reason why an act failed. */
      message: string | null;
      success: string | null;
      /** Number of acts of the kind 'add' here: their form is cleared after each one. */
      added: number;
    },
    input: {} as { place: string } | undefined,
    events: {} as
      | { type: 'retry.requested' }
      | { type: 'act.requested'; act: ListAct }
      | { type: 'act.confirmed' }
      | { type: 'dialog.cancelled' }
      /** Something else has changed it at the host. */
      | { type: 'list.outdated' }
      /** The further chart has changed the list. */
      | { type: 'list.changed'; data: unknown; text: string | null },
    tags: {} as 'loading' | 'loaded' | 'failed' | 'asking' | 'working',
  },
  actors: {
    readList: fromPromise<unknown, undefined>(unprovided),
    doAct: fromPromise<unknown, { act: ListAct | null; data: unknown }>(unprovided),
    /** A chart of the feature that changes the list in its own way, such as an upload; none by default. */
    further: fromCallback<AnyEventObject, { place: string }>(() => undefined) as AnyActorLogic,
  },
  actions: {
    keepList: assign({ data: (_, { output }: { output: unknown }) => output, listMessage: null }),
    /** The implementation gives the reason why the list could not be read. */
    keepListMessage: (_, _params: { error: unknown }) => {},
    clearAnswer: assign({ problem: null, message: null, success: null }),
    clearSuccess: assign({ success: null }),
    /** The implementation gives what a form lacks: a new object each time, since each complaint moves the focus. */
    keepProblem: (_, _params: { act: ListAct }) => {},
    keepAct: assign({ act: (_, { act }: { act: ListAct }) => act }),
    /** The implementation gives the list after the act, and a text about it. */
    keepDone: (_, _params: { output: unknown }) => {},
    countAdded: assign({ added: ({ context }) => context.added + (context.act?.kind === 'add' ? 1 : 0) }),
    /** The implementation gives the reason of a failure. */
    keepMessage: (_, _params: { error: unknown }) => {},
    // The newest answer replaces the one before.
    keepChanged: assign((_, { data, text }: { data: unknown; text: string | null }) => ({
      data,
      listMessage: null,
      problem: null,
      message: null,
      success: text,
    })),
    /** The implementation passes what else is in the host's answer to other parts of the application. */
    announce: (_, _params: { output: unknown }) => {},
  },
  guards: {
    /** These are the feature's. */
    isIncomplete: (_, _params: { act: ListAct }) => false,
    isToBeAsked: (_, _params: { act: ListAct }) => false,
    isReadAgain: () => false,
    isPolled: () => false,
  },
  delays: { banner: TEMPLATE_BANNER, poll: DISPLAY_POLL_INTERVAL },
}).createMachine({
  id: 'managedList',
  context: ({ input }) => ({
    place: input?.place ?? '',
    data: null,
    listMessage: null,
    act: null,
    problem: null,
    message: null,
    success: null,
    added: 0,
  }),
  type: 'parallel',
  invoke: {
    id: 'further',
    src: 'further',
    input: ({ context }: { context: { place: string } }) => ({ place: context.place }),
  },
  states: {
    list: {
      initial: 'loading',
      on: {
        'list.outdated': { target: '.loading' },
        'list.changed': { target: '.loaded', actions: { type: 'keepChanged', params: fromEvent } },
      },
      states: {
        loading: {
          tags: 'loading',
          invoke: {
            id: 'readList',
            src: 'readList',
            onDone: {
              target: 'loaded',
              actions: [
                { type: 'keepList', params: fromEvent },
                { type: 'announce', params: fromEvent },
              ],
            },
            onError: { target: 'failed', actions: { type: 'keepListMessage', params: fromEvent } },
          },
        },
        loaded: { tags: 'loaded', after: { poll: { guard: 'isPolled', target: 'loading' } } },
        failed: {
          tags: 'failed',
          on: { 'retry.requested': { target: 'loading' } },
          after: { poll: { guard: 'isPolled', target: 'loading' } },
        },
      },
    },
    act: {
      initial: 'idle',
      states: {
        idle: {
          initial: 'quiet',
          on: {
            'act.requested': [
              {
                guard: { type: 'isIncomplete', params: fromEvent },
                target: '.quiet',
                actions: ['clearAnswer', { type: 'keepProblem', params: fromEvent }],
              },
              {
                guard: { type: 'isToBeAsked', params: fromEvent },
                target: 'asking',
                actions: ['clearAnswer', { type: 'keepAct', params: fromEvent }],
              },
              { target: 'working', actions: ['clearAnswer', { type: 'keepAct', params: fromEvent }] },
            ],
            'list.changed': { target: '.shown' },
            // A failure that was shown in a dialog.
            'dialog.cancelled': { target: '.quiet', actions: 'clearAnswer' },
          },
          states: {
            quiet: {},
            shown: { after: { banner: { target: 'quiet', actions: 'clearSuccess' } } },
          },
        },
        asking: {
          tags: 'asking',
          on: { 'act.confirmed': { target: 'working' }, 'dialog.cancelled': { target: 'idle' } },
        },
        working: {
          tags: 'working',
          invoke: {
            id: 'doAct',
            src: 'doAct',
            input: ({ context: { act, data } }) => ({ act, data }),
            onDone: {
              target: 'idle.shown',
              actions: [{ type: 'keepDone', params: fromEvent }, 'countAdded', { type: 'announce', params: fromEvent }],
            },
            onError: [
              { guard: 'isReadAgain', target: 'rereading', actions: { type: 'keepMessage', params: fromEvent } },
              { target: 'idle', actions: { type: 'keepMessage', params: fromEvent } },
            ],
          },
        },
        // Another administrator may have changed the list meanwhile, and an act without an answer may be done.
        rereading: {
          tags: 'working',
          invoke: {
            id: 'readAgain',
            src: 'readList',
            onDone: { target: 'idle', actions: { type: 'keepList', params: fromEvent } },
            onError: { target: 'idle' },
          },
        },
      },
    },
  },
});
