import { TemplateDashboardScreen } from '#ui/screens/live/template-dashboard.tsx';
import { liveArchive } from './live-archive.ts';
import { screenRoute } from './screen-route.ts';

export const route = screenRoute(TemplateDashboardScreen, liveArchive);
