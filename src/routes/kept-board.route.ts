import { KeptBoardScreen } from '#ui/screens/boards/kept-board.tsx';
import { liveArchive, liveOf } from './live-archive.ts';
import { screenRouteWithParts } from './screen-route.ts';

export const route = screenRouteWithParts(
  KeptBoardScreen,
  (services) => liveOf(services).board,
  (services) => ({ pane: liveArchive(services) }),
);
