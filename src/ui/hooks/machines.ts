import type { dashboardMachine } from '#machines/dashboard.machine.ts';
import type { editorMachine } from '#machines/editor.machine.ts';
import type { liveArchiveMachine } from '#machines/live-archive.machine.ts';
import type { loginMachine } from '#machines/login.machine.ts';

/** The screens' machines with their implementations. Types only: the values come from `app.ts`. */
export type Machines = {
  login: typeof loginMachine;
  dashboard: typeof dashboardMachine;
  editor: typeof editorMachine;
  liveArchive: typeof liveArchiveMachine;
};
