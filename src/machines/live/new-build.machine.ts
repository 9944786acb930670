import { type AnyEventObject, fromCallback, fromPromise, setup } from 'xstate';
import { WALL_BUILD_LOOK, WALL_SPREAD } from '#config/constants.ts';
import { unprovided } from '../shared/unprovided.ts';

/**
 * Whether the host of a wall has another build than the one that runs: looked for when the host was lost and is there again, as after a restart, and from time
 * to time. The page goes for another build only when the host gives all of it and answers calls: what a wall shows must be there again a moment later.
 */
export const newBuildMachine = setup({
  types: { events: {} as { type: 'host.returned' } },
  actors: {
    /** Tells that the host was lost and is there again. */
    hostReturns: fromCallback<AnyEventObject, undefined>(() => undefined),
    /** Whether the host has another build, all of which can be loaded. */
    findBuild: fromPromise<boolean, undefined>(unprovided),
  },
  actions: {
    /** The implementation loads the page again. */
    loadPage: () => {},
  },
  guards: { isOther: (_, params: { isOther: boolean }) => params.isOther },
  delays: {
    wallBuildLook: WALL_BUILD_LOOK,
    /** The implementation leaves it to chance, so that a thousand walls do not ask at once. */
    wallSpread: WALL_SPREAD,
  },
}).createMachine({
  id: 'newBuild',
  context: {},
  invoke: { id: 'hostReturns', src: 'hostReturns' },
  initial: 'trusted',
  states: {
    trusted: {
      on: { 'host.returned': { target: 'doubted' } },
      after: { wallBuildLook: { target: 'doubted' } },
    },
    doubted: { after: { wallSpread: { target: 'asking' } } },
    asking: {
      // What was asked before the host went may never be answered.
      on: { 'host.returned': { target: 'doubted' } },
      invoke: {
        id: 'findBuild',
        src: 'findBuild',
        onDone: [
          {
            guard: { type: 'isOther', params: ({ event }) => ({ isOther: event.output }) },
            target: 'leaving',
            actions: 'loadPage',
          },
          { target: 'trusted' },
        ],
        onError: { target: 'trusted' },
      },
    },
    // The page goes now; one that stays looks again later.
    leaving: { after: { wallBuildLook: { target: 'doubted' } } },
  },
});
