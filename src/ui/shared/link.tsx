import { ArrowLeft, type LucideIcon } from 'lucide-react';
import type { ComponentProps, MouseEvent } from 'react';
import { useLocation } from 'react-router-dom';
import { useNavigation } from '#ui/shared/navigation-context.ts';
import { navLinkClass } from '#ui/primitives/layout/app-frame.tsx';
import { buttonClass, type ButtonLook } from '#ui/primitives/forms/button.tsx';

/** `to`: an absolute address of this application, as in `paths`. */
type LinkProps = Omit<ComponentProps<'a'>, 'href'> & { readonly to: string };

/** True if a press opens the page itself, and not another tab, a window or a file. */
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
 * A link inside the application. The router's own costs a kilobyte of the first file for prefetching, which we do ourselves, and renders again with
 * every change of address; this one depends on nothing.
 */
export function Link({ to, onClick, ...rest }: LinkProps) {
  const navigation = useNavigation();
  return (
    // oxlint-disable-next-line jsx-a11y/anchor-has-content -- the content is among the other props
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

type ButtonLinkProps = Omit<LinkProps, 'className'> &
  Pick<ButtonLook, 'variant' | 'size'> & { readonly icon?: LucideIcon };

/** A link that looks like a button. */
export function ButtonLink({ variant, size, icon: Icon, children, ...rest }: ButtonLinkProps) {
  return (
    <Link {...rest} className={buttonClass({ variant, size })}>
      {Icon && <Icon aria-hidden />}
      {children}
    </Link>
  );
}

/** A link to the screen above this one. */
export const BackLink = (props: Pick<ButtonLinkProps, 'to' | 'size' | 'children'>) => (
  <ButtonLink {...props} icon={ArrowLeft} variant="quiet" />
);

type NavLinkProps = {
  readonly to: string;
  /** Another page that the link represents: a tab of its own page. */
  readonly also?: string | undefined;
  readonly icon: LucideIcon;
  readonly children: string;
};

/** A link of the navigation, `aria-current` on its own page and the pages below it. */
export function NavLink({ to, also = to, icon: Icon, children }: NavLinkProps) {
  const { pathname } = useLocation();
  const isHere = [to, also].some((page) => `${pathname.toLowerCase()}/`.startsWith(`${page}/`));
  return (
    <Link to={to} className={navLinkClass} aria-current={isHere ? 'page' : undefined}>
      <Icon aria-hidden />
      {children}
    </Link>
  );
}
