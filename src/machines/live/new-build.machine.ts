import { type AnyEventObject, fromCallback, fromPromise, setup } from 'xstate';
import { BUILD_CHECK_INTERVAL, WALL_SPREAD } from '#common/config/constants.ts';
import { unprovided } from '../shared/unprovided.ts';

/**
 * Search for another build of the application at the host of a wall: when the host was lost and has returned, as after a restart, and from time to time. The
 * page loads another build only when the host serves all of it and answers calls: the wall's content must be back a moment later.
 */
export const newBuildMachine = setup({
  types: { events: {} as { type: 'host.returned' } },
  actors: {
    /** Reports that the host was lost and has returned. */
    hostReturns: fromCallback<AnyEventObject, undefined>(() => undefined),
    /** Returns true if the host has another build, all of which can be loaded. */
    findBuild: fromPromise<boolean, undefined>(unprovided),
  },
  actions: {
    /** The implementation loads the page again. */
    loadPage: () => {},
  },
  guards: { isOther: (_, params: { isOther: boolean }) => params.isOther },
  delays: {
    wallBuildLook: BUILD_CHECK_INTERVAL,
    /** The implementation makes it random, so that a thousand walls do not ask at once. */
    wallSpread: WALL_SPREAD,
  },
}).createMachine({
  id: 'newBuild',
  context: {},
  invoke: { id: 'hostReturns', src: 'hostReturns' },
  initial: 'trusted',
  states: {
    trusted: {
      on: { 'host.returned': { target: 'due' } },
      after: { wallBuildLook: { target: 'due' } },
    },
    due: { after: { wallSpread: { target: 'asking' } } },
    asking: {
      // A request from before the host was lost may never be answered.
      on: { 'host.returned': { target: 'due' } },
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
    // The page is about to unload; one that stays checks again later.
    leaving: { after: { wallBuildLook: { target: 'due' } } },
  },
});
