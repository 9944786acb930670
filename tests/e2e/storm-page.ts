import { createActor, waitFor } from 'xstate';
import { createApp } from '../../src/app.ts';
import { readEnv } from '#config/env.ts';

/** What the storm's page offers to its test. */
export type StormPage = {
  /** Runs so many dashboards at once, each with its one call. @returns how they ended, and the session's state */
  storm(count: number): Promise<{ loaded: number; messages: string[]; session: string }>;
};

const app = createApp({ env: readEnv({}), readCookies: () => document.cookie });
app.root.start();

const page: StormPage = {
  async storm(count) {
    const { auth } = app.root.getSnapshot().children;
    if (!auth) throw new Error('No session actor.');
    await waitFor(auth, (snapshot) => !snapshot.matches('checking'));
    const actors = Array.from({ length: count }, () => createActor(app.machines.dashboard).start());
    const ends = await Promise.all(
      actors.map((actor) => waitFor(actor, (snapshot) => !snapshot.hasTag('loading'), { timeout: 60_000 })),
    );
    return {
      loaded: ends.filter((end) => end.hasTag('loaded')).length,
      messages: ends.flatMap(({ context }) => context.message ?? []),
      session: String(auth.getSnapshot().value instanceof Object ? 'authenticated' : auth.getSnapshot().value),
    };
  },
};
Object.assign(window, { stormPage: page });
