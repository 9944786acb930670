import { templatesReply } from '#api/contract/templates.ts';
import type { Contract } from '#api/client.ts';
import { sessionContract, sessionUserOf } from '#api/session-reply.ts';
import type { Env } from '#config/env.ts';
import { type App, AppProvider } from '#ui/hooks/app-context.ts';
import { type Navigation, NavigationProvider } from '#ui/hooks/navigation-context.ts';
import { VisuallyHidden } from '#ui/primitives/visually-hidden.tsx';
import { DashboardScreen } from '#ui/screens/dashboard.tsx';
import { AppShell } from '#ui/screens/shared/shell.tsx';
import { draw } from './packages/react.ts';
import { fillOutlet } from './packages/router.ts';

/** The settings that the build was made with. */
declare const BUILT_ENV: Env;

/** An actor that stays as it is. */
const inState = (tag: string, context: object) => {
  const snapshot = { context, hasTag: (asked: string) => asked === tag };
  return { getSnapshot: () => snapshot };
};

/** @throws {TypeError} when a body is not as the contract says */
function read<T>(contract: Contract<T>, body: unknown): T {
  const checked = contract['~standard'].validate(body);
  if (checked instanceof Promise || checked.issues) throw new TypeError('The host answered otherwise.');
  return checked.value;
}

const frame = (): Promise<void> =>
  new Promise((resolve) => {
    if (document.hidden) resolve();
    else requestAnimationFrame(() => setTimeout(resolve));
  });

/**
 * Draws the dashboard out of its own components before the application is there, which then takes over what stands on the page. It is built with
 * `packages/` in place of React, the router and XState (`scripts/early-plugin.ts`).
 * @param begin called when there is something to show; the application's place in the page, or null when nothing is to be drawn any more
 * @param session the body of GET /auth/verify
 * @param list the body of GET /v1/templates
 * @returns ends when all of it is painted, or nothing is to be
 * @throws {TypeError} when a body is not as the contract says
 */
export async function drawEarly(begin: () => Element | null, session: unknown, list: unknown): Promise<void> {
  const { templates } = read(templatesReply, list);
  const user = sessionUserOf(read(sessionContract, session), 'User');
  const children = { auth: inState('authenticated', { user }) };
  const app = {
    env: BUILT_ENV,
    root: { getSnapshot: () => ({ children }) },
    machines: { dashboard: inState('loaded', { templates, message: null }) },
  };
  fillOutlet(<DashboardScreen />);
  const page = document.createDocumentFragment();
  const shown: { root: Element | null } = { root: null };
  await draw(
    <AppProvider value={app as unknown as App}>
      <NavigationProvider value={{} as Navigation}>
        <AppShell />
        {/* What announces a change of place. */}
        <VisuallyHidden role="status" />
      </NavigationProvider>
    </AppProvider>,
    page,
    // To lay out all of it at once would take a slow device too long.
    async (part) => {
      if (shown.root === null) {
        shown.root = begin();
        if (shown.root === null) throw new Error('The application is there.');
        shown.root.replaceChildren(page);
      }
      // The navigation and the title are painted while the cards are drawn, and the cards before those below them.
      if (part === 'section') await frame();
    },
  );
  // What comes after the last section.
  shown.root?.append(page);
  await frame();
}
