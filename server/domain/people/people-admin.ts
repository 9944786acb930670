import type { NewUserRequest } from '#common/calls/requests.ts';
import type { Stores } from '#server/storage/storage.ts';
import type { Publish, StoredEvent } from '#server/storage/stores/events.ts';
import type { ListedUser, Organisation, UserRecord } from '#server/storage/stores/people.ts';
import { found, foundFor, isSiteAdministrator, requireAdministrator, type Actor, type Caller } from '../access.ts';
import { waiterOf, type Changes } from '../changes.ts';
import { newPassword } from '../credentials/password-rules.ts';
import type { Passwords } from '../credentials/passwords.ts';
import type { Jobs } from '../jobs.ts';
import { createPeopleImport } from './people-import.ts';
import { changeable, requireGrantable } from './people.ts';
import { Refusal } from '../refusal.ts';
import type { Throttle } from '../credentials/throttle.ts';
import {
  addUser,
  disableUser,
  enableUser,
  endSessions,
  oneTimeUntil,
  removeSecondFactor,
  replacePassword,
  unassignRole,
} from './user-changes.ts';
import type { By } from '../audit/audit.ts';

/**
 * A user with more details for administrators: the uuids of their roles, `locked` if failed sign-ins lock them out
 * somewhere, and whether they have a second factor.
 */
export type Described = ListedUser & { roles: string[]; locked: boolean; hasSecondFactor: boolean };

/** A user after a change, with a generated password: it is shown once and not stored. */
export type Handed = { user: Described; password: string };

/**
 * Actions of administrators on users besides the contract's calls. Every method throws a `Refusal` for a user who is
 * missing or of another organisation.
 */
export type PeopleAdmin = ReturnType<typeof createPeopleAdmin>;

/** Its parts. */
export type PeopleAdminParts = {
  storage: Stores;
  changes: Changes;
  jobs: Jobs;
  passwords: Passwords;
  throttle: Pick<Throttle, 'locked' | 'unlocking'>;
  /** Called after sessions have ended, so that their streams end with them. */
  publish: Publish;
  now: () => Date;
};

