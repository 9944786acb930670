import { createContext, use, useState } from 'react';
import { isDisplay, isWall } from '#config/paths.ts';
import { DRIFT, wallQuery } from '#config/wall.ts';
import type { wallMachine, WallSnapshot } from '#machines/live/wall.machine.ts';
import { useNavigation } from '../../shared/navigation-context.ts';
import { useScreenActor } from '../../shared/use-screen-actor.ts';
import { useSelected } from '../../shared/use-selected.ts';

export type WallMachine = typeof wallMachine;

/** Nothing is selected while it is off: a move of the hand draws nothing. */
const selected = (snapshot: WallSnapshot) => ({
  isOn: snapshot.hasTag('on'),
  isResting: snapshot.hasTag('resting'),
  isRefused: snapshot.hasTag('refused'),
  minute: snapshot.context.minute,
  drift: DRIFT[snapshot.context.step] ?? DRIFT[0],
});

/**
 * Wall mode of the screen that is shown. The address keeps it, so that a page that is loaded again goes on.
 * @returns whether it is on; whether the bar and the cursor are away; whether a press would give it the whole screen; the host's time in full minutes, or null; and by how much the picture is moved
 */
export function useWallMode(machine: WallMachine) {
  const navigation = useNavigation();
  const [input] = useState(() => ({ isAsked: isWall(window.location), isDisplay: isDisplay(window.location) }));
  const actor = useScreenActor(machine, input, ({ type }) => {
    const { pathname, search, hash } = window.location;
    const query = wallQuery({ pathname, search }, type === 'wall.begun');
    if (query !== search) navigation.go(`${pathname}${query}${hash}`, { replace: true });
  });
  return {
    ...useSelected(actor, selected),
    toggle: () => actor.send({ type: 'wall.toggled' }),
    leave: () => actor.send({ type: 'wall.left' }),
  };
}

export type Wall = ReturnType<typeof useWallMode>;

const WallContext = createContext<Wall | null>(null);

/** Gives a live screen's wall mode to what it shows. */
export const WallProvider = WallContext.Provider;

/** @returns the wall mode of the screen, or null where there is none */
export const useWall = (): Wall | null => use(WallContext);
