import { TemplateDashboardScreen } from '#ui/live/template-dashboard.tsx';
import { liveArchive, liveWall } from './live-archive.ts';
import { screenRoute } from '../screen-route.ts';
import { onWall } from './wall.ts';
import { inPast } from './past.ts';

export const route = inPast(onWall(screenRoute(TemplateDashboardScreen, liveArchive), liveWall));
