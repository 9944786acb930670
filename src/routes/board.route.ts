import { BoardScreen } from '#ui/screens/boards/board.tsx';
import { liveArchive } from './live-archive.ts';
import { screenRoute } from './screen-route.ts';

export const route = screenRoute(BoardScreen, liveArchive);
