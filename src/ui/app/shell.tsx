import {
  Archive,
  Ellipsis,
  Keyboard,
  LayoutDashboard,
  LogIn,
  LogOut,
  Files,
  Search,
  UserCog,
  UserPlus,
} from 'lucide-react';
import { type ComponentType, Suspense, useState, lazy, type ReactNode, use, useCallback } from 'react';
import { Outlet, useLocation } from 'react-router-dom';
import { paths, screens } from '#common/config/paths.ts';
import { useApp } from '#ui/shared/app-context.ts';
import { LogoutContext } from '#ui/unsaved/logout-context.ts';
import { useNavigation } from '#ui/shared/navigation-context.ts';
import { QuickOpenContext } from '#ui/shared/quick-open-context.ts';
import { ShortcutsContext } from '#ui/shared/shortcuts-context.ts';
import { mayOpen, useAuth } from '#ui/session/use-auth.ts';
import {
  AppFrame,
  brandClass,
  BrandMark,
  NavBar,
  NavGreeting,
  navLinkClass,
  NavMenu,
  Page,
  WideOnly,
} from '#ui/primitives/layout/app-frame.tsx';
import { Button } from '#ui/primitives/forms/button.tsx';
import { late, useLate } from '#ui/primitives/use-late.ts';
import { Spinner } from '#ui/primitives/feedback/spinner.tsx';
import { IS_MAC, type QuickOpenCode, QuickOpenHost } from './quick-open-host.tsx';
import { ButtonLink, Link, NavLink } from '../shared/link.tsx';
import { hasDialog, isTyping, keyOf, useKeys } from '#ui/shared/keys.ts';

// The dialog's library is not part of the first page.
const ShortcutsSheet = lazy(async () => ({ default: (await import('./shortcuts-sheet.tsx')).ShortcutsSheet }));

/** True if a key opens the sheet: '?' outside of text fields, and Ctrl+/ (on a Mac also ⌘/) everywhere, in a document too. */
function asksForHelp(event: KeyboardEvent): boolean {
  if (event.altKey || event.defaultPrevented) return false;
  if (event.ctrlKey || event.metaKey) return keyOf(event) === '/';
  return event.key === '?' && !isTyping(event.target);
}

/** Opens the sheet of keyboard shortcuts for the screens inside it. */
function Shortcuts({ children }: { readonly children: ReactNode }) {
  // Null before its first opening.
  const [isOpen, setOpen] = useState<boolean | null>(null);
  const open = useCallback(() => setOpen(true), []);
  useKeys((event) => {
    if (!asksForHelp(event) || hasDialog()) return;
    event.preventDefault();
    open();
  });
  return (
    <ShortcutsContext value={open}>
      {children}
      {isOpen !== null && (
        <Suspense fallback={null}>
          <ShortcutsSheet open={isOpen} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </ShortcutsContext>
  );
}

type LogoutProps = {
  /** The question before a logout while unsaved text may be stored on this device. */
  readonly Logout?: ComponentType | undefined;
};
type ShellProps = LogoutProps & {
  readonly quickOpen?: QuickOpenCode | undefined;
  /** True for the live dashboards: the document has the whole window. */
  readonly isBare?: boolean;
};

/** The frame of every screen, with the navigation bar on every route but the live dashboards (`s2.nav.shown`). */
export function AppShell({ Logout, quickOpen, isBare }: ShellProps) {
  return (
    <Shortcuts>
      <QuickOpenHost code={quickOpen}>
        <AppFrame nav={isBare ? null : <Navigation Logout={Logout} />}>
          <Screen />
        </AppFrame>
      </QuickOpenHost>
    </Shortcuts>
  );
}

/** One Suspense boundary for all screens: while the next screen's code loads, React keeps showing the last one. */
function Screen() {
  return (
    <Suspense fallback={<ScreenAwaited />}>
      <Outlet />
    </Suspense>
  );
}

/** Shown while the code of the first screen loads. On a wall it must not stay forever (`page-script.ts`). */
export function ScreenAwaited() {
  return (
    <Page>
      <div data-unshown="yet">
        <Spinner label="Loading the page" />
      </div>
    </Page>
  );
}

const moreWays = late(() => import('./more-ways.tsx'));

/** Links to screens that only some hosts have, in one menu after the others; none if the host announced none of them. */
function MoreWays() {
  const { user } = useAuth();
  const { pathname } = useLocation();
  const { loaded, hasFailed, retry } = useLate(moreWays, false);
  if (!Object.values(screens).some((one) => one.needs && mayOpen(user, one))) return null;
  return (
    // Closed again on each page.
    <NavMenu key={pathname} icon={<Ellipsis aria-hidden />} label="More">
      {loaded && <loaded.Ways />}
      {hasFailed && (
        <Button variant="quiet" onClick={retry}>
          Try Again
        </Button>
      )}
    </NavMenu>
  );
}

function LogoutButton({ Logout }: LogoutProps) {
  const { user, loggingOut, logOut } = useAuth();
  const [isAsking, setAsking] = useState(false);
  const navigation = useNavigation();
  const mayKeep = Logout !== undefined && user !== null && user.drafts_key !== null;
  return (
    <>
      <Button
        variant="quiet"
        icon={<LogOut />}
        busy={loggingOut}
        busyLabel="Logging out"
        onClick={() => navigation.attempt(mayKeep ? () => setAsking(true) : logOut)}
      >
        Logout
      </Button>
      {mayKeep && isAsking && (
        <LogoutContext value={() => setAsking(false)}>
          <Suspense>
            <Logout />
          </Suspense>
        </LogoutContext>
      )}
    </>
  );
}

function Navigation({ Logout }: LogoutProps) {
  const { productName } = useApp().env;
  const { status, user } = useAuth();
  const openShortcuts = use(ShortcutsContext);
  const { open: openSearch } = use(QuickOpenContext);
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
            <NavLink to={paths.dashboard()} icon={LayoutDashboard}>
              Dashboard
            </NavLink>
          )}
          <NavLink to={paths.selectTemplate()} icon={Files}>
            Templates
          </NavLink>
          {user && (
            <NavLink to={paths.archives()} icon={Archive}>
              Archives
            </NavLink>
          )}
          {mayOpen(user, screens['user-admin']) && (
            <NavLink to={paths.userAdmin()} icon={UserCog}>
              User Roles
            </NavLink>
          )}
          <MoreWays />
          {user && (
            <button
              type="button"
              className={navLinkClass}
              aria-label="Search"
              aria-keyshortcuts={IS_MAC ? 'Meta+K' : 'Control+K'}
              onClick={() => void openSearch()}
            >
              <Search aria-hidden />
              <WideOnly>
                Search <kbd data-key={IS_MAC ? '⌘K' : 'Ctrl K'} />
              </WideOnly>
            </button>
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
            <LogoutButton Logout={Logout} />
          </>
        ) : (
          <>
            <ButtonLink to={paths.login()} icon={LogIn}>
              Login
            </ButtonLink>
            <ButtonLink to={paths.login()} icon={UserPlus} variant="quiet">
              Sign up
            </ButtonLink>
          </>
        )
      }
    />
  );
}
