import { CircleUser, FileClock, Files, LayoutDashboard, ListChecks, Monitor, ScrollText, Users } from 'lucide-react';
import { ADMIN_PERMISSION } from '#common/config/constants.ts';
import { paths } from '#common/config/paths.ts';
import { hasCapability, hasPermission, useAuth } from '#ui/session/use-auth.ts';
import { type ReactNode, useId } from 'react';
import { navClasses } from '#ui/primitives/layout/app-frame.tsx';
import { NavLink } from '../shared/link.tsx';

/** The links behind More. */
export function Ways() {
  const { user } = useAuth();
  const [hasBoards, hasRecords, hasAccount] = (['boards', 'records', 'account'] as const).map((one) =>
    hasCapability(user, one),
  );
  const isAdministrator = hasPermission(user, ADMIN_PERMISSION);
  const administers = (capability: Parameters<typeof hasCapability>[1]): boolean =>
    isAdministrator && hasCapability(user, capability);
  const [hasDisplays, hasPeople] = [administers('displays'), administers('users.manage')];
  const [hasTemplates, hasAudit, hasRoles] = (['templates.manage', 'audit.read', 'roles.manage'] as const).map(
    administers,
  );
  return (
    <>
      {hasRecords && (
        <NavLink to={paths.records()} icon={FileClock}>
          Records
        </NavLink>
      )}
      {(hasBoards || hasDisplays) && (
        <NavGroup title="Walls">
          {hasBoards && (
            <NavLink to={paths.boards()} icon={LayoutDashboard}>
              Boards
            </NavLink>
          )}
          {hasDisplays && (
            <NavLink to={paths.displays()} icon={Monitor}>
              Displays
            </NavLink>
          )}
        </NavGroup>
      )}
      {(hasPeople || hasRoles || hasTemplates || hasAudit) && (
        <NavGroup title="Administration">
          {(hasPeople || hasRoles) && (
            <NavLink
              to={hasPeople ? paths.people() : paths.roles()}
              also={hasPeople && hasRoles ? paths.roles() : undefined}
              icon={Users}
            >
              People
            </NavLink>
          )}
          {hasTemplates && (
            <NavLink to={paths.templates()} icon={Files}>
              Manage Templates
            </NavLink>
          )}
          {hasAudit && (
            <NavLink to={paths.audit()} icon={ScrollText}>
              Audit
            </NavLink>
          )}
          {hasPeople && (
            <NavLink to={paths.setUp()} icon={ListChecks}>
              Set up
            </NavLink>
          )}
        </NavGroup>
      )}
      {hasAccount && (
        <NavLink to={paths.account()} icon={CircleUser}>
          Account
        </NavLink>
      )}
    </>
  );
}

/** Links under a heading. */
function NavGroup({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const heading = useId();
  return (
    <div role="group" aria-labelledby={heading} className={navClasses.group}>
      <p id={heading} className={navClasses.heading}>
        {title}
      </p>
      {children}
    </div>
  );
}
