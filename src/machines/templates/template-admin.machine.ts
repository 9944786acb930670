import { assign, fromPromise, setup } from 'xstate';
import type { ManagedTemplate, ManagedTemplates } from '#common/calls/template-admin.ts';
import { failureOf } from '#api/failure.ts';
import { TEMPLATE_BANNER } from '#common/config/constants.ts';
import { fromEvent } from '../shared/from-event.ts';
import { failureText } from '../shared/failure-text.ts';
import { actMessage, doneText, questionOf, type TemplateAct, templateMessages } from './template-acts.ts';
import { templateUploadMachine } from './template-upload.machine.ts';
import { unprovided } from '../shared/unprovided.ts';

const templateIn = (templates: readonly ManagedTemplate[], act: TemplateAct): ManagedTemplate | null =>
  'template' in act ? (templates.find(({ uuid }) => uuid === act.template) ?? null) : null;

/**
 * The templates as an administrator sees them (ADR 55): the list, and the acts, one at a time. Each answer of the host contains the whole current list. An
 * act with consequences is confirmed first. New documents come from the upload, a chart of its own.
 */
export const templateAdminMachine = setup({
  types: {
    context: {} as {
      /** The key of a preview's place in the page. */
      place: string;
      templates: ManagedTemplate[];
      /** True where this administrator may publish for every organization. */
      mayOfferToAll: boolean;
      listMessage: string | null;
      act: TemplateAct | null;
      /** Reason why an act failed. */
      message: string | null;
      success: string | null;
    },
    input: {} as { place: string },
    events: {} as
      | { type: 'retry.requested' }
      | { type: 'act.requested'; act: TemplateAct }
      | { type: 'act.confirmed' }
      | { type: 'dialog.cancelled' }
      | { type: 'templates.published'; templates: ManagedTemplate[]; text: string },
    tags: {} as 'loading' | 'loaded' | 'failed' | 'asking' | 'working',
  },
  actors: {
    listTemplates: fromPromise<ManagedTemplates, undefined>(unprovided),
    /** @param version of the template that the user has seen */
    doAct: fromPromise<ManagedTemplates, { act: TemplateAct | null; version: number }>(unprovided),
    upload: templateUploadMachine,
  },
  actions: {
    keepTemplates: assign((_, { output }: { output: ManagedTemplates }) => ({
      templates: output.templates,
      mayOfferToAll: output.may_offer_to_all,
    })),
    /** The implementation passes the pair of Command Docs in the host's answer to every screen. */
    announcePair: (_, _params: { output: ManagedTemplates }) => {},
    keepListMessage: assign({
      listMessage: (_, { error }: { error: unknown }) => failureText(failureOf(error), templateMessages.listFailed),
    }),
    clearListMessage: assign({ listMessage: null }),
    clearAnswer: assign({ message: null, success: null }),
    clearSuccess: assign({ success: null }),
    keepAct: assign({ act: (_, { act }: { act: TemplateAct }) => act }),
    keepSuccess: assign({
      success: ({ context: { act, templates } }) => act && doneText(act, templateIn(templates, act)),
    }),
    // The newest answer replaces the one before: an upload may have ended meanwhile.
    keepMessage: assign((_, { error }: { error: unknown }) => ({
      message: actMessage(failureOf(error)),
      success: null,
    })),
    keepPublished: assign((_, { templates, text }: { templates: ManagedTemplate[]; text: string }) => ({
      templates,
      message: null,
      success: text,
    })),
  },
  guards: {
    isToBeAsked: ({ context }, { act }: { act: TemplateAct }) =>
      questionOf(act, templateIn(context.templates, act)) !== null,
  },
  delays: { templateBanner: TEMPLATE_BANNER },
}).createMachine({
  id: 'templateAdmin',
  context: ({ input }) => ({
    place: input.place,
    templates: [],
    mayOfferToAll: false,
    listMessage: null,
    act: null,
    message: null,
    success: null,
  }),
  type: 'parallel',
  invoke: { id: 'upload', src: 'upload', input: ({ context }) => ({ place: context.place }) },
  states: {
    list: {
      initial: 'loading',
      states: {
        loading: {
          tags: 'loading',
          entry: 'clearListMessage',
          invoke: {
            id: 'listTemplates',
            src: 'listTemplates',
            onDone: {
              target: 'loaded',
              actions: [
                { type: 'keepTemplates', params: fromEvent },
                { type: 'announcePair', params: fromEvent },
              ],
            },
            onError: { target: 'failed', actions: { type: 'keepListMessage', params: fromEvent } },
          },
        },
        failed: { tags: 'failed', on: { 'retry.requested': { target: 'loading' } } },
        loaded: { tags: 'loaded' },
      },
    },
    deed: {
      initial: 'idle',
      states: {
        idle: {
          initial: 'quiet',
          on: {
            'act.requested': [
              {
                guard: { type: 'isToBeAsked', params: fromEvent },
                target: 'asking',
                actions: ['clearAnswer', { type: 'keepAct', params: fromEvent }],
              },
              { target: 'working', actions: ['clearAnswer', { type: 'keepAct', params: fromEvent }] },
            ],
            'templates.published': {
              target: '.shown',
              actions: { type: 'keepPublished', params: fromEvent },
            },
          },
          states: {
            quiet: {},
            shown: { after: { templateBanner: { target: 'quiet', actions: 'clearSuccess' } } },
          },
        },
        asking: {
          tags: 'asking',
          on: {
            'act.confirmed': { target: 'working' },
            'dialog.cancelled': { target: 'idle' },
            'templates.published': { actions: { type: 'keepPublished', params: fromEvent } },
          },
        },
        working: {
          tags: 'working',
          on: { 'templates.published': { actions: { type: 'keepPublished', params: fromEvent } } },
          invoke: {
            id: 'doAct',
            src: 'doAct',
            input: ({ context: { act, templates } }) => ({
              act,
              version: (act && templateIn(templates, act)?.version) ?? 0,
            }),
            onDone: {
              target: 'idle.shown',
              actions: [
                'keepSuccess',
                { type: 'keepTemplates', params: fromEvent },
                { type: 'announcePair', params: fromEvent },
              ],
            },
            onError: { target: 'idle', actions: { type: 'keepMessage', params: fromEvent } },
          },
        },
      },
    },
  },
});
