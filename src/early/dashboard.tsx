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
 * @param session the body of GET /auth/verify
 * @param list the body of GET /v1/templates
 * @returns shows it in place of what is in the page's root, and ends when all of it is painted
 * @throws {TypeError} when a body is not as the contract says
 */
export async function drawEarly(session: unknown, list: unknown): Promise<(root: Element) => Promise<void>> {
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
  await draw(
    <AppProvider value={app as unknown as App}>
      <NavigationProvider value={{} as Navigation}>
        <AppShell />
        {/* What announces a change of place. */}
        <VisuallyHidden role="status" />
      </NavigationProvider>
    </AppProvider>,
    page,
  );
  return async (root) => {
    // To lay out all of it at once would take a slow device too long: what is further down comes a frame later each.
    const [, ...later] = page.querySelectorAll('section');
    const places = later.map((section) => section.parentNode);
    for (const section of later) section.remove();
    root.replaceChildren(page);
    await frame();
    for (const [at, section] of later.entries()) {
      places[at]?.appendChild(section);
      // oxlint-disable-next-line no-await-in-loop -- one frame each
      await frame();
    }
  };
}
