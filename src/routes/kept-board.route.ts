import { KeptBoardScreen } from '#ui/screens/boards/kept-board.tsx';
import { liveArchive, liveOf } from './live-archive.ts';
import { screenRouteWithPanes } from './screen-route.ts';

export const route = screenRouteWithPanes(KeptBoardScreen, (services) => liveOf(services).board, liveArchive);
