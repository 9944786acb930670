import type { ComponentType } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { Route, Routes, StaticRouter } from 'react-router-dom';
import { createApp } from '../app.ts';
import type { Env } from '#common/config/env.ts';
import { AppProvider } from '#ui/shared/app-context.ts';
import { type Navigation, NavigationProvider } from '#ui/shared/navigation-context.ts';
import { Page } from '#ui/primitives/layout/app-frame.tsx';
import { buttonClass } from '#ui/primitives/forms/button.tsx';
import { ErrorState } from '#ui/primitives/feedback/error-state.tsx';
import { route as loginRoute } from '#routes/session/login.route.ts';
import { WALL_COMES_BACK } from '#ui/app/crash.tsx';
import { AppShell, ScreenAwaited } from '#ui/app/shell.tsx';
import { Verifying } from '#ui/app/verifying.tsx';

/** Below the navigation bar: `page-script.ts` chooses one of the first three by the address, and `base.css` shows the last after ten seconds. */
function Content({ productName, Login }: { productName: string; Login: ComponentType }) {
  return (
    <div className="shell-place">
      {/* Inert: text that is typed before the application starts would be lost. */}
      <div inert className="shell-early shell-login">
        <Login />
      </div>
      <div className="shell-early shell-open">
        <ScreenAwaited />
      </div>
      <div className="shell-early shell-verifying">
        <Verifying />
      </div>
      {/* Shown by a CSS animation: no script has to work for that. */}
      <div className="shell-late">
        <Page>
          <ErrorState
            level={1}
            title={`${productName} has not started`}
            message={
              <>
                A part of it has not arrived after 10 seconds. The connection may be slow or interrupted. Nothing that
                was saved is lost. <span className="shell-wall">{WALL_COMES_BACK}</span>
              </>
            }
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
 * Renders, at build time, the content of the page until the application replaces it: the application's own components in their first state.
 * @param env the settings of the build
 * @returns markup for the inside of the page's root element
 */
export function renderShell(env: Env): string {
  const app = createApp({ env, readCookies: () => '' });
  const Login = loginRoute.screen(app);
  const markup = renderToStaticMarkup(
    <div id="shell">
      <AppProvider value={app}>
        {/* Static markup navigates nowhere. */}
        <NavigationProvider value={{} as Navigation}>
          <StaticRouter location="/">
            <Routes>
              <Route element={<AppShell />}>
                <Route path="*" element={<Content productName={env.productName} Login={Login} />} />
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
