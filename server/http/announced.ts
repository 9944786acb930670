import { capabilities } from '#api/contract/capabilities.ts';
import type { Settings } from '#server/settings.ts';

const { presence, suggestions, usersManage, account, audit, usage } = capabilities;

const ofPeople: readonly string[] = [presence, suggestions, usersManage, account, audit, usage];

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
