import { renderToStaticMarkup, renderToString } from 'react-dom/server';
import { createPath, NavigationType, Route, Routes, StaticRouter } from 'react-router-dom';
import { createApp } from '../app.ts';
import type { Env } from '#common/config/env.ts';
import { paths } from '#common/config/paths.ts';
import type { AppHistory } from '#routes/history.ts';
import { AppProvider } from '#ui/shared/app-context.ts';
import { type Navigation, NavigationProvider } from '#ui/shared/navigation-context.ts';
import { Page } from '#ui/primitives/layout/app-frame.tsx';
import { buttonClass } from '#ui/primitives/forms/button.tsx';
import { ErrorState } from '#ui/primitives/feedback/error-state.tsx';
import { route as loginRoute } from '#routes/session/login.route.ts';
import { WALL_COMES_BACK } from '#ui/app/crash.tsx';
import { AppShell, ScreenAwaited } from '#ui/app/shell.tsx';
import { Verifying } from '#ui/app/verifying.tsx';
import { Tree } from '#routes/tree.tsx';

/** Below the navigation bar: `page-script.ts` chooses one of the first two by the address, and `base.css` shows the last after ten seconds. */
function Content({ productName }: { productName: string }) {
  return (
    <div className="shell-place">
      <div className="shell-early shell-open">
        <ScreenAwaited />
      </div>
      <div className="shell-early shell-verifying">
        <Verifying />
      </div>
      <Late productName={productName} />
    </div>
  );
}

/** Shown by a CSS animation: no script has to work for that. */
const Late = ({ productName }: { productName: string }) => (
  <div className="shell-late">
    <Page>
      <ErrorState
        level={1}
        title={`${productName} has not started`}
        message={
          <>
            A part of it has not arrived after 10 seconds. The connection may be slow or interrupted. Nothing that was
            saved is lost. <span className="shell-wall">{WALL_COMES_BACK}</span>
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
);

/**
 * Renders, at build time, the content of the page until the application replaces it: the application's own components in their first state.
 * @param env the settings of the build
 * @returns markup for the inside of the page's root element
 */
export function renderShell(env: Env): string {
  const app = createApp({ env, readCookies: () => '' });
  const markup = renderToStaticMarkup(
    <div id="shell">
      <AppProvider value={app}>
        {/* Static markup navigates nowhere. */}
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
  return withoutTitle(markup);
}

/** The page has a title already. */
const withoutTitle = (markup: string): string => markup.replace(/<title>[^<]*<\/title>/, '');

const nothing = (): void => undefined;

/**
 * Renders, at build time, the page of the sign-in, which the application takes over as it is (`main.tsx`): what is typed into it before stays.
 * @param env the settings of the build
 * @returns markup for the inside of the page's root element, and for the place behind it
 */
export function renderSignIn(env: Env): { root: string; late: string } {
  const app = createApp({ env, readCookies: () => '' });
  const location = { pathname: paths.login(), search: '', hash: '', state: null, key: 'default' };
  // Effects, which use the rest of it, do not run here.
  const history = { location, action: NavigationType.Pop, createHref: createPath, listen: () => nothing };
  const screens = new Map([['login', { Screen: loginRoute.screen(app) }]]);
  return {
    root: withoutTitle(renderToString(<Tree app={app} history={history as unknown as AppHistory} screens={screens} />)),
    // A landmark of its own: it is beside the sign-in.
    late: renderToStaticMarkup(
      <aside>
        <Late productName={env.productName} />
      </aside>,
    ),
  };
}
