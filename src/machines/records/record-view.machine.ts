import { assign, fromPromise, setup } from 'xstate';
import { failureOf } from '#api/failure.ts';
import type { ArchiveDetail } from '#common/calls/archives.ts';
import type { FieldHistory, RecordReply } from '#common/calls/records.ts';
import { documentFrameMachine } from '../document/document-frame.machine.ts';
import { fromEvent } from '../shared/from-event.ts';
import { archiveMessage } from '../shared/messages.ts';
import { unprovided } from '../shared/unprovided.ts';
import { recordMessage } from './record-texts.ts';

/** The region whose values are shown. */
type Region = { id: string; label: string };
/** Request for a page of its values. */
export type HistoryRequest = { template: string; wip: string; region: string; cursor: string | null };

const NONE: FieldHistory = { values: [], next: null, count: 0 };

/**
 * One record: its facts and changes, the document as it was, and on request the values of one of its fields over time. The document is read only if its
 * content is still stored.
 */
export const recordViewMachine = setup({
  types: {
    context: {} as {
      archive: string;
      /** The key of the document's place in the page. */
      place: string;
      reply: RecordReply | null;
      detail: ArchiveDetail | null;
      region: Region;
      history: FieldHistory;
      message: string | null;
      contentMessage: string | null;
      historyMessage: string | null;
    },
    input: {} as { archive: string; place: string },
    events: {} as
      | { type: 'retry.requested' }
      | { type: 'content.retryRequested' }
      | { type: 'history.requested'; region: Region }
      | { type: 'history.moreRequested' }
      | { type: 'history.closed' },
    tags: {} as
      | `facts.${'loading' | 'loaded' | 'failed'}`
      | `content.${'loading' | 'loaded' | 'failed'}`
      | `history.${'loading' | 'loaded' | 'failed'}`
      | 'history.adding',
  },
  actors: {
    document: documentFrameMachine,
    readRecord: fromPromise<RecordReply, { archive: string }>(unprovided),
    loadArchive: fromPromise<ArchiveDetail, { archive: string }>(unprovided),
    readHistory: fromPromise<FieldHistory, HistoryRequest>(unprovided),
  },
  actions: {
    keepRecord: assign({ reply: (_, { output }: { output: RecordReply }) => output, message: null }),
    keepMessage: assign({
      message: (_, params: { error: unknown }) => recordMessage('reading', failureOf(params.error)),
    }),
    keepDetail: assign({ detail: (_, { output }: { output: ArchiveDetail }) => output }),
    keepContentMessage: assign({
      contentMessage: (_, params: { error: unknown }) => archiveMessage('browser', true, failureOf(params.error)),
    }),
    keepRegion: assign({ region: (_, params: { region: Region }) => params.region, history: NONE }),
    addHistory: assign({
      history: ({ context }, { output }: { output: FieldHistory }) => ({
        ...output,
        values: [...context.history.values, ...output.values],
      }),
    }),
    keepHistoryMessage: assign({
      historyMessage: (_, params: { error: unknown }) => recordMessage('history', failureOf(params.error)),
    }),
    clearHistoryMessage: assign({ historyMessage: null }),
  },
  guards: {
    hasContent: ({ context }) => context.reply !== null && context.reply.record.content_removed_on === null,
    isRecordKnown: ({ context }) => context.reply !== null,
    hasMore: ({ context }) => context.history.next !== null,
  },
}).createMachine({
  id: 'recordView',
  context: ({ input }) => ({
    ...input,
    reply: null,
    detail: null,
    region: { id: '', label: '' },
    history: NONE,
    message: null,
    contentMessage: null,
    historyMessage: null,
  }),
  type: 'parallel',
  states: {
    facts: {
      initial: 'loading',
      states: {
        loading: {
          tags: 'facts.loading',
          invoke: {
            id: 'readRecord',
            src: 'readRecord',
            input: ({ context }) => ({ archive: context.archive }),
            onDone: { target: 'loaded', actions: { type: 'keepRecord', params: fromEvent } },
            onError: { target: 'failed', actions: { type: 'keepMessage', params: fromEvent } },
          },
        },
        loaded: { tags: 'facts.loaded' },
        failed: { tags: 'facts.failed', on: { 'retry.requested': { target: 'loading' } } },
      },
    },
    content: {
      initial: 'waiting',
      states: {
        waiting: { always: { guard: 'hasContent', target: 'loading' } },
        loading: {
          tags: 'content.loading',
          invoke: {
            id: 'loadArchive',
            src: 'loadArchive',
            input: ({ context }) => ({ archive: context.archive }),
            onDone: { target: 'loaded', actions: { type: 'keepDetail', params: fromEvent } },
            onError: { target: 'failed', actions: { type: 'keepContentMessage', params: fromEvent } },
          },
        },
        loaded: {
          tags: 'content.loaded',
          invoke: {
            id: 'document',
            src: 'document',
            input: ({ context }) => ({
              place: context.place,
              mode: 'view',
              isLive: false,
              html: context.detail?.content ?? '',
              lines: context.detail?.line_breaks ?? 'guessed',
              isStored: true,
            }),
          },
        },
        failed: { tags: 'content.failed', on: { 'content.retryRequested': { target: 'loading' } } },
      },
    },
    history: {
      initial: 'closed',
      states: {
        closed: {
          on: {
            'history.requested': {
              guard: 'isRecordKnown',
              target: 'open',
              actions: { type: 'keepRegion', params: fromEvent },
            },
          },
        },
        open: {
          initial: 'loading',
          on: { 'history.closed': { target: 'closed' } },
          states: {
            loading: {
              tags: 'history.loading',
              entry: 'clearHistoryMessage',
              invoke: {
                id: 'readHistory',
                src: 'readHistory',
                input: ({ context }) => ({
                  template: context.reply?.record.template_id ?? '',
                  wip: context.reply?.record.wip_uuid ?? '',
                  region: context.region.id,
                  cursor: null,
                }),
                onDone: { target: 'loaded', actions: { type: 'addHistory', params: fromEvent } },
                onError: { target: 'failed', actions: { type: 'keepHistoryMessage', params: fromEvent } },
              },
            },
            failed: { tags: 'history.failed', on: { 'retry.requested': { target: 'loading' } } },
            loaded: {
              tags: 'history.loaded',
              on: { 'history.moreRequested': { guard: 'hasMore', target: 'adding' } },
            },
            adding: {
              tags: ['history.loaded', 'history.adding'],
              entry: 'clearHistoryMessage',
              invoke: {
                id: 'readMore',
                src: 'readHistory',
                input: ({ context }) => ({
                  template: context.reply?.record.template_id ?? '',
                  wip: context.reply?.record.wip_uuid ?? '',
                  region: context.region.id,
                  cursor: context.history.next,
                }),
                onDone: { target: 'loaded', actions: { type: 'addHistory', params: fromEvent } },
                onError: { target: 'loaded', actions: { type: 'keepHistoryMessage', params: fromEvent } },
              },
            },
          },
        },
      },
    },
  },
});
