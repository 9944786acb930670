import { act, render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { MemoryRouter, Route, Routes } from 'react-router-dom';
import { waitFor } from 'xstate';

import { readEnv } from '#config/env.ts';
import { AppProvider } from '#ui/hooks/app-context.ts';
import { type Navigation, NavigationProvider } from '#ui/hooks/navigation-context.ts';
import { createApp } from '../../src/app.ts';
import { type FakeHost, installFakeHost, ok } from './fake-host.ts';

/** Where the screen wanted to go: what machines asked for, and steps back with their fall-back. */
export type Went = { to: string[]; backOr: string[] };

/**
 * Makes a host at which somebody is signed in. Tell it its answers before `showScreen`.
 * @param permission the person's level; null for nobody
 */
export function hostWithPerson(permission: number | null = 3): FakeHost {
  const host = installFakeHost();
  if (permission !== null) {
    host.answer('GET /auth/verify', ok({ username: 'amir', uuid: 'user-amir', organization: 'Harbour', permission }));
  }
  return host;
}

/**
 * Renders one screen inside the application's own providers, with the machines that `app.ts` makes, once the session is known.
 * @param screen the screen's element
 * @param place the route's pattern and the address at it, for a screen that reads parameters
 * @returns where it wanted to go
 */
export async function showScreen(
  screen: ReactNode,
  { pattern = '/', address = '/' }: { pattern?: string; address?: string } = {},
): Promise<Went> {
  const went: Went = { to: [], backOr: [] };
  const navigation: Navigation = {
    go: (to) => void went.to.push(to),
    follow: (to) => void went.to.push(to),
    back: (fallback) => void went.backOr.push(fallback),
    guardLeaving: () => () => {},
    attempt: (leave) => leave(),
    allow: () => {},
    refuse: () => {},
  };
  const app = createApp({ env: readEnv({}), readCookies: () => '' });
  app.root.start();
  await app.loadMachines();
  const { auth } = app.root.getSnapshot().children;
  if (!auth) throw new Error('The root actor has no session.');
  await waitFor(auth, (snapshot) => !snapshot.hasTag('loading'));
  render(
    <AppProvider value={app}>
      <NavigationProvider value={navigation}>
        <MemoryRouter initialEntries={[address]}>
          <Routes>
            <Route path={pattern} element={screen} />
          </Routes>
        </MemoryRouter>
      </NavigationProvider>
    </AppProvider>,
  );
  await act(async () => {});
  return went;
}
