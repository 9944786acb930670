import { displayMachine } from '#machines/displays/display.machine.ts';
import { defineModel } from 'chart-walks';
import { failures } from '../samples.ts';

const self = (board: string, uuid = 'd-1') => ({
  display: { uuid, name: 'Hall', board },
  capabilities: ['boards', 'displays', 'events.multiplex'],
});
const selves = {
  'it shows a board': { output: self('b-1') },
  'it shows another board': { output: self('b-2') },
  /** Paired again, perhaps in another organization, while the old board is still shown. */
  'it is another display': { output: self('b-9', 'd-2') },
  'it is none (401)': { error: failures.unauthorized },
  'not reached': { error: failures.network },
  'server error (500)': { error: failures.server },
};

const BOARDS = { 'it shows a board': 'b-1', 'it shows another board': 'b-2', 'it is another display': 'b-9' };

export const displayModel = defineModel(displayMachine)({
  outcomes: {
    loadSelf: selves,
    look: selves,
    askPairing: {
      'a code': { output: { code: 'ABCD-EFGH', expires_in: 10 } },
      'too many (429)': { error: failures.tooMany },
    },
    claimPairing: {
      waiting: { output: 'waiting' },
      paired: { output: 'paired' },
      expired: { output: 'expired' },
      'not reached': { error: failures.network },
    },
  },
  events: () => ({
    'a change is told': { type: 'display.changed' },
    'the stream is closed': { type: 'stream.closed' },
    'wants a new code': { type: 'code.requested' },
  }),
  key: ({ snapshot: { context } }) => ({
    board: context.self?.board ?? null,
    display: context.self?.uuid ?? null,
    seconds: context.seconds,
    message: context.message,
  }),
  accepts: {
    'a change is told': 'paired',
    'the stream is closed': 'self.known | listening',
    'wants a new code': 'ended',
  },
  does: { loadSelf: 'starts | claimPairing: paired | after 15000' },
  leads: {
    checking: 'claimPairing: paired',
    'self.looking': ['a change is told', { by: 'the stream is closed', from: 'listening' }],
    'news.waiting': 'the stream is closed',
  },
  changes: {
    code: 'askPairing: a',
    seconds: 'askPairing: a',
    self: 'loadSelf: it shows | loadSelf: it is another | look: it',
    message: 'loadSelf: it shows | loadSelf: it is another | loadSelf: not | loadSelf: server | askPairing:',
  },
  never: {
    'a board that the host did not give to this display at its last word': ({ before, snapshot, label }) => {
      const [, given] = Object.entries(BOARDS).find(([answer]) => label.endsWith(`: ${answer}`)) ?? [];
      const board = snapshot.context.self?.board;
      return board !== undefined && board !== (given ?? before.context.self?.board);
    },
    'another display’s stream than its own': ({ snapshot, effects }) =>
      effects.some(
        (effect) =>
          effect.kind === 'request' &&
          effect.src === 'watchDisplay' &&
          (effect.input as { uuid: string }).uuid !== snapshot.context.self?.uuid,
      ),
    'a board on a screen that is no display': ({ snapshot }) =>
      snapshot.context.self !== null && !snapshot.hasTag('paired'),
    'a board that goes away for a failure': ({ before, snapshot, label }) =>
      before.hasTag('paired') && !snapshot.hasTag('paired') && !label.includes('401'),
    'an ended display that shows its board': {
      after: ['look: it is none'],
      breaks: ({ snapshot }) => !snapshot.hasTag('ended') || snapshot.context.self !== null,
    },
    'another board that is not shown': {
      after: ['look: it shows another', 'loadSelf: it shows another'],
      breaks: ({ snapshot }) => snapshot.context.self?.board !== 'b-2',
    },
    'a code that is shown although it holds no longer': {
      after: ['claimPairing: expired', 'after 10000 ms'],
      breaks: ({ before, snapshot }) => before.hasTag('code') && snapshot.hasTag('code'),
    },
    'a host that was not reached and is asked at another time than in 15 seconds': ({ before, snapshot, label }) =>
      before.hasTag('unreached') && !snapshot.hasTag('unreached') && label !== 'after 15000 ms',
    'a screen without a word': ({ snapshot }) => snapshot.hasTag('unreached') && snapshot.context.message === null,
  },
});
