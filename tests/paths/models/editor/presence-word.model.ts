import {
  PRESENCE_ANSWER,
  PRESENCE_APART,
  PRESENCE_EVERY,
  PRESENCE_LIFE,
  PRESENCE_QUIET_WORDS,
} from '#config/constants.ts';
import { presenceWordMachine } from '#machines/editor/presence-word.machine.ts';
import { defineModel, sends } from '../../engine/model.ts';

/** Milliseconds since the last message, as far as the chart has waited, and between that one and the one before. */
type World = { since: number | null; gap: number | null };

const waited = (label: string): number => Number(/^after (\d+) ms$/.exec(label)?.[1] ?? 0);

export const presenceWordModel = defineModel(presenceWordMachine)<World>({
  starts: {
    'a writer': { input: { wip: 'w-1', isReader: false, region: null } },
    'a reader': { input: { wip: 'w-1', isReader: true, region: 'wind' } },
  },
  world: {
    start: { since: null, gap: null },
    next({ world, label, effects }) {
      const since = world.since === null ? null : Math.min(world.since + waited(label), PRESENCE_LIFE);
      return sends(effects, 'word.given') ? { since: 0, gap: since } : { since, gap: null };
    },
  },
  events: ({ snapshot: { context } }) => ({
    'the stream is open': { type: 'stream.opened' },
    'the caret comes into another region': { type: 'region.reached', id: context.region === 'wind' ? 'sea' : 'wind' },
    'the caret stays in its region': { type: 'region.reached', id: context.region ?? 'wind' },
    'something is typed': { type: 'text.edited' },
    'a newcomer is heard': { type: 'newcomer.heard' },
    'the tab is seen': { type: 'tab.shown' },
    'the tab is hidden': { type: 'tab.hidden' },
  }),
  key: ({ snapshot: { context } }) => ({ isReader: context.isReader, region: context.region, quiet: context.quiet }),
  never: {
    'a word of a reader': ({ snapshot, effects }) => snapshot.context.isReader && sends(effects, 'word.given'),
    'a word before the answers can be heard': ({ before, label, effects }) =>
      before.matches('waiting') && label !== 'the stream is open' && sends(effects, 'word.given'),
    'a word less than five seconds after another': ({ world }) => world.gap !== null && world.gap < PRESENCE_APART,
    'a word that runs out while somebody is there': ({ world, snapshot }) =>
      snapshot.matches('saying') && (world.since ?? 0) > PRESENCE_EVERY + PRESENCE_ANSWER,
    'another region that is said later than after five seconds': {
      after: ['the caret comes into another region'],
      breaks: ({ before, snapshot, effects }) =>
        before.matches({ saying: 'resting' }) && !sends(effects, 'word.given') && snapshot.matches('saying'),
    },
    'a word from a region in which the caret is not': ({ snapshot, effects }) =>
      effects.some(
        (effect) =>
          effect.kind === 'sent' &&
          effect.event.type === 'word.given' &&
          effect.event['region'] !== snapshot.context.region,
      ),
    'a word of whom nobody has touched for minutes': ({ before, label, effects }) =>
      waited(label) === PRESENCE_EVERY - PRESENCE_APART &&
      before.context.quiet >= PRESENCE_QUIET_WORDS &&
      sends(effects, 'word.given'),
    'a word out of sight': ({ before, label, effects }) =>
      before.matches('away') && waited(label) > 0 && sends(effects, 'word.given'),
    'somebody who comes back and says nothing': {
      after: ['the tab is seen', 'something is typed', 'the caret'],
      breaks: ({ before, effects }) => before.matches('away') && !sends(effects, 'word.given'),
    },
    'a newcomer without an answer': ({ before, label, effects }) =>
      before.matches({ saying: 'answering' }) && waited(label) > 0 && !sends(effects, 'word.given'),
    'a newcomer who is heard and not noticed': {
      after: ['a newcomer is heard'],
      breaks: ({ before, snapshot }) =>
        before.matches('saying') &&
        !snapshot.matches({ saying: 'answering' }) &&
        !snapshot.matches({ saying: { said: 'owing' } }),
    },
  },
});
