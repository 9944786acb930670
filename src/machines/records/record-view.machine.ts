import { assign, fromPromise, setup } from 'xstate';
import { failureOf } from '#api/failure.ts';
import type { ArchiveDetail } from '#common/calls/archives.ts';
import type { RecordReply } from '#common/calls/records.ts';
import { documentFrameMachine } from '../document/document-frame.machine.ts';
import { type Failed, fromEvent } from '../shared/from-event.ts';
import { archiveMessage } from '../shared/messages.ts';
import { unprovided } from '../shared/unprovided.ts';
import { fieldHistoryMachine } from './field-history.machine.ts';
import { recordMessage } from './record-texts.ts';

/** The region whose values are shown. */
type Region = { id: string; label: string };

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
      message: string | null;
      contentMessage: string | null;
    },
    input: {} as { archive: string; place: string },
    events: {} as
      | { type: 'retry.requested' }
      | { type: 'content.retryRequested' }
      | { type: 'history.requested'; region: Region }
      | { type: 'history.closed' },
    tags: {} as `facts.${'loading' | 'loaded' | 'failed'}` | `content.${'loading' | 'loaded' | 'failed'}` | 'history',
  },
  actors: {
    document: documentFrameMachine,
    readRecord: fromPromise<RecordReply, { archive: string }>(unprovided),
    loadArchive: fromPromise<ArchiveDetail, { archive: string }>(unprovided),
    history: fieldHistoryMachine,
  },
  actions: {
    keepRecord: assign({ reply: (_, { output }: { output: RecordReply }) => output, message: null }),
    keepMessage: assign({ message: (_, { error }: Failed) => recordMessage('reading', failureOf(error)) }),
    keepDetail: assign({ detail: (_, { output }: { output: ArchiveDetail }) => output }),
    keepContentMessage: assign({
      contentMessage: (_, { error }: Failed) => archiveMessage('browser', true, failureOf(error)),
    }),
    keepRegion: assign({ region: (_, params: { region: Region }) => params.region }),
  },
  guards: {
    hasContent: ({ context }) => context.reply !== null && context.reply.record.content_removed_on === null,
    isRecordKnown: ({ context }) => context.reply !== null,
  },
}).createMachine({
  id: 'recordView',
  context: ({ input }) => ({
    ...input,
    reply: null,
    detail: null,
    region: { id: '', label: '' },
    message: null,
    contentMessage: null,
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
          tags: 'history',
          on: { 'history.closed': { target: 'closed' } },
          invoke: {
            id: 'history',
            src: 'history',
            input: ({ context: { reply, region } }) => ({
              template: reply?.record.template_id ?? '',
              wip: reply?.record.wip_uuid ?? '',
              region: region.id,
            }),
          },
        },
      },
    },
  },
});
