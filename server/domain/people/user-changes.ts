import { randomUUID } from 'node:crypto';
import { ADMIN_PERMISSION } from '#common/config/constants.ts';
import type { Stores } from '#server/storage/storage.ts';
import type { StoredEvent } from '#server/storage/stores/events.ts';
import type { Identity, NewUser, Organisation, UserRecord } from '#server/storage/stores/people.ts';
import { requireOtherAdministrator } from '../access.ts';
import { line, usernameLine } from './account-names.ts';
import { noteOf, type By } from '../audit/audit.ts';
import { Refusal } from '../refusal.ts';

/** Milliseconds for which a one-time password is valid: one generated on a Friday still works on Monday. */
const ONE_TIME_LIFE = 72 * 60 * 60_000;

/** @returns the time until which a one-time password that is generated now is valid, for `password_until` */
export const oneTimeUntil = (now: Date): string => new Date(now.getTime() + ONE_TIME_LIFE).toISOString();

/** @throws {Refusal} invalid, when another user has the name. @returns the name as it is stored */
async function requireFree({ users }: Stores, wanted: string, user: string | null): Promise<string> {
  const name = usernameLine(wanted);
  const holder = await users.byUsername(name);
  if (holder && holder.uuid !== user) throw new Refusal('invalid', `There is a user '${holder.username}' already.`);
  return name;
}

/** @throws {Refusal} invalid, when another organisation has the name */
export async function addOrganisation(stores: Stores, by: By, wanted: string): Promise<Organisation> {
  const name = line(wanted, 'The name');
  await stores.organisations.lockNames();
  const all = await stores.organisations.list();
  if (all.some((one) => one.name.toLowerCase() === name.toLowerCase())) {
    throw new Refusal('invalid', `There is an organization '${name}' already.`);
  }
  const organization_id = (await stores.organisations.lastNumber()) + 1;
  const organisation = { uuid: randomUUID(), organization_id, name };
  await stores.organisations.add(organisation);
  await noteOf(stores, by, 'organisation_added', { uuid: organisation.uuid, organisation: organisation.uuid });
  return organisation;
}

/** @returns the uuid of the new user */
export async function addUser(stores: Stores, by: By, wanted: Omit<NewUser, 'uuid' | 'created_at'>): Promise<string> {
  await stores.organisations.lockNames();
  const username = await requireFree(stores, wanted.username, null);
  const user = { ...wanted, uuid: randomUUID(), username, name: line(wanted.name, 'The name') };
  await stores.users.add({ ...user, created_at: by.at.toISOString() });
  await noteOf(stores, by, 'user_added', user, `permission ${user.permission}`);
  return user.uuid;
}

/** Gives a user another name to sign in with. Sessions continue. */
export async function renameUser(stores: Stores, by: By, user: UserRecord, wanted: string): Promise<void> {
  await stores.organisations.lockNames();
  await stores.users.rename(user.uuid, await requireFree(stores, wanted, user.uuid));
  await noteOf(stores, by, 'user_renamed', user);
}

/** Gives a user another level; a lower one ends their sessions. */
export async function changeLevel(
  stores: Stores,
  by: By,
  user: UserRecord,
  permission: number,
  isForced = false,
): Promise<StoredEvent[]> {
  if (permission < ADMIN_PERMISSION && !isForced) await requireOtherAdministrator(stores.users, user, user.username);
  await stores.users.change(user.uuid, { permission });
  await noteOf(stores, by, 'user_updated', user, `permission ${user.permission} to ${permission}`);
  return permission < user.permission ? stores.sessions.revokeAllOf(user.uuid, by.at.toISOString()) : [];
}

/**
 * Moves a user to another organisation, which ends their sessions. The caller holds the lock of names (`lockNames`).
 */
export async function moveUser(
  stores: Stores,
  by: By,
  user: UserRecord,
  target: Organisation,
  isForced = false,
): Promise<StoredEvent[]> {
  if (!isForced) await requireOtherAdministrator(stores.users, user, user.username);
  await stores.users.change(user.uuid, { organisation: target.uuid });
  await noteOf(stores, by, 'user_moved', user, `organization ${user.organization_id} to ${target.organization_id}`);
  return stores.sessions.revokeAllOf(user.uuid, by.at.toISOString());
}

