import { timingSafeEqual } from 'node:crypto';
import type { FirstRunRequest } from '#common/calls/requests.ts';
import { SITE_ADMIN_PERMISSION } from '#common/config/constants.ts';
import type { Storage } from '#server/storage/storage.ts';
import { line } from '../people/account-names.ts';
import type { Changes } from '../changes.ts';
import { madePassword, newPassword, requireGoodPassword } from '../credentials/password-rules.ts';
import type { Passwords } from '../credentials/passwords.ts';
import { Refusal } from '../refusal.ts';
import type { Sessions, Opened } from './sessions.ts';
import { networkOf, plainAddress } from '../credentials/throttle.ts';
import { hashToken } from './tokens.ts';
import { addOrganisation, addUser } from '../people/user-changes.ts';

/**
 * The name under which the hash of the code is stored: every process of the installation accepts the code that was
 * printed last.
 */
const NAME = 'first_run_code';

/**
 * Makes the first administrator of an installation without users, in the browser with a code that the server prints
 * (ADR 56).
 */
export type FirstRun = ReturnType<typeof createFirstRun>;

/** Its parts. */
export type FirstRunParts = {
  storage: Storage;
  changes: Changes;
  passwords: Passwords;
  sessions: Pick<Sessions, 'open'>;
  now: () => Date;
};

const over = (): Refusal => new Refusal('gone', 'This installation has its first administrator already. Sign in.');

/** @param parts storage, hashes, sessions, the clock */
export function createFirstRun({ storage, changes, passwords, sessions, now }: FirstRunParts) {
  let isOver = false;
  const isDue = async (): Promise<boolean> => {
    isOver ||= !(await storage.users.isEmpty());
    return !isOver;
  };
  const isCode = async (given: string): Promise<boolean> => {
    const kept = Buffer.from((await storage.settings.get(NAME)) ?? '');
    const hashed = Buffer.from(hashToken(madePassword(given) ?? ''));
    return kept.length === hashed.length && timingSafeEqual(kept, hashed);
  };

  return {
    /** True while there are no users. Once there are, the database is not read again. */
    isDue,

    /** Makes a new code, which replaces the one before; null if there are users. Only its hash is stored. */
    async newCode(): Promise<string | null> {
      if (!(await isDue())) return null;
      const code = newPassword();
      await storage.settings.set(NAME, hashToken(code));
      return code;
    },

    /**
     * Makes the organization and its administrator, who is signed in then. Of two calls at once one succeeds.
     * @param place network address of the call; `waiting`: aborted once the caller no longer waits for the answer
     * @throws {Refusal} gone if there are users, forbidden for another code, invalid for a name or a password that is
     * refused
     */
    async begin(
      { code, organization, username, password }: FirstRunRequest,
      { waiting, ...place }: { address: string; agent: string | null; waiting: AbortSignal },
    ): Promise<Opened> {
      if (!(await isDue())) throw over();
      if (!(await isCode(code))) {
        throw new Refusal('forbidden', 'This is not the code that the server printed at its last start.');
      }
      const names = {
        organisation: line(organization, 'The organization’s name'),
        username: line(username, 'The username'),
      };
      requireGoodPassword(password, [names.username, names.organisation]);
      const waiter = { who: networkOf(plainAddress(place.address)), waiting };
      const password_hash = await passwords.hash(password, waiter);
      const uuid = await changes.for(waiter, async (stores) => {
        // The command line and other processes take the same lock for each new name.
        await stores.organisations.lockNames();
        if (!(await stores.users.isEmpty())) throw over();
        const by = { actor: null, at: now() };
        const all = await stores.organisations.list();
        const same = all.find(({ name }) => name.toLowerCase() === names.organisation.toLowerCase());
        // The organisation may have been added on the command line.
        const organisation = same ?? (await addOrganisation(stores, by, names.organisation));
        const user = { username: names.username, name: names.username, email: '', organisation: organisation.uuid };
        const secret = { password_hash, password_until: null };
        const added = await addUser(stores, by, { ...user, ...secret, permission: SITE_ADMIN_PERMISSION });
        await stores.settings.set(NAME, '');
        return added;
      });
      isOver = true;
      const opened = await sessions.open({ uuid, password_hash }, null, { ...place, code: null });
      // If the password was changed at this moment, the user signs in with the new one.
      if (!opened) throw over();
      return opened;
    },
  };
}
