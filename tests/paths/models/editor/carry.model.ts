import type { Filling } from '#document/carry.ts';
import { carryMachine } from '#machines/editor/carry.machine.ts';
import { defineModel, type Effect, sends } from 'chart-walks';
import { failures } from '../samples.ts';

const filling = (own: Partial<Filling> = {}): Filling => ({
  name: 'Night log',
  at: null,
  placed: [{ id: 'wind', was: '', value: 'W 25' }],
  fit: ['wind'],
  misfits: [['gone', 'Storm.']],
  left: [],
  others: [],
  rows: [],
  rowsAre: 'none',
  ...own,
});
const others = [{ id: 'note', was: 'Calm.', value: 'Storm.' }];
const request = { source: { kind: 'wip' as const, id: 'w-9' }, html: '<p>', values: [] };

type Sent = { placed: Filling['placed']; name: string | null };
const placedIn = (effects: readonly Effect[]): Sent[] =>
  effects.flatMap((effect) =>
    effect.kind === 'sent' && effect.event.type === 'regions.filled' ? [effect.event as unknown as Sent] : [],
  );
/** The regions that the document has received, with their values. */
const textOf = (placed: Filling['placed']): string => placed.map(({ id, value }) => `${id} ${value}`).join();

export const carryModel = defineModel(carryMachine)({
  starts: { 'an open document': { input: undefined } },
  outcomes: {
    readSource: {
      'another document': { output: filling() },
      'another document, and what is here already': { output: filling({ others }) },
      'gone (404)': { error: failures.notFound },
      'not reached': { error: failures.network },
    },
  },
  events: ({ snapshot }) => ({
    'is opened with another document': { type: 'document.filled', filling: filling() },
    'is opened with another document and its rows': {
      type: 'document.filled',
      filling: filling({ rows: [['gust']], rowsAre: 'taken' }),
    },
    'leaves the document': { type: 'document.left' },
    ...(!snapshot.hasTag('reading') &&
      snapshot.context.earlier.length === 0 && { 'chooses a document': { type: 'fill.begun', ...request } as const }),
    ...(snapshot.hasTag('shown') && {
      'has all replaced': { type: 'others.requested' } as const,
      'takes it back': { type: 'undo.requested' } as const,
      'has read it': { type: 'filling.read' } as const,
    }),
  }),
  key: ({ snapshot: { context } }) => ({
    placed: textOf(context.filling.placed),
    others: textOf(context.filling.others),
    rows: context.filling.rows.length,
    earlier: context.earlier.map((one) => `${textOf(one.placed)} ${textOf(one.others)} ${one.rows.length}`).join(),
    request: context.request !== null,
  }),
  accepts: { 'has all replaced': ({ snapshot }) => snapshot.context.filling.others.length > 0 },
  changes: {
    filling: 'is opened | leaves the | takes it | has read | readSource: another | has all',
    earlier: 'is opened | leaves the | takes it | has read | readSource: another',
    request: 'is opened | leaves the | chooses a | readSource:',
  },
  never: {
    'a document that is read though nobody has chosen it, or another one than was chosen': ({ effects, label }) =>
      effects.some(
        (effect) =>
          effect.kind === 'request' &&
          (label !== 'chooses a document' || JSON.stringify(effect.input) !== JSON.stringify(request)),
      ),
    'a document that comes though nobody has chosen one': {
      after: ['readSource'],
      breaks: ({ before }) => before.context.request === null,
    },
    'a reading that nobody sees, or that goes on though it has ended': ({ snapshot, label }) =>
      snapshot.hasTag('reading') !== (label === 'chooses a document'),
    'what is here already and stays though it is to be replaced, or is replaced twice': ({ before, effects, label }) =>
      label === 'has all replaced' && placedIn(effects).length !== Math.min(1, before.context.filling.others.length),
    'a document that is filled unasked, or with something else': ({ before, effects, label }) =>
      placedIn(effects).some(
        ({ placed, name }) =>
          name !== null &&
          !(label.startsWith('readSource: another') && textOf(placed) === 'wind W 25') &&
          !(label === 'has all replaced' && textOf(placed) === textOf(before.context.filling.others)),
      ),
    'what was read, and does not come into the document': {
      after: ['readSource: another document'],
      breaks: ({ effects, snapshot }) => placedIn(effects).length !== 1 || !snapshot.hasTag('shown'),
    },
    'what was replaced too, and is not taken back with the rest': ({ snapshot, label, before }) =>
      label === 'has all replaced' &&
      textOf(snapshot.context.filling.placed) !==
        textOf([...before.context.filling.placed, ...before.context.filling.others]),
    'an undo that leaves something, or says something of its own': {
      after: ['takes it back'],
      breaks: ({ before, effects, snapshot }) => {
        const [undone] = placedIn(effects);
        const swapped = before.context.filling.placed.map(({ id, was, value }) => `${id} ${was} ${value}`);
        return (
          snapshot.hasTag('shown') !== before.context.earlier.length > 0 ||
          undone?.name !== null ||
          undone.placed.map(({ id, was, value }) => `${id} ${value} ${was}`).join() !== swapped.join() ||
          sends(effects, 'rows.takenBack') !== before.context.filling.rows.length > 0
        );
      },
    },
    'a document that cannot be read, and nobody is told': {
      after: ['readSource: gone', 'readSource: not reached'],
      breaks: ({ before, effects, snapshot }) =>
        !sends(effects, 'fill.failed') ||
        textOf(before.context.filling.placed) !== textOf(snapshot.context.filling.placed) ||
        snapshot.hasTag('shown') !== before.context.filling.placed.length > 0,
    },
    'a line of a document that was left': {
      after: ['leaves the document'],
      breaks: ({ snapshot }) => snapshot.hasTag('shown') || snapshot.context.filling.placed.length > 0,
    },
    'a filling from before that cannot be taken back any more': {
      after: ['readSource: another document'],
      breaks: ({ before, snapshot }) =>
        textOf(snapshot.context.earlier.at(-1)?.placed ?? []) !== textOf(before.context.filling.placed),
    },
    'an undo that leads to no filling': ({ snapshot }) => snapshot.context.earlier.some(({ name }) => name === ''),
    'a filling that is still said though it was read or taken back, and not the one from before it': {
      after: ['has read it', 'takes it back'],
      breaks: ({ before, snapshot }) =>
        snapshot.hasTag('shown') !== before.context.earlier.length > 0 ||
        textOf(snapshot.context.filling.placed) !== textOf(before.context.earlier.at(-1)?.placed ?? []),
    },
  },
});
