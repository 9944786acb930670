import { randomUUID } from 'node:crypto';
import { ADMIN_PERMISSION } from '#config/constants.ts';
import type { Identity, NewUser, Organisation, UserRecord } from '#server/storage/port/people-port.ts';
import type { AuditAction, StoredEvent, Stores } from '#server/storage/port/port.ts';
import { requireOtherAdministrator, type Actor } from '../access.ts';
import { line, usernameLine } from './account-names.ts';
import { auditEntry } from '../audit/audit.ts';
import { Refusal } from '../refusal.ts';

/**
 * The changes of a user that the command line and administrators in the browser make by the same rules, each within a transaction. Who may make them is judged
 * before. They give the events of sessions that ended, for `Tell`.
 */
export type By = {
  /** Null for the command line. */
  actor: Actor | null;
  at: Date;
};

/** For how many milliseconds a one-time password lets in: made on a Friday, it holds on Monday. */
const ONE_TIME_LIFE = 72 * 60 * 60_000;

/** @returns until when a one-time password that is made now lets in, as `password_until` has it */
export const oneTimeUntil = (now: Date): string => new Date(now.getTime() + ONE_TIME_LIFE).toISOString();

/** Writes down what was done to a user. */
export function noteOf(
  { audit }: Pick<Stores, 'audit'>,
  { actor, at }: By,
  action: AuditAction,
  { uuid, organisation }: Pick<UserRecord, 'uuid' | 'organisation'>,
  detail: string | null = null,
): Promise<void> {
  return audit.add(auditEntry(at, actor, action, { subject: uuid, organisation, detail }));
}

/** @throws {Refusal} invalid, when somebody else has the name. @returns it as it is kept */
async function requireFree({ users }: Stores, wanted: string, user: string | null): Promise<string> {
  const name = usernameLine(wanted);
  const holder = await users.byUsername(name);
  if (holder && holder.uuid !== user) throw new Refusal('invalid', `There is a user '${holder.username}' already.`);
  return name;
}

/** @throws {Refusal} invalid, when another one has the name */
export async function addOrganisation(stores: Stores, { actor, at }: By, wanted: string): Promise<Organisation> {
  const name = line(wanted, 'The name');
  await stores.organisations.lockNames();
  const all = await stores.organisations.list();
  if (all.some((one) => one.name.toLowerCase() === name.toLowerCase())) {
    throw new Refusal('invalid', `There is an organization '${name}' already.`);
  }
  const organization_id = (await stores.organisations.lastNumber()) + 1;
  const organisation = { uuid: randomUUID(), organization_id, name };
  await stores.organisations.add(organisation);
  const about = { subject: organisation.uuid, organisation: organisation.uuid };
  await stores.audit.add(auditEntry(at, actor, 'organisation_added', about));
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

/** Gives a user another name to sign in with. Sessions go on. */
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

/** Moves a user to another organisation, which ends their sessions. The names are held by the caller (`lockNames`). */
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

/** Lets a user sign in no more. @param isForced also the last administrator of an organisation */
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

/** Ends all sessions of a user. */
export async function endSessions(stores: Stores, by: By, user: UserRecord): Promise<StoredEvent[]> {
  await noteOf(stores, by, 'sessions_ended', user);
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

/** Asks a user for no code any more, as when their telephone is lost. Does nothing where none is asked. */
export async function removeSecondFactor(stores: Stores, by: By, user: UserRecord): Promise<void> {
  if (await stores.secondFactors.remove(user.uuid)) await noteOf(stores, by, 'second_factor_removed', user);
}

/**
 * Has somebody of an identity provider sign in as a user, in the place of whoever did before.
 * @throws {Refusal} invalid, when they are another user already
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

/** Lets a user in by the identity provider no more. Does nothing where they were not linked. */
export async function unlinkIdentity(stores: Stores, by: By, user: UserRecord): Promise<boolean> {
  const was = await stores.identities.remove(user.uuid);
  if (was) await noteOf(stores, by, 'identity_unlinked', user);
  return was;
}
