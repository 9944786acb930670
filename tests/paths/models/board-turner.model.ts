import { boardTurnerMachine } from '#machines/board-turner.machine.ts';
import { defineModel } from '../engine/model.ts';

const SECONDS = 20;
const TURN = 'after 5000 ms';
const ARRIVES = 'the next board is there';
const MISSED = 'the next board is not there any more';
const RETURNS = 'the host is heard again';
const WAITED = 'after 90000 ms';

export const boardTurnerModel = defineModel(boardTurnerMachine)({
  starts: {
    'three boards': { input: { count: 3, seconds: SECONDS } },
    'one board': { input: { count: 1, seconds: SECONDS } },
  },
  events: () => ({
    'wants the next board': { type: 'next.requested' },
    'wants the one before': { type: 'previous.requested' },
    'touches the page': { type: 'page.touched' },
    'has it pause': { type: 'pause.requested' },
    'has it go on': { type: 'turning.requested' },
    [ARRIVES]: { type: 'next.arrived' },
    [MISSED]: { type: 'next.missed' },
    'the host is lost': { type: 'host.lost' },
    [RETURNS]: { type: 'host.returned' },
  }),
  key: ({ snapshot: { context } }) => ({ at: context.at, count: context.count }),
  restarts: { boardWait: [RETURNS], boardRest: ['touches the page', 'wants'] },
  // While the host is not heard a board waits for its return.
  once: ['boardWait'],
  never: {
    'a board that there is not': ({ snapshot: { context } }) => context.at < 0 || context.at >= context.count,
    'a board that is skipped': ({ before, snapshot: { context }, label }) =>
      context.at !== before.context.at &&
      label !== 'wants the one before' &&
      context.at !== (before.context.at + 1) % context.count,
    'a board that stays although another one is wanted': {
      after: ['wants the next board'],
      breaks: ({ before, snapshot: { context } }) => context.at === before.context.at,
    },
    'another board than the one before': {
      after: ['wants the one before'],
      breaks: ({ before, snapshot: { context } }) => before.context.at !== (context.at + 1) % context.count,
    },
    'a board that turns under a hand, or while it is paused, or before its time': ({ before, snapshot, label }) =>
      !label.startsWith('wants') &&
      snapshot.context.at !== before.context.at &&
      !(before.hasTag('ready') && label === TURN) &&
      !before.hasTag('late'),
    'a board that turns while the host is lost': ({ before, snapshot, label }) =>
      !label.startsWith('wants') &&
      snapshot.context.at !== before.context.at &&
      snapshot.matches({ many: { host: 'lost' } }),
    'a board that turns to one that is not there, sooner than it must': ({ before, snapshot, label }) =>
      !label.startsWith('wants') &&
      snapshot.context.at !== before.context.at &&
      !before.matches({ many: { turns: { turning: { ready: { next: 'there' } } } } }) &&
      label !== ARRIVES &&
      label !== WAITED,
    'a board that stays although nothing is missing': ({ snapshot }) =>
      snapshot.hasTag('late') &&
      snapshot.matches({ many: { host: 'heard', turns: { turning: { ready: { next: 'there' } } } } }),
    'a board that is late before its time': ({ before, snapshot, label }) =>
      snapshot.hasTag('late') && !before.hasTag('late') && label !== TURN,
    'a board that stays for ever while the host is heard': {
      after: [WAITED],
      breaks: ({ before, snapshot: { context } }) =>
        before.matches({ many: { host: 'heard' } }) && context.at === before.context.at,
    },
    'a board that is taken for there when it is not any more': {
      after: [MISSED],
      breaks: ({ snapshot }) => snapshot.matches({ many: { turns: { turning: { ready: { next: 'there' } } } } }),
    },
    'a host that is back of which nobody hears': {
      after: [RETURNS],
      breaks: ({ snapshot }) => snapshot.matches({ many: { host: 'lost' } }),
    },
    'a host that is forgotten when a board is shown, or a hand comes': ({ before, snapshot, label }) =>
      before.matches({ many: { host: 'lost' } }) && !snapshot.matches({ many: { host: 'lost' } }) && label !== RETURNS,
    'a board that is not got ready before its turn': {
      after: [`after ${SECONDS * 1_000 - 5_000} ms`],
      breaks: ({ snapshot }) => !snapshot.hasTag('ready'),
    },
    'a hand that holds nothing': {
      after: ['touches the page', 'wants'],
      breaks: ({ snapshot }) => !snapshot.hasTag('held') && !snapshot.hasTag('paused'),
    },
    'a rest that is not a minute': ({ before, snapshot, label }) =>
      before.hasTag('held') && snapshot.matches({ many: { turns: 'turning' } }) && label !== 'after 60000 ms',
    'a board that is alone and turns': ({ snapshot }) => snapshot.context.count === 1 && snapshot.matches('many'),
  },
});
