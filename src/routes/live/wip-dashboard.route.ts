import { WipDashboardScreen } from '#ui/live/wip-dashboard.tsx';
import { liveArchive, liveWall } from './live-archive.ts';
import { screenRoute } from '../screen-route.ts';
import { onWall } from './wall.ts';

export const route = onWall(screenRoute(WipDashboardScreen, liveArchive), liveWall);