/** @param parts storage, hashes, the counted sign-ins, the clock */
export function createPeopleAdmin(parts: PeopleAdminParts) {
  const { storage, changes, jobs, passwords, throttle, publish, now } = parts;

  const describe = async (users: readonly ListedUser[]): Promise<Described[]> => {
    const [held, locked, factors] = await Promise.all([
      storage.roles.ofUsers(users.map(({ uuid }) => uuid)),
      throttle.locked(users.map(({ username }) => username)),
      storage.secondFactors.holders(users.map(({ uuid }) => uuid)),
    ]);
    return users.map((user) => ({
      ...user,
      roles: held.filter((one) => one.user === user.uuid).map(({ role }) => role),
      locked: locked.has(user.username),
      hasSecondFactor: factors.includes(user.uuid),
    }));
  };
  const describeOne = async (actor: Actor, uuid: string): Promise<Described> => {
    requireAdministrator(actor);
    const [described] = await describe([foundFor(actor, await storage.users.byUuid(uuid), 'user')]);
    return found(described ?? null, 'user');
  };
  /** Runs one action of an administrator on a user. @param isUrgent true if it stops a user: on a full disk, too */
  const change = async (
    caller: Caller,
    uuid: string,
    work: (stores: Stores, by: By & { actor: Actor }, user: UserRecord) => Promise<StoredEvent[] | void>,
    isUrgent = false,
  ): Promise<void> => {
    const events = await changes[isUrgent ? 'urgently' : 'by'](caller, async (stores, actor) =>
      work(stores, { actor, at: now() }, await changeable(stores, actor, uuid)),
    );
    if (events) publish(events);
  };
  const oneTime = async (caller: Caller) => {
    const password = newPassword();
    const hash = await passwords.hash(password, waiterOf(caller));
    return { password, hash, until: oneTimeUntil(now()) };
  };

  return {
    describe,
    /** One user of the actor's own organisation. */
    describeOne,
    /** Adds many people from a table. */
    import: createPeopleImport({ storage, changes, jobs, oneTime, now }),

    /** The organisations that the actor administers, by number. */
    async organisations(actor: Actor): Promise<Organisation[]> {
      requireAdministrator(actor);
      const all = await storage.organisations.list();
      return isSiteAdministrator(actor) ? all : all.filter(({ uuid }) => uuid === actor.organisation);
    },

    async create(
      caller: Caller,
      { username, name, email = '', organization_id, permission }: NewUserRequest,
    ): Promise<Handed> {
      requireGrantable(caller, permission);
      const { password, hash, until } = await oneTime(caller);
      const uuid = await changes.by(caller, async (stores, actor) => {
        requireAdministrator(actor);
        requireGrantable(actor, permission);
        const number = organization_id ?? actor.organization_id;
        if (number !== actor.organization_id && !isSiteAdministrator(actor)) {
          throw new Refusal('forbidden', 'Only a site administrator (level 4) may add a user to another organization.');
        }
        const there = await stores.organisations.byNumber(number);
        if (!there) throw new Refusal('invalid', `There is no organization ${number}.`);
        return addUser(
          stores,
          { actor, at: now() },
          { username, name, email, organisation: there.uuid, permission, password_hash: hash, password_until: until },
        );
      });
      return { user: await describeOne(caller, uuid), password };
    },

    disable: (caller: Caller, uuid: string): Promise<void> =>
      change(
        caller,
        uuid,
        (stores, by, user) => {
          if (user.uuid === by.actor.uuid) {
            throw new Refusal('invalid', 'You cannot disable yourself: another administrator can.');
          }
          return disableUser(stores, by, user, false);
        },
        true,
      ),

    enable: (caller: Caller, uuid: string): Promise<void> => change(caller, uuid, enableUser),

    async unlock(caller: Caller, uuid: string): Promise<void> {
      const unlock = await throttle.unlocking();
      await change(caller, uuid, async (stores, by, user) => void (await unlock(stores, by, user)));
    },

    /** Ends all sessions of a user. */
    signOut: (caller: Caller, uuid: string): Promise<void> =>
      change(caller, uuid, (stores, by, user) => endSessions(stores, by, user), true),

    async giveOneTimePassword(caller: Caller, uuid: string): Promise<Handed> {
      // Checked first, so that no hash is computed in vain.
      await changeable(storage, caller, uuid);
      if (uuid === caller.uuid) {
        throw new Refusal('invalid', 'Change your own password on the page Account.');
      }
      const { password, hash, until } = await oneTime(caller);
      const unlock = await throttle.unlocking();
      await change(
        caller,
        uuid,
        async (stores, by, user) => {
          // A user who forgot the old password has tried it in vain.
          await unlock(stores, by, user);
          return replacePassword(stores, by, user, hash, until);
        },
        true,
      );
      return { user: await describeOne(caller, uuid), password };
    },

    /** Removes the user's second factor. */
    removeSecondFactor: (caller: Caller, uuid: string): Promise<void> =>
      change(caller, uuid, (stores, by, user) => {
        if (user.uuid === by.actor.uuid) {
          throw new Refusal('invalid', 'Turn off your own second step on the page Account.');
        }
        return removeSecondFactor(stores, by, user);
      }),

    /** Does nothing if the user does not have the role. */
    async unassignRole(caller: Caller, uuid: string, role: string): Promise<void> {
      await changes.by(caller, async (stores, actor) => {
        requireAdministrator(actor);
        const user = foundFor(actor, await stores.users.byUuid(uuid), 'user');
        found(await stores.roles.byUuid(role), 'role');
        await unassignRole(stores, { actor, at: now() }, user, role);
      });
    },
  };
}
