import { IdCard, Users } from 'lucide-react';
import { paths } from '#common/config/paths.ts';
import { hasCapability, useAuth } from '#ui/session/use-auth.ts';
import { NavTabs } from '#ui/primitives/layout/app-frame.tsx';
import { NavLink } from '../shared/link.tsx';

/** The two pages about people, at a host that has both. */
export function PeopleTabs() {
  const { user } = useAuth();
  if (!hasCapability(user, 'users.manage') || !hasCapability(user, 'roles.manage')) return null;
  return (
    <NavTabs label="People and roles">
      <NavLink to={paths.people()} icon={Users}>
        People
      </NavLink>
      <NavLink to={paths.roles()} icon={IdCard}>
        Roles
      </NavLink>
    </NavTabs>
  );
}
