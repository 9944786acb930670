import { ADMIN_PERMISSION, SITE_ADMIN_PERMISSION } from '#common/config/constants.ts';
import type { UserUpdateRequest } from '#common/calls/requests.ts';
import type { Stores } from '#server/storage/storage.ts';
import type { Publish } from '#server/storage/stores/events.ts';
import type { RoleRecord, UserChange, UserRecord } from '#server/storage/stores/people.ts';
import {
  found,
  foundFor,
  isSiteAdministrator,
  requireAdministrator,
  requireOtherAdministrator,
  type Actor,
  type Caller,
} from '../access.ts';
import { line } from './account-names.ts';
import { noteOf } from '../audit/audit.ts';
import type { Changes } from '../changes.ts';
import { Refusal } from '../refusal.ts';
import { assignRole, renameUser } from './user-changes.ts';

/**
 * Operations of administrators on users and roles. Every method throws a `Refusal` for what is missing or of another
 * organisation.
 */
export type People = ReturnType<typeof createPeople>;

/**
 * @param storage where users are stored
 * @param changes the queue in which they are changed
 * @param publish called after the sessions of a user who lost rights have ended, so that their streams end with them
 * @param now the clock
 */
export function createPeople(storage: Stores, changes: Changes, publish: Publish, now: () => Date) {
  return {
    async roles(actor: Actor): Promise<RoleRecord[]> {
      requireAdministrator(actor);
      return storage.roles.list();
    },

    /** Users of the actor's own organisation; a site administrator sees all. */
    async users(actor: Actor): Promise<UserRecord[]> {
      requireAdministrator(actor);
      return storage.users.list(isSiteAdministrator(actor) ? null : actor.organisation);
    },

    async assignRole(caller: Caller, user: string, role: string): Promise<void> {
      await changes.by(caller, async (stores, actor) => {
        requireAdministrator(actor);
        const there = foundFor(actor, await stores.users.byUuid(user), 'user');
        found(await stores.roles.byUuid(role), 'role');
        await assignRole(stores, { actor, at: now() }, there, role);
      });
    },

    async update(
      caller: Caller,
      uuid: string,
      { organization_id, username, email, ...wanted }: UserUpdateRequest,
    ): Promise<void> {
      const events = await changes.by(caller, async (stores, actor) => {
        const user = await changeable(stores, actor, uuid);
        const change: UserChange = { ...wanted, ...(email !== undefined && { email: email ?? '' }) };
        if (wanted.name !== undefined) change.name = line(wanted.name, 'The name');
        if (wanted.permission !== undefined && wanted.permission !== user.permission) {
          requireGrantable(actor, wanted.permission);
        }
        if (username !== undefined && username !== user.username) {
          await renameUser(stores, { actor, at: now() }, user, username);
        }
        if (organization_id !== undefined && organization_id !== user.organization_id) {
          if (!isSiteAdministrator(actor)) {
            throw new Refusal(
              'forbidden',
              'Only a site administrator (level 4) may move a user to another organization.',
            );
          }
          const target = await stores.organisations.byNumber(organization_id);
          if (!target) throw new Refusal('invalid', `There is no organization ${organization_id}.`);
          change.organisation = target.uuid;
        }
        const isMoved = change.organisation !== undefined;
        const isDemoted = wanted.permission !== undefined && wanted.permission < user.permission;
        const keepsAdministering = !isMoved && (wanted.permission ?? user.permission) >= ADMIN_PERMISSION;
        if (!keepsAdministering) await requireOtherAdministrator(stores.users, user, user.name);
        if (Object.keys(change).length > 0) {
          await stores.users.change(uuid, change);
          const level =
            change.permission === undefined ? [] : [`permission ${user.permission} to ${change.permission}`];
          const detail = [...Object.keys(change).filter((field) => field !== 'permission'), ...level].join(', ');
          await noteOf(stores, { actor, at: now() }, 'user_updated', user, detail);
        }
        // In the same transaction: a server that is killed in between must not leave old sessions to a user who lost
        // rights.
        return isMoved || isDemoted ? stores.sessions.revokeAllOf(uuid, now().toISOString()) : [];
      });
      publish(events);
    },
  };
}

/**
 * Finds a user whom an administrator may change.
 * @throws {Refusal} also for a user of a higher level
 */
export async function changeable({ users }: Stores, actor: Actor, uuid: string): Promise<UserRecord> {
  requireAdministrator(actor);
  const user = foundFor(actor, await users.byUuid(uuid), 'user');
  if (user.permission <= actor.permission) return user;
  throw new Refusal('forbidden', 'You cannot change somebody whose permission level is above your own.');
}

/** No user can grant a level above their own, and level 4 is never granted over the network. */
export function requireGrantable(actor: Actor, permission: number): void {
  if (permission < 0 || permission > SITE_ADMIN_PERMISSION) {
    throw new Refusal('invalid', `The permission must be a whole number from 0 to ${ADMIN_PERMISSION}.`);
  }
  if (permission >= SITE_ADMIN_PERMISSION) {
    throw new Refusal('forbidden', 'Level 4 (site administrator) can be given only on the server itself.');
  }
  if (permission > actor.permission) {
    throw new Refusal('forbidden', 'You cannot raise somebody above your own permission level.');
  }
}
