import { SITE_ADMIN_PERMISSION } from '#common/config/constants.ts';
import type { Storage, Stores } from '#server/storage/storage.ts';
import type { Organisation, RoleRecord, UserRecord } from '#server/storage/stores/people.ts';
import { line, organisationOf, roleOf, userOf } from './account-names.ts';
import { newPassword, requireGoodPassword } from '../credentials/password-rules.ts';
import type { Passwords } from '../credentials/passwords.ts';
import { Refusal } from '../refusal.ts';
import { addRole } from './role-admin.ts';
import {
  addOrganisation,
  addUser,
  assignRole,
  changeLevel,
  disableUser,
  enableUser,
  oneTimeUntil,
  replacePassword,
} from './user-changes.ts';
import type { By } from '../audit/audit.ts';

/** A user to add. `password` null generates one, which is returned. */
export type AccountRequest = {
  username: string;
  name: string;
  email: string;
  /** Number or name. */
  organisation: string;
  permission: number;
  password: string | null;
  /** The user has to choose another one at the first sign-in, within 72 hours. */
  isOneTime?: boolean;
};

/**
 * Operations of the command line on users. It is above all levels, since it has the database itself. Every method
 * throws a `Refusal`.
 */
export type Accounts = ReturnType<typeof createAccounts>;

/**
 * @param storage where users are stored
 * @param passwords hashes
 * @param now the clock
 */
export function createAccounts(storage: Storage, passwords: Passwords, now: () => Date) {
  const level = (permission: number): number => {
    if (Number.isInteger(permission) && permission >= 0 && permission <= SITE_ADMIN_PERMISSION) return permission;
    throw new Refusal('invalid', `The level must be a whole number from 0 to ${SITE_ADMIN_PERMISSION}.`);
  };
  const by = (): By => ({ actor: null, at: now() });
  const changing = (username: string, change: (stores: Stores, user: UserRecord) => Promise<unknown>): Promise<void> =>
    storage.transaction(async (stores) => {
      await change(stores, await userOf(stores, username));
    });
  const untilOf = (isOneTime = false): string | null => (isOneTime ? oneTimeUntil(now()) : null);

  return {
    addOrganisation: (wanted: string): Promise<Organisation> =>
      storage.transaction((stores) => addOrganisation(stores, by(), wanted)),

    /** @returns the user, and the password if one was generated */
    async add(wanted: AccountRequest): Promise<{ uuid: string; password: string | null }> {
      const username = line(wanted.username, 'The username');
      const name = line(wanted.name, 'The name');
      const permission = level(wanted.permission);
      const password = wanted.password ?? newPassword();
      requireGoodPassword(password, [username, name, wanted.email]);
      const password_hash = await passwords.hash(password);
      const uuid = await storage.transaction(async (stores) => {
        const organisation = (await organisationOf(stores, wanted.organisation)).uuid;
        const user = { username, name, email: wanted.email, organisation, permission };
        return addUser(stores, by(), { ...user, password_hash, password_until: untilOf(wanted.isOneTime) });
      });
      return { uuid, password: wanted.password === null ? password : null };
    },

    /**
     * Ends the user's sessions.
     * @param wanted the new password; null generates one, which is returned
     * @param isOneTime as in `AccountRequest`
     */
    async setPassword(username: string, wanted: string | null, isOneTime = false): Promise<string | null> {
      const user = await userOf(storage, username);
      const password = wanted ?? newPassword();
      requireGoodPassword(password, [user.username, user.name, user.email]);
      const hash = await passwords.hash(password);
      await storage.transaction(async (stores) => {
        await replacePassword(stores, by(), user, hash, untilOf(isOneTime));
      });
      return wanted === null ? password : null;
    },

    setLevel: (username: string, wanted: number): Promise<void> =>
      changing(username, (stores, user) => changeLevel(stores, by(), user, level(wanted))),

    /** @param isForced also the last administrator of an organisation */
    disable: (username: string, isForced: boolean): Promise<void> =>
      changing(username, (stores, user) => disableUser(stores, by(), user, isForced)),

    enable: (username: string): Promise<void> => changing(username, (stores, user) => enableUser(stores, by(), user)),

    addRole: (name: string, fileName: string): Promise<RoleRecord> =>
      storage.transaction((stores) => addRole(stores, by(), name, fileName)),

    assignRole: (wanted: string, username: string): Promise<void> =>
      storage.transaction(async (stores) => {
        const user = await userOf(stores, username);
        const role = await roleOf(stores, wanted);
        await assignRole(stores, by(), user, role.uuid);
      }),
  };
}
