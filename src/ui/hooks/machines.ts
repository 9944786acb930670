import type { archiveBrowserMachine } from '#machines/archive-browser.machine.ts';
import type { dashboardMachine } from '#machines/dashboard.machine.ts';
import type { editorMachine } from '#machines/editor.machine.ts';
import type { liveArchiveMachine } from '#machines/live-archive.machine.ts';
import type { signupMachine } from '#machines/signup.machine.ts';
import type { templatePickerMachine } from '#machines/template-picker.machine.ts';
import type { userAdminMachine } from '#machines/user-admin.machine.ts';
import type { wipListMachine } from '#machines/wip-list.machine.ts';

/** The machines of every screen but the sign-in, with their implementations. Types only: the values come from `app-screens.ts`. */
export type Machines = {
  signup: typeof signupMachine;
  dashboard: typeof dashboardMachine;
  templatePicker: typeof templatePickerMachine;
  wipList: typeof wipListMachine;
  editor: typeof editorMachine;
  liveArchive: typeof liveArchiveMachine;
  archiveBrowser: typeof archiveBrowserMachine;
  userAdmin: typeof userAdminMachine;
};
