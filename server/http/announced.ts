import { capabilities } from '#common/calls/capabilities.ts';
import { ADMIN_PERMISSION } from '#common/config/constants.ts';
import type { Actor } from '#server/domain/access.ts';
import type { Settings } from '#server/settings.ts';

const { presence, suggestions, usersManage, account, secondFactor, templatesManage, rolesManage, audit, usage } =
  capabilities;

const forAdministrators: readonly string[] = [usersManage, templatesManage, rolesManage, audit, usage];
const forUsers: readonly string[] = [...forAdministrators, presence, suggestions, account, secondFactor];

/** Capabilities that displays get: without those for users, since no user is present at a display or types there. */
export const announcedToDisplays: readonly string[] = Object.values(capabilities).filter(
  (one) => !forUsers.includes(one),
);

/** Capabilities that users get: all of a host, except those that its operator has turned off. */
export const announcedToPeople = ({
  hasPresence,
  suggestionDays,
}: Pick<Settings, 'hasPresence' | 'suggestionDays'>): readonly string[] =>
  Object.values(capabilities).filter(
    (one) => (hasPresence || one !== presence) && (suggestionDays !== null || one !== suggestions),
  );

/** Those of them that a user gets, by their level. */
export const announcedTo = (
  announced: readonly string[],
  { permission }: Pick<Actor, 'permission'>,
): readonly string[] =>
  permission >= ADMIN_PERMISSION ? announced : announced.filter((one) => !forAdministrators.includes(one));