/** Disables sign-ins of a user. @param isForced also the last administrator of an organisation */
export async function disableUser(stores: Stores, by: By, user: UserRecord, isForced: boolean): Promise<StoredEvent[]> {
  if (!isForced) await requireOtherAdministrator(stores.users, user, user.username);
  const at = by.at.toISOString();
  await stores.users.setDisabled(user.uuid, user.disabled_at ?? at);
  await noteOf(stores, by, 'user_disabled', user);
  return stores.sessions.revokeAllOf(user.uuid, at);
}

/** Lets a disabled user sign in again. */
export async function enableUser(stores: Stores, by: By, user: UserRecord): Promise<void> {
  await stores.users.setDisabled(user.uuid, null);
  await noteOf(stores, by, 'user_enabled', user);
}

/** Gives a user a role. @param role its uuid */
export async function assignRole(
  stores: Stores,
  by: By,
  user: Pick<UserRecord, 'uuid' | 'organisation'>,
  role: string,
): Promise<void> {
  await stores.roles.assign(role, user.uuid);
  await noteOf(stores, by, 'role_assigned', user, `role ${role}`);
}

/** Takes a role from a user. @returns false if they do not have it */
export async function unassignRole(stores: Stores, by: By, user: UserRecord, role: string): Promise<boolean> {
  const had = await stores.roles.unassign(role, user.uuid);
  if (had) await noteOf(stores, by, 'role_unassigned', user, `role ${role}`);
  return had;
}

/** Ends all sessions of a user. */
export async function endSessions(
  stores: Stores,
  by: By,
  user: UserRecord,
  detail: string | null = null,
): Promise<StoredEvent[]> {
  await noteOf(stores, by, 'sessions_ended', user, detail);
  return stores.sessions.revokeAllOf(user.uuid, by.at.toISOString());
}

/** Gives a user another password, which ends their sessions. @param until for a one-time password, as `password_until` has it */
export async function replacePassword(
  stores: Stores,
  by: By,
  user: UserRecord,
  hash: string,
  until: string | null,
): Promise<StoredEvent[]> {
  await stores.users.setPasswordHash(user.uuid, hash, until);
  await noteOf(stores, by, 'password_set', user, until === null ? null : `one-time, until ${until}`);
  return stores.sessions.revokeAllOf(user.uuid, by.at.toISOString());
}

/** Removes a user's second factor, as when their telephone is lost. Does nothing if they have none. */
export async function removeSecondFactor(stores: Stores, by: By, user: UserRecord): Promise<void> {
  if (await stores.secondFactors.remove(user.uuid)) await noteOf(stores, by, 'second_factor_removed', user);
}

/**
 * Links an identity of the provider to a user, instead of the identity that was linked before.
 * @throws {Refusal} invalid, when the identity is linked to another user already
 */
export async function linkIdentity(
  stores: Stores,
  by: By,
  user: UserRecord,
  { issuer, subject }: Pick<Identity, 'issuer' | 'subject'>,
): Promise<void> {
  await stores.organisations.lockNames();
  const holder = await stores.identities.bySubject(issuer, subject);
  if (holder && holder.user !== user.uuid) {
    const other = await stores.users.byUuid(holder.user);
    throw new Refusal('invalid', `This person of the provider is '${other?.username ?? holder.user}' already.`);
  }
  await stores.identities.set({ issuer, subject, user: user.uuid });
  await noteOf(stores, by, 'identity_linked', user);
}

/** Removes the link of a user to the identity provider. Does nothing if there is none. */
export async function unlinkIdentity(stores: Stores, by: By, user: UserRecord): Promise<boolean> {
  const was = await stores.identities.remove(user.uuid);
  if (was) await noteOf(stores, by, 'identity_unlinked', user);
  return was;
}
