import { recordViewMachine } from '#machines/records/record-view.machine.ts';
import { defineModel } from 'chart-walks';
import { failures } from '../samples.ts';
import { record } from './record-samples.ts';

const fieldOf = (label: string) => ({
  filter: { template: 't-1', wip: 'w-1', region: label.split(' ').at(-1), isOfAll: false },
});
const shown = {
  source: { kind: 'archive', id: 'a-1' },
  place: 'p',
  marks: [{ id: 'people', at: 1_750_000_000_000 }],
};
const region = (id: string) => ({ id, label: id.toUpperCase() });
export const recordViewModel = defineModel(recordViewMachine)({
  starts: { 'one record': { input: { archive: 'a-1', place: 'p' } } },
  outcomes: {
    readRecord: {
      'with content': { output: { record: record('a-1'), received: [], previous: null, next: null } },
      'without content': {
        output: { record: record('a-1', { content_removed_on: 1 }), received: [], previous: null, next: null },
      },
      'not reached': { error: failures.network },
    },
  },
  events: () => ({
    'tries again': { type: 'retry.requested' },
    'wants the history of people': { type: 'history.requested', region: region('people') },
    'wants the history of note': { type: 'history.requested', region: region('note') },
    'closes the history': { type: 'history.closed' },
  }),
  key: ({ snapshot, snapshot: { context } }) => ({
    isKnown: context.reply !== null,
    hasContent: context.reply?.record.content_removed_on === null,
    region: snapshot.hasTag('history') ? context.region.id : '',
  }),
  accepts: {
    'tries again': 'facts.failed',
    'wants the history': ({ snapshot }) => snapshot.matches({ history: 'closed' }) && snapshot.context.reply !== null,
    'closes the history': 'history.open',
  },
  tags: {
    loading: ({ snapshot }) => snapshot.matches({ facts: 'loading' }),
    failed: ({ snapshot }) => snapshot.matches({ facts: 'failed' }),
    history: ({ snapshot }) => snapshot.matches({ history: 'open' }),
  },
  keeps: { region: 'wants the history' },
  changes: {
    reply: 'readRecord: with',
    region: 'wants the',
    message: 'readRecord: not',
  },
  never: {
    'a document whose content was removed': ({ snapshot }) =>
      snapshot.context.reply?.record.content_removed_on === 1 && snapshot.matches({ content: 'shown' }),
    'values of a field that belong to another document, or come unasked': ({ effects, label }) =>
      effects.some(
        (effect) =>
          effect.kind === 'request' &&
          effect.src === 'history' &&
          (!label.startsWith('wants the history') || JSON.stringify(effect.input) !== JSON.stringify(fieldOf(label))),
      ),
    'a document that is there, and is not shown with its changes': {
      after: ['readRecord: with content'],
      breaks: ({ effects }) =>
        !effects.some(
          (effect) =>
            effect.kind === 'request' &&
            effect.src === 'content' &&
            JSON.stringify(effect.input) === JSON.stringify(shown),
        ),
    },
    'a failure that is not said, or a message that stays after its cause': {
      after: ['readRecord:'],
      breaks: ({ snapshot: { context }, label }) => (context.message === null) === label.endsWith('not reached'),
    },
  },
});
