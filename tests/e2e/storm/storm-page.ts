import { createActor, waitFor } from 'xstate';
import { readEnv } from '#common/config/env.ts';
import { dashboardMachine } from '#machines/documents/dashboard.machine.ts';
import { sharedCalls } from '#routes/calls.ts';
import { createApp } from '../../../src/app.ts';

/** The interface of the refresh storm's page: the application's own composition, without screens. */
export type StormPage = {
  /** Resolves when the first check has found a session. */
  signedIn(): Promise<void>;
  /** Opens this many dashboards at the same moment. @returns the result of each, and a flag for a remaining session */
  storm(count: number): Promise<{ loaded: number; messages: string[]; isSignedIn: boolean }>;
};

declare global {
  interface Window {
    stormPage: StormPage;
  }
}

const app = createApp({ env: readEnv({}), readCookies: () => document.cookie });
const { listTemplates } = sharedCalls(app.client);
const dashboard = dashboardMachine.provide({ actors: { listTemplates } });
app.root.start();

function session() {
  const { auth } = app.root.getSnapshot().children;
  if (!auth) throw new Error('The root actor has no session.');
  return auth;
}

window.stormPage = {
  signedIn: async () => {
    await waitFor(session(), (snapshot) => snapshot.hasTag('authenticated'));
  },
  storm: async (count) => {
    const actors = Array.from({ length: count }, () => createActor(dashboard).start());
    const ends = await Promise.all(actors.map((actor) => waitFor(actor, (snapshot) => !snapshot.hasTag('loading'))));
    return {
      loaded: ends.filter((snapshot) => snapshot.hasTag('loaded')).length,
      messages: ends.flatMap(({ context }) => context.message ?? []),
      isSignedIn: session().getSnapshot().hasTag('authenticated'),
    };
  },
};
