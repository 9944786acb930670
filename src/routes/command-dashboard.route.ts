import { CommandDashboardScreen } from '#ui/screens/live/command-dashboard.tsx';
import { liveArchive } from './live-archive.ts';
import { screenRoute } from './screen-route.ts';

export const route = screenRoute(CommandDashboardScreen, liveArchive);
