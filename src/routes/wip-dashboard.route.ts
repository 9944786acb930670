import { WipDashboardScreen } from '#ui/screens/live/wip-dashboard.tsx';
import { liveArchive } from './live-archive.ts';
import { screenRoute } from './screen-route.ts';

export const route = screenRoute(WipDashboardScreen, liveArchive);
