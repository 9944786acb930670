import { vi } from 'vitest';
import { prepareJsdom } from '#tests/support/jsdom-setup.ts';
import { describePaths } from './describe-paths.ts';
import { archiveBrowserModel } from './models/archive-browser.model.ts';
import { authModel } from './models/auth.model.ts';
import { dashboardModel } from './models/dashboard.model.ts';
import { eventStreamModel } from './models/event-stream.model.ts';
import { liveArchiveModel } from './models/live-archive.model.ts';
import { loginModel } from './models/login.model.ts';
import { refreshModel } from './models/refresh.model.ts';
import { signupModel } from './models/signup.model.ts';
import { templatePickerModel } from './models/template-picker.model.ts';
import { userAdminModel } from './models/user-admin.model.ts';
import { wipListModel } from './models/wip-list.model.ts';
import { archiveBrowserScreen } from './screens/archive-browser.screen.ts';
import { authScreen } from './screens/auth.screen.ts';
import { dashboardScreen } from './screens/dashboard.screen.ts';
import { eventStreamScreen } from './screens/event-stream.screen.ts';
import { jsdomDriver } from './screens/jsdom-driver.tsx';
import { liveArchiveScreen } from './screens/live-archive.screen.ts';
import { loginScreen } from './screens/login.screen.ts';
import { withinReach } from './screens/reach.ts';
import { refreshScreen } from './screens/refresh.screen.ts';
import { signupScreen } from './screens/signup.screen.ts';
import { templatePickerScreen } from './screens/template-picker.screen.ts';
import { userAdminScreen } from './screens/user-admin.screen.ts';
import { wipListScreen } from './screens/wip-list.screen.ts';

// As React mounts it twice in development. A file of its own: it runs beside the others, and with another React.
await vi.hoisted(async () => (await import('#tests/support/react-build.ts')).strictReact());
prepareJsdom();

describePaths(loginModel, { cover: 'edges', driver: jsdomDriver(loginScreen, { strict: true }) });
describePaths(signupModel, { cover: 'edges', driver: jsdomDriver(signupScreen, { strict: true }) });
describePaths(templatePickerModel, {
  cover: 'edges',
  driver: jsdomDriver(templatePickerScreen, { strict: true }),
  reach: (explored) => withinReach(explored, templatePickerScreen.outOfReach),
});
describePaths(userAdminModel, { cover: 'edges', driver: jsdomDriver(userAdminScreen, { strict: true }) });
describePaths(dashboardModel, { cover: 'edges', driver: jsdomDriver(dashboardScreen, { strict: true }) });
describePaths(wipListModel, { cover: 'edges', driver: jsdomDriver(wipListScreen, { strict: true }) });
describePaths(archiveBrowserModel, { cover: 'edges', driver: jsdomDriver(archiveBrowserScreen, { strict: true }) });
describePaths(eventStreamModel, { cover: 'edges', driver: jsdomDriver(eventStreamScreen, { strict: true }) });
describePaths(liveArchiveModel, { cover: 'edges', driver: jsdomDriver(liveArchiveScreen, { strict: true }) });
describePaths(authModel, { cover: 'edges', driver: jsdomDriver(authScreen, { strict: true }) });
describePaths(refreshModel, { cover: 'edges', driver: jsdomDriver(refreshScreen, { strict: true }) });
