import { assign, fromPromise, setup } from 'xstate';
import { failureOf } from '#api/failure.ts';
import type { RecordReply } from '#common/calls/records.ts';
import type { NamedRegion } from '#document/host/stage.ts';
import { type Failed, fromEvent } from '../shared/from-event.ts';
import { readingMachine } from '../shared/reading.machine.ts';
import { unprovided } from '../shared/unprovided.ts';
import type { Field } from './record-readings.ts';
import { recordMessage } from './record-texts.ts';
import { storedDocumentMachine } from './stored-document.machine.ts';

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
      region: NamedRegion;
      message: string | null;
    },
    input: {} as { archive: string; place: string },
    events: {} as
      | { type: 'retry.requested' }
      | { type: 'history.requested'; region: NamedRegion }
      | { type: 'history.closed' },
    tags: {} as 'loading' | 'loaded' | 'failed' | 'history',
  },
  actors: {
    readRecord: fromPromise<RecordReply, { archive: string }>(unprovided),
    content: storedDocumentMachine,
    history: readingMachine,
  },
  actions: {
    keepRecord: assign({ reply: (_, { output }: { output: RecordReply }) => output, message: null }),
    keepMessage: assign({
      message: (_, { error }: Failed) => recordMessage('reading', failureOf(error)),
    }),
    keepRegion: assign({ region: (_, params: { region: NamedRegion }) => params.region }),
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
    region: { id: '', label: '' },
    message: null,
  }),
  type: 'parallel',
  states: {
    facts: {
      initial: 'loading',
      states: {
        loading: {
          tags: 'loading',
          invoke: {
            id: 'readRecord',
            src: 'readRecord',
            input: ({ context }) => ({ archive: context.archive }),
            onDone: { target: 'loaded', actions: { type: 'keepRecord', params: fromEvent } },
            onError: { target: 'failed', actions: { type: 'keepMessage', params: fromEvent } },
          },
        },
        loaded: { tags: 'loaded' },
        failed: { tags: 'failed', on: { 'retry.requested': { target: 'loading' } } },
      },
    },
    content: {
      initial: 'waiting',
      states: {
        waiting: { always: { guard: 'hasContent', target: 'shown' } },
        shown: {
          invoke: {
            id: 'content',
            src: 'content',
            input: ({ context: { archive, place, reply } }) => ({
              source: { kind: 'archive', id: archive },
              place,
              marks: (reply?.record.changes ?? []).flatMap(({ id, is }) =>
                is === null ? [] : [{ id, at: reply?.record.submitted_on ?? null }],
              ),
            }),
          },
        },
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
              filter: {
                template: reply?.record.template_id ?? '',
                wip: reply?.record.wip_uuid ?? '',
                region: region.id,
                isOfAll: false,
              } satisfies Field,
            }),
          },
        },
      },
    },
  },
});
