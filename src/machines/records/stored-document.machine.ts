import { type ActorRefFrom, assign, fromPromise, sendTo, setup } from 'xstate';
import { failureOf } from '#api/failure.ts';
import type { DocumentDetail } from '#common/calls/templates.ts';
import type { Source } from '#common/config/paths.ts';
import type { Mark } from '#document/host/stage.ts';
import { documentFrameMachine } from '../document/document-frame.machine.ts';
import { type Failed, fromEvent } from '../shared/from-event.ts';
import { archiveMessage } from '../shared/messages.ts';
import { unprovided } from '../shared/unprovided.ts';

type Content = Pick<DocumentDetail, 'content' | 'line_breaks'>;

/** A submission, or a document as it is saved. `place`: the key of its place in the page. `marks`: at the fields that are marked in it. */
export type StoredDocument = { source: Source; place: string; marks: Mark[] };

/** The document of a submission, or as it is saved, in a frame. What changed in it is marked, also after it was opened again. */
export const storedDocumentMachine = setup({
  types: {
    context: {} as StoredDocument & { content: Content | null; message: string | null },
    input: {} as StoredDocument,
    events: {} as { type: 'retry.requested' } | { type: 'document.ready' },
    tags: {} as 'loading' | 'loaded' | 'failed',
  },
  actors: {
    document: documentFrameMachine,
    loadContent: fromPromise<Content, { source: Source }>(unprovided),
  },
  actions: {
    keepContent: assign({ content: (_, { output }: { output: Content }) => output }),
    keepMessage: assign({
      message: (_, { error }: Failed) => archiveMessage('browser', true, failureOf(error)),
    }),
    mark: sendTo('document', ({ context: { marks } }) => ({ type: 'marks.given', marks })),
  },
}).createMachine({
  id: 'storedDocument',
  context: ({ input }) => ({ ...input, content: null, message: null }),
  initial: 'loading',
  states: {
    loading: {
      tags: 'loading',
      invoke: {
        id: 'loadContent',
        src: 'loadContent',
        input: ({ context }) => ({ source: context.source }),
        onDone: { target: 'loaded', actions: { type: 'keepContent', params: fromEvent } },
        onError: { target: 'failed', actions: { type: 'keepMessage', params: fromEvent } },
      },
    },
    loaded: {
      tags: 'loaded',
      on: { 'document.ready': { actions: 'mark' } },
      invoke: {
        id: 'document',
        src: 'document',
        input: ({ context: { place, content } }) => ({
          place,
          mode: 'view',
          isLive: false,
          html: content?.content ?? '',
          lines: content?.line_breaks ?? 'guessed',
          isStored: true,
        }),
      },
    },
    failed: { tags: 'failed', on: { 'retry.requested': { target: 'loading' } } },
  },
});
export type StoredDocumentRef = ActorRefFrom<typeof storedDocumentMachine>;
