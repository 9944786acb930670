import { type ReactNode, useId } from 'react';
import { screens } from '#common/config/paths.ts';
import { mayOpen, useAuth } from '#ui/session/use-auth.ts';
import { navClasses } from '#ui/primitives/layout/app-frame.tsx';
import { NavLink } from '../shared/link.tsx';
import { addressOf, type Way, ways } from './ways.ts';

/** The links behind More. */
export function Ways() {
  const { user } = useAuth();
  const linkOf = ({ icon, name, tab, screen }: Way): ReactNode => {
    const [to, also] = [screen, tab?.screen].flatMap((one) =>
      one && mayOpen(user, screens[one]) ? [addressOf(one)] : [],
    );
    return (
      icon &&
      to !== undefined && (
        <NavLink key={screen} to={to} also={also} icon={icon}>
          {name}
        </NavLink>
      )
    );
  };
  return ways.map(([heading, all]) => {
    const links = all.map(linkOf).filter(Boolean);
    return heading === null || links.length === 0 ? (
      links
    ) : (
      <NavGroup key={heading} title={heading}>
        {links}
      </NavGroup>
    );
  });
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
