import { boardTurnerMachine } from '#machines/board-turner.machine.ts';
import { defineModel } from '../engine/model.ts';

const SECONDS = 20;

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
  }),
  key: ({ snapshot: { context } }) => ({ at: context.at, count: context.count }),
  never: {
    'a board that there is not': ({ snapshot: { context } }) => context.at < 0 || context.at >= context.count,
    'a board that is skipped, or stays': {
      after: ['after 5000 ms', 'wants the next board'],
      breaks: ({ before, snapshot: { context } }) => context.at !== (before.context.at + 1) % context.count,
    },
    'another board than the one before': {
      after: ['wants the one before'],
      breaks: ({ before, snapshot: { context } }) => before.context.at !== (context.at + 1) % context.count,
    },
    'a board that turns under a hand, or while it is paused': ({ before, snapshot, label }) =>
      !label.startsWith('wants') &&
      snapshot.context.at !== before.context.at &&
      !(before.hasTag('ready') && label === 'after 5000 ms'),
    'a board that is not got ready before its turn': {
      after: [`after ${SECONDS * 1_000 - 5_000} ms`],
      breaks: ({ snapshot }) => !snapshot.hasTag('ready'),
    },
    'a hand that holds nothing': {
      after: ['touches the page', 'wants'],
      breaks: ({ snapshot }) => !snapshot.hasTag('held') && !snapshot.hasTag('paused'),
    },
    'a rest that is not a minute': ({ before, snapshot, label }) =>
      before.hasTag('held') && snapshot.matches({ many: 'turning' }) && label !== 'after 60000 ms',
    'a board that is alone and turns': ({ snapshot }) => snapshot.context.count === 1 && snapshot.matches('many'),
  },
});
