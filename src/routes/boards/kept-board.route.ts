import { KeptBoardScreen } from '#ui/boards/kept-board.tsx';
import { liveArchive, liveOf, liveWall } from '../live/live-archive.ts';
import { screenRouteWithParts } from '../screen-route.ts';
import { onWall } from '../live/wall.ts';
import { inPast } from '../live/past.ts';

export const route = inPast(
  onWall(
    screenRouteWithParts(
      KeptBoardScreen,
      (services) => liveOf(services).board,
      (services) => ({ pane: liveArchive(services) }),
    ),
    liveWall,
  ),
);
