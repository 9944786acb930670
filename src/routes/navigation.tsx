import { type ReactNode, startTransition, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { createPath, Router } from 'react-router-dom';
import { paths } from '#common/config/paths.ts';
import { useApp } from '#ui/shared/app-context.ts';
import { type Navigation, NavigationProvider } from '#ui/shared/navigation-context.ts';
import { redirectedFrom, type RedirectedState } from '#ui/session/redirected.ts';
import type { AppHistory } from './history.ts';

/**
 * Connects the address bar, the router and the machines' events. A change of address is a React transition: the old screen stays until the new
 * one's code has loaded, so no fallback flashes.
 */
export function NavigationRoot({ history, children }: { history: AppHistory; children: ReactNode }) {
  const { root } = useApp();
  const [place, setPlace] = useState({ location: history.location, action: history.action });

  useLayoutEffect(() => {
    const follow = (): void => {
      const { location, action } = history;
      startTransition(() => setPlace((last) => (last.location === location ? last : { location, action })));
    };
    // The address may have changed while the first screen was being rendered.
    follow();
    return history.listen(follow);
  }, [history]);

  const shown = useRef(place.location);
  useLayoutEffect(() => {
    shown.current = place.location;
  }, [place]);

  const navigation = useMemo<Navigation>(
    () => ({
      // A screen that is being left must not navigate any more: a save that ends just then would bring the user back.
      go: (to, options) => {
        const isBeingLeft = history.isByPerson && shown.current.pathname !== history.location.pathname;
        if (isBeingLeft) return;
        // The dashboard offers a link to the page that required the sign-in.
        const from = to === paths.dashboard() ? redirectedFrom(history.location.state) : null;
        history.force(to, options?.replace ?? false, from === null ? null : ({ from } satisfies RedirectedState));
      },
      follow: (to, state) => {
        // A link to the page itself replaces the entry, as in a browser.
        if (to === createPath(history.location)) history.replace(to, state);
        else history.push(to, state);
      },
      back: (fallback) => (history.canGoBack ? history.go(-1) : history.force(fallback, false)),
      guardLeaving: history.guardLeaving,
      attempt: history.attempt,
      allow: history.allow,
      refuse: history.refuse,
      leaveTo: history.leaveTo,
    }),
    [history],
  );

  useEffect(() => {
    const subscription = root
      .getSnapshot()
      .children.auth?.on('navigation.requested', ({ to }) => history.force(to, false));
    return () => subscription?.unsubscribe();
  }, [root, history]);

  return (
    <NavigationProvider value={navigation}>
      <Router location={place.location} navigationType={place.action} navigator={history}>
        {children}
      </Router>
    </NavigationProvider>
  );
}
