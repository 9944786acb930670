import { type ComponentType, createElement } from 'react';
import { type AnyEventObject, type AnyStateMachine, fromCallback, fromPromise } from 'xstate';
import type { HostClock } from '#api/streams/host-clock.ts';
import { WALL_SPREAD } from '#common/config/constants.ts';
import { newBuildMachine } from '#machines/live/new-build.machine.ts';
import { wallMachine } from '#machines/live/wall.machine.ts';
import { Wall } from '#ui/live/wall/wall.tsx';
import { hostClock } from '../host-clock.ts';
import { findNewBuild } from './new-build.ts';
import type { ScreenRoute, Services } from '../screen-route.ts';
import { waitingPage } from './waiting-page.ts';
import { takeKeyboard } from '#document/host/keyboard.ts';
import { fullScreen, keys, touches, wakeLock } from './wall-screen.ts';

/** Dependencies of a wall on the host. */
type WallParts = {
  /** Asks if the viewer still has access. */
  verifySession: (signal: AbortSignal) => Promise<unknown>;
  /** Reports when the host was lost and is back. @returns a function that stops watching */
  watchReturns: (onReturn: () => void) => () => void;
  clock: HostClock;
};

/** Makes the machine of wall mode. @param parts dependencies of the screen's owner */
export function createWall({ verifySession, watchReturns, clock }: WallParts): typeof wallMachine {
  const newBuild = newBuildMachine.provide({
    actors: {
      hostReturns: fromCallback<AnyEventObject, undefined>(({ sendBack }) =>
        watchReturns(() => sendBack({ type: 'host.returned' })),
      ),
      findBuild: fromPromise(async ({ signal }) => {
        // The shown content could not be loaded again from a host that serves the page but answers no calls.
        await verifySession(signal);
        return findNewBuild(window);
      }),
    },
    actions: { loadPage: () => window.location.reload() },
    delays: { wallSpread: () => Math.random() * WALL_SPREAD },
  });
  return wallMachine.provide({
    actors: {
      keys,
      touches,
      fullScreen,
      wakeLock,
      waitingPage: waitingPage(clock.lastWord),
      newBuild,
      hostClock: hostClock(clock),
    },
    actions: { takeKeyboard: () => takeKeyboard() },
  });
}

/**
 * Adds wall mode to a live screen.
 * @param route route of the screen
 * @param wallOf returns the machine of wall mode
 */
export const onWall = <M extends AnyStateMachine>(
  route: ScreenRoute<M>,
  wallOf: (services: Services) => typeof wallMachine,
): ScreenRoute<M> => ({
  ...route,
  screen: (services) => {
    const Screen: ComponentType = route.screen(services);
    let machine: typeof wallMachine | null = null;
    return () => createElement(Wall, { machine: (machine ??= wallOf(services)) }, createElement(Screen));
  },
});
