import { KeptBoardScreen } from '#ui/screens/boards/kept-board.tsx';
import { liveArchive, liveOf, liveWall } from './live-archive.ts';
import { screenRouteWithParts } from './screen-route.ts';
import { onWall } from './wall.ts';

export const route = onWall(
  screenRouteWithParts(
    KeptBoardScreen,
    (services) => liveOf(services).board,
    (services) => ({ pane: liveArchive(services) }),
  ),
  liveWall,
);
