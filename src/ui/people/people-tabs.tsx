import { IdCard, Users } from 'lucide-react';
import { paths, screens } from '#common/config/paths.ts';
import { mayOpen, useAuth } from '#ui/session/use-auth.ts';
import { navClasses } from '#ui/primitives/layout/app-frame.tsx';
import { NavLink } from '../shared/link.tsx';

/** The two pages about people, at a host that has both. */
export function PeopleTabs() {
  const { user } = useAuth();
  if (!mayOpen(user, screens.people) || !mayOpen(user, screens.roles)) return null;
  return (
    <nav aria-label="People and roles" className={navClasses.tabs}>
      <NavLink to={paths.people()} icon={Users}>
        People
      </NavLink>
      <NavLink to={paths.roles()} icon={IdCard}>
        Roles
      </NavLink>
    </nav>
  );
}
