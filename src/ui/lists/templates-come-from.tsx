import { ADMIN_PERMISSION } from '#common/config/constants.ts';
import { paths } from '#common/config/paths.ts';
import { hasCapability, hasPermission, useAuth } from '#ui/session/use-auth.ts';
import { Link } from '../shared/link.tsx';

/** Explains how to get templates if there are none. Administrators are not referred to another user. */
export function TemplatesComeFrom() {
  const { user } = useAuth();
  if (!hasPermission(user, ADMIN_PERMISSION)) return 'Your administrator adds it.';
  if (!hasCapability(user, 'templates.manage')) return 'It is added on the server.';
  return (
    <>
      You add it under <Link to={paths.templates()}>Manage Templates</Link>.
    </>
  );
}
