import { capabilities } from '#api/contract/capabilities.ts';
import { ADMIN_PERMISSION } from '#config/constants.ts';
import type { Actor } from '#server/domain/access.ts';
import type { Settings } from '#server/settings.ts';

const { presence, suggestions, usersManage, account, secondFactor, templatesManage, rolesManage, audit, usage } =
  capabilities;

const ofPeople: readonly string[] = [
  presence,
  suggestions,
  usersManage,
  account,
  secondFactor,
  templatesManage,
  rolesManage,
  audit,
  usage,
];

/** Capabilities that displays are told of: no person stands before them who would be there, or who types. */
export const announcedToDisplays: readonly string[] = Object.values(capabilities).filter(
  (one) => !ofPeople.includes(one),
);

/** What it announces to people: all that a host may, but for what its operator has turned off. */
export const announcedToPeople = ({
  hasPresence,
  suggestionDays,
}: Pick<Settings, 'hasPresence' | 'suggestionDays'>): readonly string[] =>
  Object.values(capabilities).filter(
    (one) => (hasPresence || one !== presence) && (suggestionDays !== null || one !== suggestions),
  );

/** Those of them that a person is told of, by their level. */
export const announcedTo = (
  announced: readonly string[],
  { permission }: Pick<Actor, 'permission'>,
): readonly string[] =>
  permission >= ADMIN_PERMISSION
    ? announced
    : announced.filter((one) => one !== templatesManage && one !== rolesManage);
