import type { SnapshotFrom } from 'xstate';
import { liveTruthMachine } from '#machines/live/live-truth.machine.ts';
import { defineModel, sends } from 'chart-walks';
import { LATEST } from './live-bounds.ts';

type LiveTruthSnapshot = SnapshotFrom<typeof liveTruthMachine>;

const isCut = (snapshot: LiveTruthSnapshot): boolean => snapshot.hasTag('cut');

export const liveTruthModel = defineModel(liveTruthMachine)<{ lost: number | null }>({
  starts: { 'a pane': {} },
  // For how long the stream was lost while no round has succeeded, in milliseconds; null when that is not so.
  world: {
    start: { lost: null },
    next: ({ label, before, world: { lost } }) => {
      if (label === 'the newest archive is confirmed') return { lost: null };
      if (label === 'the stream is lost' && before.matches('trusted')) return { lost: lost ?? 0 };
      return { lost: lost === null ? null : lost + Number(/^after (\d+) ms$/.exec(label)?.[1] ?? 0) };
    },
  },
  events: ({ snapshot }) => ({
    'the stream is lost': { type: 'stream.lost' },
    'the network goes': { type: 'network.lost' },
    'the newest archive is confirmed': { type: 'newest.confirmed' },
    'a round fails': { type: 'newest.failed', isAnswered: false },
    'a round is answered with a failure': { type: 'newest.failed', isAnswered: true },
    ...(isCut(snapshot) && { 'the last word is told': { type: 'lastWord.reported', at: 1 } }),
  }),
  key: () => ({}),
  accepts: {
    'the stream is lost': 'sure',
    'the network goes': 'unproven | trusted | outdated',
    'the newest archive is confirmed': 'unproven | unconfirmed | cut',
    'a round fails': 'unproven | trusted | outdated',
    'a round is answered with a failure': 'trusted | disconnected',
  },
  waits: {
    wallDoubt: 'unconfirmed',
  },
  tags: {
    cut: 'cut',
    disconnected: 'disconnected',
    outdated: 'outdated',
  },
  leads: {
    disconnected: 'a round fails | after 9000 | the network',
    outdated: 'a round is answered',
    cut: 'the last',
    sure: 'the newest',
    unconfirmed: 'the stream',
    unproven: 'starts',
  },
  does: {
    findLastWord: { by: 'a round | after 9000 | the network', from: 'unproven | trusted' },
    '#_parent host.missed': 'a round fails | after 9000 | the network',
    '#_parent host.reached': { by: 'a round is answered | the newest', from: 'disconnected' },
  },
  changes: {
    since: 'the last',
  },
  never: {
    'a pane that is called cut off by a stream that was lost for a moment': {
      after: ['the stream is lost'],
      breaks: ({ before, snapshot }) => !isCut(before) && isCut(snapshot),
    },
    'a pane that is believed although nothing was confirmed for 9 s since its stream was lost': ({ snapshot, world }) =>
      (world.lost ?? 0) >= LATEST.cut && !isCut(snapshot),
    'a cut that ends before a round has succeeded': ({ before, snapshot, label }) =>
      isCut(before) && !isCut(snapshot) && label !== 'the newest archive is confirmed',
    'a cut that goes on after a round has succeeded': {
      after: ['the newest archive is confirmed'],
      breaks: ({ snapshot }) => isCut(snapshot),
    },
    'a pane that is confirmed, and is doubted as before': {
      after: ['the newest archive is confirmed'],
      breaks: ({ snapshot }) => !snapshot.matches({ trusted: 'sure' }),
    },
    'a network that goes, and the pane is believed': {
      after: ['the network goes'],
      breaks: ({ snapshot }) => !snapshot.hasTag('disconnected'),
    },
    'a host that was never reached is called well, or is not looked for': {
      after: ['a round fails'],
      breaks: ({ snapshot }) => !snapshot.hasTag('disconnected'),
    },
    'a pane that was never confirmed is called out of date': {
      after: ['a round is answered'],
      breaks: ({ before, snapshot }) => before.matches('unproven') && isCut(snapshot),
    },
    'a shown archive is believed after a round has failed': {
      after: ['a round fails', 'a round is answered'],
      breaks: ({ before, snapshot }) => before.matches('trusted') && !isCut(snapshot),
    },
    'a host that answers is called out of reach, or one that does not is not': {
      after: ['a round fails', 'a round is answered'],
      breaks: ({ snapshot, label }) => isCut(snapshot) && snapshot.hasTag('outdated') !== label.includes('answered'),
    },
    'a host that is not reached, and not looked for, or looked for although it is': ({ before, snapshot, effects }) =>
      before.hasTag('disconnected') === snapshot.hasTag('disconnected')
        ? sends(effects, 'host.missed') !== sends(effects, 'host.reached')
        : !sends(effects, snapshot.hasTag('disconnected') ? 'host.missed' : 'host.reached'),
    'a cut whose beginning nobody has asked for': ({ before, snapshot, effects }) =>
      !isCut(before) && isCut(snapshot) && effects.every((effect) => effect.kind !== 'request'),
  },
});
