import type { ComponentProps } from 'react';
import { useLinkClickHandler, useLocation } from 'react-router-dom';

/** `to`: an address of this application from its root on, as `paths` gives them. */
export type LinkProps = Omit<ComponentProps<'a'>, 'href'> & { readonly to: string; readonly replace?: boolean };

/**
 * A link inside the application. The router's own has a framework's means of fetching ahead in it, which would be a kilobyte of every visitor's first file, and
 * work for each link of a list.
 */
export function Link({ to, replace, onClick, target, ...rest }: LinkProps) {
  const follow = useLinkClickHandler(to, {
    ...(replace !== undefined && { replace }),
    ...(target !== undefined && { target }),
  });
  return (
    // oxlint-disable-next-line jsx-a11y/anchor-has-content -- what is in it comes with the rest
    <a
      {...rest}
      href={to}
      target={target}
      onClick={(event) => {
        onClick?.(event);
        if (!event.defaultPrevented) follow(event);
      }}
    />
  );
}

/** A link of the navigation, `aria-current` where the person is or below it. */
export function NavLink({ to, ...rest }: LinkProps) {
  const { pathname } = useLocation();
  const isHere = `${pathname.toLowerCase()}/`.startsWith(`${to}/`);
  return <Link {...rest} to={to} aria-current={isHere ? 'page' : undefined} />;
}
