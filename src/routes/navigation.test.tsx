// @vitest-environment jsdom
import { act, fireEvent, render, screen } from '@testing-library/react';
import { type ReactNode, Suspense, use, useLayoutEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { afterEach, expect, it } from 'vitest';
import { readEnv } from '#common/config/env.ts';
import { type AppHistory, createAppHistory } from './history.ts';
import { NavigationRoot } from './navigation.tsx';
import { AppProvider } from '#ui/shared/app-context.ts';
import { Link } from '#ui/shared/link.tsx';
import { prepareJsdom } from '#tests/support/jsdom/jsdom-setup.ts';
import { type Navigation, useNavigation } from '#ui/shared/navigation-context.ts';
import { createApp } from '../app.ts';

prepareJsdom();

let history: AppHistory;
afterEach(() => history.close());

const code = Promise.withResolvers<void>();

function Place({ onNavigation }: { onNavigation: (navigation: Navigation) => void }) {
  const { pathname, search } = useLocation();
  onNavigation(useNavigation());
  if (pathname === '/next') use(code.promise);
  return <p>{`at ${pathname}${search}`}</p>;
}

/** Shows places of the application at an address. */
async function open(
  address: string,
  onNavigation: (navigation: Navigation) => void = () => undefined,
  beside?: ReactNode,
) {
  window.history.replaceState(null, '', address);
  history = createAppHistory(window);
  const app = createApp({ env: readEnv({}), readCookies: () => '' });
  await act(async () => {
    render(
      <AppProvider value={app}>
        <NavigationRoot history={history}>
          {beside}
          <Suspense>
            <Place onNavigation={onNavigation} />
          </Suspense>
        </NavigationRoot>
      </AppProvider>,
    );
  });
}

it('a screen that is being left cannot send the person back, and the next one can send them on', async () => {
  let navigation: Navigation | undefined;
  await open('/editor', (one) => (navigation = one));
  await act(async () => history.push('/next'));
  // The next screen's code is loading, so the old screen is still shown, and its save ends.
  expect(screen.getByText('at /editor')).toBeVisible();
  await act(async () => navigation?.go('/editor?success=save', { replace: true }));
  expect(window.location.pathname).toBe('/next');
  await act(async () => code.resolve());
  expect(screen.getByText('at /next')).toBeVisible();
  // A user who changes only the choices in the address leaves nothing, rendered or not.
  await act(async () => {
    history.push('/next?q=word');
    navigation?.go('/next?success=save', { replace: true });
  });
  expect(window.location.search).toBe('?success=save');
  // A screen may make two changes of its own in sequence, rendered or not.
  await act(async () => {
    navigation?.go('/next?success=save', { replace: true });
    navigation?.go('/next', { replace: true });
  });
  expect(window.location.search).toBe('');
  await act(async () => navigation?.go('/home'));
  expect(screen.getByText('at /home')).toBeVisible();
});

it('a press of Back while the first screen is being drawn is not lost', async () => {
  function Slow() {
    useLayoutEffect(() => {
      if (window.location.pathname !== '/dashboard') return;
      window.history.pushState(null, '', '/archives');
      window.dispatchEvent(new PopStateEvent('popstate'));
    }, []);
    return null;
  }
  await open('/dashboard', undefined, <Slow />);
  expect(screen.getByText('at /archives')).toBeVisible();
});

it('a link to another place adds one to go back to, a link to the same place does not, and one for a tab of its own is left to the browser', async () => {
  const left: boolean[] = [];
  const note = (event: MouseEvent): void => {
    left.push(!event.defaultPrevented);
    event.preventDefault();
  };
  window.addEventListener('click', note);
  await open('/archives', undefined, <Link to="/archives?q=word">Link</Link>);
  const link = screen.getByRole('link', { name: 'Link' });
  const entries = window.history.length;
  await act(async () => void fireEvent.click(link, { ctrlKey: true }));
  expect(screen.getByText('at /archives')).toBeVisible();
  await act(async () => void fireEvent.click(link));
  expect(screen.getByText('at /archives?q=word')).toBeVisible();
  expect(window.history.length).toBe(entries + 1);
  await act(async () => void fireEvent.click(link));
  window.removeEventListener('click', note);
  expect(window.history.length).toBe(entries + 1);
  expect(left).toEqual([true, false, false]);
});
