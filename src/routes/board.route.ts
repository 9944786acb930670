import { BoardScreen } from '#ui/screens/boards/board.tsx';
import { liveArchive, liveWall } from './live-archive.ts';
import { screenRoute } from './screen-route.ts';
import { onWall } from './wall.ts';

export const route = onWall(screenRoute(BoardScreen, liveArchive), liveWall);
