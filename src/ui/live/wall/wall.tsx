import type { ReactNode } from 'react';
import { useWallMode, type WallMachine, WallProvider } from '#ui/live/wall/use-wall.ts';

/** Around a live screen: it can be put on a wall. */
export function Wall({ machine, children }: { machine: WallMachine; children?: ReactNode }) {
  return <WallProvider value={useWallMode(machine)}>{children}</WallProvider>;
}
