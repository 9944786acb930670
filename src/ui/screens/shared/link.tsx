import type { ComponentProps, MouseEvent } from 'react';
import { useLocation } from 'react-router-dom';
import { useNavigation } from '#ui/hooks/navigation-context.ts';

/** `to`: an address of this application from its root on, as `paths` gives them. */
export type LinkProps = Omit<ComponentProps<'a'>, 'href'> & { readonly to: string };

/** Whether a press asks for the page itself, and not for another tab, a window or a file. */
const isPlain = ({
  button,
  metaKey,
  altKey,
  ctrlKey,
  shiftKey,
  currentTarget,
}: MouseEvent<HTMLAnchorElement>): boolean =>
  button === 0 && !(metaKey || altKey || ctrlKey || shiftKey) && ['', '_self'].includes(currentTarget.target);

/**
 * A link inside the application. The router's own has a framework's means of fetching ahead in it, a kilobyte of every visitor's first file, and is drawn anew
 * with every change of address; this one depends on nothing.
 */
export function Link({ to, onClick, ...rest }: LinkProps) {
  const navigation = useNavigation();
  return (
    // oxlint-disable-next-line jsx-a11y/anchor-has-content -- what is in it comes with the rest
    <a
      {...rest}
      href={to}
      onClick={(event) => {
        onClick?.(event);
        if (event.defaultPrevented || !isPlain(event)) return;
        event.preventDefault();
        navigation.follow(to);
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
