import { randomUUID } from 'node:crypto';
import type { Storage, Stores } from '#server/storage/storage.ts';
import type { RoleRecord, UserRecord } from '#server/storage/stores/people.ts';
import {
  found,
  isSiteAdministrator,
  requireAdministrator,
  requireSiteAdministrator,
  type Actor,
  type Caller,
} from '../access.ts';
import { line } from './account-names.ts';
import { auditEntry, type By } from '../audit/audit.ts';
import type { Changes } from '../changes.ts';
import { Refusal } from '../refusal.ts';

/** A role with those of its holders whom the actor may see. `elsewhere`: number of its other holders. */
export type ManagedRole = RoleRecord & { holders: string[]; elsewhere: number };

/** Roles as an administrator sees them, and the choices for new ones. */
export type ManagedRoles = {
  roles: ManagedRole[];
  people: UserRecord[];
  /** The files of offered templates, each with the name of one. */
  files: { file_name: string; name: string }[];
  isChangeable: boolean;
};

/**
 * Actions of administrators on roles. Every method throws a `Refusal` for what is missing or of another organisation.
 */
export type RoleAdmin = ReturnType<typeof createRoleAdmin>;

/**
 * Makes a role: from then on only its holders and administrators change documents of the file. For the command line and
 * the browser.
 * @throws {Refusal} missing, if no template has the file
 */
export async function addRole(
  stores: Stores,
  { actor, at }: By,
  wanted: string,
  file_name: string,
): Promise<RoleRecord> {
  const name = line(wanted, 'The name');
  const known = (await stores.templates.all()).map((template) => template.file_name);
  if (!known.includes(file_name)) {
    const there = [...new Set(known)].join(', ');
    throw new Refusal('missing', `No template has the file name '${file_name}'. There are: ${there}.`);
  }
  const same = (await stores.roles.list()).some((one) => one.name === name && one.file_name === file_name);
  if (same) throw new Refusal('invalid', `There is a role '${name}' for ${file_name} already.`);
  const role = { uuid: randomUUID(), name, file_name };
  await stores.roles.add(role);
  await stores.audit.add(auditEntry(at, actor, 'role_added', { subject: role.uuid, detail: file_name }));
  return role;
}

/** Removes a role, from all its holders first. For the command line and the browser. */
export async function removeRole(stores: Stores, { actor, at }: By, role: RoleRecord): Promise<void> {
  await stores.roles.remove(role.uuid);
  await stores.audit.add(auditEntry(at, actor, 'role_removed', { subject: role.uuid, detail: role.file_name }));
}

/**
 * @param storage where roles are stored
 * @param changes the queue in which they are changed
 * @param now the clock
 */
export function createRoleAdmin(storage: Storage, changes: Changes, now: () => Date) {
  return {
    async list(actor: Actor): Promise<ManagedRoles> {
      requireAdministrator(actor);
      const isSite = isSiteAdministrator(actor);
      const [roles, held, people, templates] = await Promise.all([
        storage.roles.list(),
        storage.roles.holders(),
        storage.users.list(isSite ? null : actor.organisation),
        storage.templates.all(),
      ]);
      const seen = new Set(people.map(({ uuid }) => uuid));
      const offered = templates.filter(
        ({ removed_at, organisation }) =>
          removed_at === null && (isSite || organisation === null || organisation === actor.organisation),
      );
      return {
        roles: roles.map((role) => {
          const users = held.flatMap((one) => (one.role === role.uuid ? [one.user] : []));
          const holders = users.filter((user) => seen.has(user));
          return { ...role, holders, elsewhere: users.length - holders.length };
        }),
        people,
        files: [...new Map(offered.map(({ file_name, name }) => [file_name, { file_name, name }])).values()],
        isChangeable: isSite,
      };
    },

    /** Roles are valid in all organisations: a site administrator makes and removes them. */
    async add(caller: Caller, name: string, fileName: string): Promise<void> {
      await changes.by(caller, async (stores, actor) => {
        requireSiteAdministrator(actor);
        await addRole(stores, { actor, at: now() }, name, fileName);
      });
    },

    remove: (caller: Caller, uuid: string): Promise<void> =>
      changes.by(caller, async (stores, actor) => {
        requireSiteAdministrator(actor);
        await removeRole(stores, { actor, at: now() }, found(await stores.roles.byUuid(uuid), 'role'));
      }),
  };
}
