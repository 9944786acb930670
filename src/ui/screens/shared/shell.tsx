import { Archive, Keyboard, LayoutDashboard, LogIn, LogOut, Files, UserCog, UserPlus } from 'lucide-react';
import { Suspense } from 'react';
import { Outlet } from 'react-router-dom';
import { ADMIN_PERMISSION } from '#config/constants.ts';
import { paths } from '#config/paths.ts';
import { useApp } from '#ui/hooks/app-context.ts';
import { useNavigation } from '#ui/hooks/navigation-context.ts';
import { useShortcuts } from '#ui/hooks/shortcuts-context.ts';
import { hasPermission, useAuth } from '#ui/hooks/use-auth.ts';
import {
  AppFrame,
  brandClass,
  BrandMark,
  NavBar,
  NavGreeting,
  navLinkClass,
  Page,
  WideOnly,
} from '#ui/primitives/app-frame.tsx';
import { Button, buttonClass } from '#ui/primitives/button.tsx';
import { Spinner } from '#ui/primitives/spinner.tsx';
import { Shortcuts } from './shortcuts.tsx';
import { Link, NavLink } from './link.tsx';

/** Section 2, navigation bar: on every route but the live dashboards. */
export function AppShell() {
  return (
    <Shortcuts>
      <AppFrame nav={<Navigation />}>
        <Screen />
      </AppFrame>
    </Shortcuts>
  );
}

/** The live dashboards' frame: the document has the whole window. */
export function BareShell() {
  return (
    <Shortcuts>
      <AppFrame>
        <Screen />
      </AppFrame>
    </Shortcuts>
  );
}

/** One boundary for all screens: it is there before any of them, so that a change of address waits for the next one's code and shows no hole. */
function Screen() {
  return (
    <Suspense fallback={<ScreenAwaited />}>
      <Outlet />
    </Suspense>
  );
}

/** What stands in place of a screen whose code is still on its way. */
export function ScreenAwaited() {
  return (
    <Page>
      <Spinner label="Loading the page" />
    </Page>
  );
}

function Navigation() {
  const { productName } = useApp().env;
  const { status, user, loggingOut, logOut } = useAuth();
  const openShortcuts = useShortcuts();
  const navigation = useNavigation();
  return (
    <NavBar
      awaited={status === 'loading'}
      owner={status}
      brand={
        <Link to={paths.home()} className={brandClass}>
          <BrandMark />
          {productName}
        </Link>
      }
      links={
        <>
          {user && (
            <NavLink to={paths.dashboard()} className={navLinkClass}>
              <LayoutDashboard aria-hidden />
              Dashboard
            </NavLink>
          )}
          <NavLink to={paths.selectTemplate()} className={navLinkClass}>
            <Files aria-hidden />
            Templates
          </NavLink>
          {user && (
            <NavLink to={paths.archives()} className={navLinkClass}>
              <Archive aria-hidden />
              Archives
            </NavLink>
          )}
          {hasPermission(user, ADMIN_PERMISSION) && (
            <NavLink to={paths.userAdmin()} className={navLinkClass}>
              <UserCog aria-hidden />
              User Roles
            </NavLink>
          )}
        </>
      }
      user={
        user ? (
          <>
            <WideOnly>
              <Button variant="quiet" icon={<Keyboard />} aria-keyshortcuts="?" onClick={openShortcuts}>
                Shortcuts
              </Button>
            </WideOnly>
            <NavGreeting>{`Welcome, ${user.username}`}</NavGreeting>
            <Button
              variant="quiet"
              icon={<LogOut />}
              busy={loggingOut}
              busyLabel="Logging out"
              onClick={() => navigation.attempt(logOut)}
            >
              Logout
            </Button>
          </>
        ) : (
          <>
            <Link to={paths.login()} className={buttonClass({ variant: 'secondary' })}>
              <LogIn aria-hidden />
              Login
            </Link>
            <Link to={paths.login()} className={buttonClass({ variant: 'quiet' })}>
              <UserPlus aria-hidden />
              Sign up
            </Link>
          </>
        )
      }
    />
  );
}
