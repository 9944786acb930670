import { renderToStaticMarkup } from 'react-dom/server';
import type { ReactNode } from 'react';
import { Route, Routes, StaticRouter } from 'react-router-dom';
import { createApp } from './app.ts';
import type { Env } from '#config/env.ts';
import type { Surroundings } from '#routes/screen-route.ts';
import { AppProvider } from '#ui/hooks/app-context.ts';
import { type Navigation, NavigationProvider } from '#ui/hooks/navigation-context.ts';
import { MAIN_ID, Page } from '#ui/primitives/app-frame.tsx';
import { buttonClass } from '#ui/primitives/button.tsx';
import { ErrorState } from '#ui/primitives/states.tsx';
import { LoginScreen } from '#ui/screens/login.tsx';
import { AppShell, BareShell, ScreenAwaited } from '#ui/screens/shared/shell.tsx';
import { Verifying } from '#ui/screens/shared/verifying.tsx';

// The build asks for them together with the shells.
export { screenRoutes } from '#routes/screen-route.ts';

type Shell = { name: Surroundings; frame: ReactNode; content: ReactNode };

/** What is typed into a form that the application has not drawn would be lost: nobody can. */
const login = (
  <div inert className="shell-inert">
    <LoginScreen />
  </div>
);
const shells: readonly Shell[] = [
  { name: 'login', frame: <AppShell />, content: login },
  { name: 'open', frame: <AppShell />, content: <ScreenAwaited /> },
  { name: 'protected', frame: <AppShell />, content: <Verifying /> },
  { name: 'bare', frame: <BareShell />, content: <Verifying /> },
];

/** Comes into sight by itself when the application has not taken the page over after ten seconds (`base.css`): no script has to work for that. */
function LateNotice({ productName }: { productName: string }) {
  return (
    <div className="shell-late">
      <Page>
        <ErrorState
          title={`${productName} has not started`}
          message="A part of it has not arrived after 10 seconds. The connection may be slow or interrupted. Nothing that was saved is lost."
          actions={
            // oxlint-disable-next-line jsx-a11y/anchor-is-valid -- the page itself, without a script
            <a href="" className={buttonClass({ variant: 'primary' })}>
              Reload
            </a>
          }
        />
      </Page>
    </div>
  );
}

/**
 * Draws, when the product is built, what the page shows before the application is there: for each kind of address the application's own components in
 * their first state. `page-script.ts` chooses the one that is seen, and React puts the application in its place.
 * @param env the settings of the build
 * @returns markup for the inside of the page's root element
 */
export function renderShells(env: Env): string {
  const app = createApp({ env, readCookies: () => '' });
  return shells
    .map(({ name, frame, content }) => {
      const markup = renderToStaticMarkup(
        <AppProvider value={app}>
          {/* Nothing is pressed while the page is built. */}
          <NavigationProvider value={{} as Navigation}>
            <StaticRouter location="/">
              <Routes>
                <Route element={frame}>
                  <Route
                    path="*"
                    element={
                      <>
                        {content}
                        <LateNotice productName={env.productName} />
                      </>
                    }
                  />
                </Route>
              </Routes>
            </StaticRouter>
          </NavigationProvider>
        </AppProvider>,
        { identifierPrefix: name },
      )
        // The page has a title already.
        .replace(/<title>[^<]*<\/title>/, '')
        // All shells stand in one page.
        .replaceAll(new RegExp(`( id="| href="#)${MAIN_ID}"`, 'g'), `$1${name}-${MAIN_ID}"`);
      return `<div class="shell shell-${name}">${markup}</div>`;
    })
    .join('\n');
}
