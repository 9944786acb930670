import { capabilities } from '#api/contract/capabilities.ts';
import type { Settings } from '#server/settings.ts';

const ofAll = Object.values(capabilities).filter((one) => one !== capabilities.presence);

/** What this host announces to displays: no person stands before them who would be there. */
export const announcedToDisplays: readonly string[] = ofAll;

/** What it announces to people: all that a host may, but for what its operator has turned off. */
export const announcedToPeople = ({ hasPresence }: Pick<Settings, 'hasPresence'>): readonly string[] =>
  hasPresence ? Object.values(capabilities) : ofAll;
