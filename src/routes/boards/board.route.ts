import { BoardScreen } from '#ui/boards/board.tsx';
import { liveArchive, liveWall } from '../live/live-archive.ts';
import { screenRoute } from '../screen-route.ts';
import { onWall } from '../live/wall.ts';
import { inPast } from '../live/past.ts';

export const route = inPast(onWall(screenRoute(BoardScreen, liveArchive), liveWall));
