import { liveBoardMachine } from '#machines/live/live-board.machine.ts';
import { defineModel } from 'chart-walks';
import { failures } from '../samples.ts';

const panes = (name: string) => ({
  name,
  panes: [{ kind: 'template' as const, id: 't-1', share: 12 }],
  old: 60,
  very_old: 240,
});
const alone = { name: 'Wall', boards: [panes('Wall')], seconds: 60, ids: ['b-1'] };
const playlist = { name: 'Tour', boards: [panes('One'), panes('Two')], seconds: 30, ids: ['b-1', 'b-2', 'b-3'] };

export const liveBoardModel = defineModel(liveBoardMachine)({
  starts: { 'a board': { input: { uuid: 'b-1' } } },
  outcomes: {
    readBoard: {
      'a board of panes': { output: alone },
      'a playlist': { output: playlist },
      'removed (404)': { error: failures.notFound },
      'server error that says why (500)': { error: failures.serverSays },
      'not reached': { error: failures.network },
    },
  },
  events: ({ snapshot }) => ({
    'a change is told': { type: 'board.changed' },
    // The stream and the board decide nothing for each other: the stream closes where no other timer runs.
    ...(snapshot.hasTag('loading') && { 'the stream is closed': { type: 'stream.closed' } as const }),
    'tries again': { type: 'retry.requested' },
  }),
  key: ({ snapshot: { context } }) => ({ ids: context.shown?.ids.length ?? 0, message: context.message }),
  accepts: {
    'the stream is closed': 'listening',
    'tries again': 'failed',
  },
  waits: {
    streamReconnect: 'waiting',
    boardLook: 'shown | gone',
    boardRetry: 'failed',
  },
  tags: {
    loading: 'loading',
    gone: 'gone',
    failed: 'failed',
  },
  leads: {
    loading: 'a change | after 12000 | after 15000 | after 297000 | after 300000 | tries again | starts',
    listening: 'after 3000 ms | starts',
    shown: 'readBoard: a board | readBoard: a playlist',
    failed: 'readBoard: not | readBoard: server',
    gone: 'readBoard: removed',
    waiting: 'the stream',
  },
  does: {
    readBoard: 'a change | after 12000 | after 15000 | after 297000 | after 300000 | tries again | starts',
  },
  keeps: {
    shown: 'readBoard: a board | readBoard: a playlist',
  },
  changes: {
    shown: 'readBoard: a | readBoard: removed',
    message: 'readBoard:',
  },
  never: {
    'a lost stream or a failed board that is tried again at another time': ({ timers }) =>
      timers.some(({ delay, whole }) => whole !== ({ streamReconnect: 3_000, boardRetry: 15_000 }[delay] ?? whole)),
    'another board than the one that it was given': ({ snapshot, effects }) =>
      effects.some((effect) => {
        if (effect.kind !== 'request') return false;
        const input = effect.input as { uuid?: string; ids?: string[] };
        if (effect.src === 'readBoard') return input.uuid !== 'b-1';
        return input.ids?.join() !== (snapshot.context.shown?.ids ?? ['b-1']).join();
      }),
    'a change that is not read': {
      after: ['a change is told'],
      breaks: ({ effects }) => !effects.some((effect) => effect.kind === 'request' && effect.src === 'readBoard'),
    },
    'boards of a playlist that nobody listens to': {
      after: ['readBoard: a playlist'],
      breaks: ({ before, snapshot, effects }) =>
        before.context.shown?.ids.length !== 3 &&
        snapshot.matches({ news: 'listening' }) &&
        !effects.some((effect) => effect.kind === 'request' && effect.src === 'watchBoards'),
    },
    'a stream that is opened anew although the same boards are listened to': {
      after: ['readBoard', 'a change', 'tries', 'after'],
      breaks: ({ before, snapshot, effects }) =>
        !before.matches({ news: 'waiting' }) &&
        (before.context.shown?.ids.join() ?? 'b-1') === (snapshot.context.shown?.ids.join() ?? 'b-1') &&
        effects.some((effect) => effect.kind === 'request' && effect.src === 'watchBoards'),
    },
    'a board that is gone for a failure': ({ before, snapshot, label }) =>
      before.context.shown !== null && snapshot.context.shown === null && !label.includes('404'),
    'a removed board that is shown': {
      after: ['readBoard: removed'],
      breaks: ({ snapshot }) => snapshot.context.shown !== null || !snapshot.hasTag('gone'),
    },
    'a failure that nobody is told of where nothing is shown': ({ snapshot }) =>
      snapshot.hasTag('failed') && snapshot.context.message === null,
    'an old message beside a board that came': {
      after: ['readBoard: a'],
      breaks: ({ snapshot }) => snapshot.context.message !== null,
    },
  },
});
