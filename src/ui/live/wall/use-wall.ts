import { createContext, use, useState } from 'react';
import { isDisplay, isWall } from '#common/config/paths.ts';
import { DRIFT, wallQuery } from '#config/wall.ts';
import type { wallMachine, WallSnapshot } from '#machines/live/wall.machine.ts';
import { useNavigation } from '../../shared/navigation-context.ts';
import { useScreenActor } from '../../shared/use-screen-actor.ts';
import { useSelected } from '../../shared/use-selected.ts';

export type WallMachine = typeof wallMachine;

/** Selects nothing while it is off: then a move of the pointer renders nothing. */
const selected = (snapshot: WallSnapshot) => ({
  isOn: snapshot.hasTag('on'),
  isResting: snapshot.hasTag('resting'),
  isRefused: snapshot.hasTag('refused'),
  minute: snapshot.context.minute,
  drift: DRIFT[snapshot.context.step] ?? DRIFT[0],
});

/**
 * Wall mode of the current screen. The address keeps it, so that it continues after the page is loaded again.
 * @returns flags for wall mode, for a hidden bar and cursor, and for full screen after a press; the host's time in full minutes, or null; and the
 * offset of the picture
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

/** Provides a live screen's wall mode to its content. */
export const WallProvider = WallContext.Provider;

/** @returns the wall mode of the screen, or null if there is none */
export const useWall = (): Wall | null => use(WallContext);
