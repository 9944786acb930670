import { renderToStaticMarkup } from 'react-dom/server';
import { Route, Routes, StaticRouter } from 'react-router-dom';
import { createApp } from './app.ts';
import type { Env } from '#config/env.ts';
import { AppProvider } from '#ui/hooks/app-context.ts';
import { type Navigation, NavigationProvider } from '#ui/hooks/navigation-context.ts';
import { Page } from '#ui/primitives/app-frame.tsx';
import { buttonClass } from '#ui/primitives/button.tsx';
import { ErrorState } from '#ui/primitives/error-state.tsx';
import { LoginScreen } from '#ui/screens/login.tsx';
import { AppShell, ScreenAwaited } from '#ui/screens/shared/shell.tsx';
import { Verifying } from '#ui/screens/shared/verifying.tsx';

// The build asks for them together with the shell.
export { screenRoutes } from '#routes/screen-route.ts';

/** What stands below the navigation bar: one of the first three, by what `page-script.ts` says of the address, and after ten seconds the last (`base.css`). */
function Content({ productName }: { productName: string }) {
  return (
    <div className="shell-place">
      {/* What is typed before the application is there would be lost: nobody can. */}
      <div inert className="shell-early shell-login">
        <LoginScreen />
      </div>
      <div className="shell-early shell-open">
        <ScreenAwaited />
      </div>
      <div className="shell-early shell-verifying">
        <Verifying />
      </div>
      {/* Comes into sight by an animation: no script has to work for that. */}
      <div className="shell-late">
        <Page>
          <ErrorState
            level={1}
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
    </div>
  );
}

/**
 * Draws, when the product is built, what the page shows until the application takes its place: the application's own components in their first state.
 * @param env the settings of the build
 * @returns markup for the inside of the page's root element
 */
export function renderShell(env: Env): string {
  const markup = renderToStaticMarkup(
    <div id="shell">
      <AppProvider value={createApp({ env, readCookies: () => '' })}>
        {/* Nothing is pressed while the page is built. */}
        <NavigationProvider value={{} as Navigation}>
          <StaticRouter location="/">
            <Routes>
              <Route element={<AppShell />}>
                <Route path="*" element={<Content productName={env.productName} />} />
              </Route>
            </Routes>
          </StaticRouter>
        </NavigationProvider>
      </AppProvider>
    </div>,
  );
  // The page has a title already.
  return markup.replace(/<title>[^<]*<\/title>/, '');
}
