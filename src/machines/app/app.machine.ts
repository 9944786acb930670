import { type ActorRefFrom, setup } from 'xstate';
import { authMachine } from '../session/auth.machine.ts';
import { refreshMachine } from '../session/refresh.machine.ts';

/** The page itself: it contains what outlives every screen, the session and its renewal. The two do not know each other; `app.ts` forwards their events. */
export const appMachine = setup({
  types: { children: {} as { auth: 'auth'; refresh: 'refresh' } },
  actors: { auth: authMachine, refresh: refreshMachine },
}).createMachine({
  id: 'app',
  initial: 'running',
  states: {
    running: {
      invoke: [
        { id: 'refresh', src: 'refresh' },
        { id: 'auth', src: 'auth' },
      ],
    },
  },
});
export type AppRef = ActorRefFrom<typeof appMachine>;
