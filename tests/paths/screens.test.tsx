import { describe } from 'vitest';
import { prepareJsdom } from '#tests/support/jsdom-setup.ts';
import { describePaths } from './describe-paths.ts';
import { dashboardModel } from './models/dashboard.model.ts';
import { loginModel } from './models/login.model.ts';
import { signupModel } from './models/signup.model.ts';
import { templatePickerModel } from './models/template-picker.model.ts';
import { userAdminModel } from './models/user-admin.model.ts';
import { wipListModel } from './models/wip-list.model.ts';
import { dashboardScreen } from './screens/dashboard.screen.ts';
import { jsdomDriver } from './screens/jsdom-driver.tsx';
import { loginScreen } from './screens/login.screen.ts';
import { withinReach } from './screens/reach.ts';
import { signupScreen } from './screens/signup.screen.ts';
import { templatePickerScreen } from './screens/template-picker.screen.ts';
import { userAdminScreen } from './screens/user-admin.screen.ts';
import { wipListScreen } from './screens/wip-list.screen.ts';

prepareJsdom();

describe.each([
  ['as it is shipped', false],
  ['as React mounts it twice', true],
])('%s', (_name, strict) => {
  describePaths(loginModel, { cover: 'edges', driver: jsdomDriver(loginScreen, { strict }) });
  describePaths(signupModel, { cover: 'edges', driver: jsdomDriver(signupScreen, { strict }) });
  describePaths(templatePickerModel, {
    cover: 'edges',
    driver: jsdomDriver(templatePickerScreen, { strict }),
    reach: (explored) => withinReach(explored, templatePickerScreen.outOfReach),
  });
  describePaths(userAdminModel, { cover: 'edges', driver: jsdomDriver(userAdminScreen, { strict }) });
  describePaths(dashboardModel, { cover: 'edges', driver: jsdomDriver(dashboardScreen, { strict }) });
  describePaths(wipListModel, {
    cover: 'edges',
    driver: jsdomDriver(wipListScreen, { strict }),
    // No address of the application leads to a list without a template.
    only: ({ start }) => start === 'a template',
  });
});
