import { storedDocumentMachine } from '#machines/records/stored-document.machine.ts';
import { defineModel } from 'chart-walks';
import { archiveDetail, failures } from '../samples.ts';

const marks = [{ id: 'people', at: 1_750_000_000_000 }];
const source = { kind: 'archive', id: 'a-1' } as const;

export const storedDocumentModel = defineModel(storedDocumentMachine)({
  starts: { 'a submission': { input: { source, place: 'p', marks } } },
  outcomes: {
    loadContent: { 'its content': { output: archiveDetail }, 'not found (404)': { error: failures.notFound } },
  },
  events: ({ snapshot }) => ({
    'tries again': { type: 'retry.requested' },
    ...(snapshot.hasTag('loaded') && { 'the document is shown': { type: 'document.ready' } as const }),
  }),
  key: ({ snapshot: { context } }) => ({ content: context.content !== null, message: context.message !== null }),
  accepts: { 'tries again': 'failed' },
  tags: { loading: 'loading', loaded: 'loaded', failed: 'failed' },
  changes: {
    content: 'loadContent: its',
    message: 'loadContent: not',
  },
  never: {
    'another document': ({ effects }) =>
      effects.some(
        (effect) =>
          effect.kind === 'request' &&
          effect.src === 'loadContent' &&
          JSON.stringify(effect.input) !== JSON.stringify({ source }),
      ),
    'content that came, and is not shown': {
      after: ['loadContent: its content'],
      breaks: ({ effects }) =>
        !effects.some(
          (effect) =>
            effect.kind === 'request' &&
            effect.src === 'document' &&
            (effect.input as { html: string }).html === archiveDetail.content,
        ),
    },
    'a document without its marks': {
      after: ['the document is shown'],
      breaks: ({ effects }) =>
        !effects.some(
          (effect) =>
            effect.kind === 'sent' && JSON.stringify(effect.event) === JSON.stringify({ type: 'marks.given', marks }),
        ),
    },
    'a failure that is not said': ({ snapshot }) => snapshot.hasTag('failed') && snapshot.context.message === null,
  },
});
