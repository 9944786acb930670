import type { Storage, Stores } from '#server/storage/storage.ts';
import type { Holdings, Organisation, RoleRecord, UserRecord } from '#server/storage/stores/people.ts';
import { requireOtherAdministrator } from '../access.ts';
import { line, organisationOf, roleOf, userOf } from './account-names.ts';
import { noteOf, type By } from '../audit/audit.ts';
import { requireNotHeld } from '../holds.ts';
import { Refusal } from '../refusal.ts';
import { removeRole } from './role-admin.ts';
import { moveUser, renameUser, unassignRole } from './user-changes.ts';

/**
 * Operations of the command line that remove, rename or move users, roles and organisations. Documents and archives
 * stay with their organisation. Every method throws a `Refusal`.
 */
export type Departures = ReturnType<typeof createDepartures>;

/**
 * @param storage where users are stored
 * @param now the clock
 */
export function createDepartures(storage: Storage, now: () => Date) {
  const by = (): By => ({ actor: null, at: now() });

  const leaving = async (stores: Stores, username: string, isForced: boolean): Promise<UserRecord> => {
    const user = await userOf(stores, username);
    if (!isForced) await requireOtherAdministrator(stores.users, user, user.username);
    return user;
  };
  const closing = async (stores: Stores, wanted: string, withDocuments: boolean): Promise<Organisation & Holdings> => {
    const organisation = await organisationOf(stores, wanted);
    const people = (await stores.users.list(organisation.uuid)).map((user) => user.username);
    if (people.length > 0) {
      const some = people.length > 5 ? [...people.slice(0, 5), `${people.length - 5} others`] : people;
      throw new Refusal(
        'invalid',
        `${organisation.name} has people: ${some.join(', ')}. Move or remove them first (user move, user remove).`,
      );
    }
    const holdings = await stores.organisations.holdings(organisation.uuid);
    if (!withDocuments && holdings.wips.length + holdings.templates.length + holdings.archives > 0) {
      throw new Refusal(
        'invalid',
        `${organisation.name} has ${holdings.wips.length} documents, ${holdings.templates.length} templates of its own and ${holdings.archives} archives. ` +
          'With --documents-too the documents are deleted and the templates withdrawn; archives are never deleted.',
      );
    }
    return { ...organisation, ...holdings };
  };

  return {
    renameUser: (username: string, wanted: string): Promise<void> =>
      storage.transaction(async (stores) => {
        await renameUser(stores, by(), await userOf(stores, username), wanted);
      }),

    /**
     * Ends the user's sessions.
     * @param isForced also the last administrator of an organisation.
     * @returns their new organisation
     */
    moveUser: (username: string, wanted: string, isForced: boolean): Promise<Organisation> =>
      storage.transaction(async (stores) => {
        await stores.organisations.lockNames();
        const user = await userOf(stores, username);
        const target = await organisationOf(stores, wanted);
        if (target.uuid === user.organisation)
          throw new Refusal('invalid', `${user.username} is in ${target.name} already.`);
        await moveUser(stores, by(), user, target, isForced);
        return target;
      }),

    /** The user, if they may be removed. */
    leaving: (username: string, isForced: boolean): Promise<UserRecord> =>
      storage.transaction((stores) => leaving(stores, username, isForced)),

    /** Removes personal data, and ends their sessions and roles; documents that they wrote stay. */
    removeUser: (username: string, isForced: boolean): Promise<void> =>
      storage.transaction(async (stores) => {
        const user = await leaving(stores, username, isForced);
        const at = now().toISOString();
        await stores.users.remove(user.uuid, at);
        await stores.roles.unassignAll(user.uuid);
        await stores.networks.forget(user.uuid);
        await stores.sessions.revokeAllOf(user.uuid, at);
        await noteOf(stores, by(), 'user_removed', user);
      }),

    renameOrganisation: (wanted: string, newName: string): Promise<string> =>
      storage.transaction(async (stores) => {
        await stores.organisations.lockNames();
        const { uuid } = await organisationOf(stores, wanted);
        const name = line(newName, 'The name');
        const same = (await stores.organisations.list()).find(
          (one) => one.uuid !== uuid && one.name.toLowerCase() === name.toLowerCase(),
        );
        if (same) throw new Refusal('invalid', `There is an organization '${same.name}' already.`);
        await stores.organisations.rename(uuid, name);
        await noteOf(stores, by(), 'organisation_renamed', { uuid, organisation: uuid });
        return name;
      }),

    /** The organisation and its belongings, if it may be removed. @param withDocuments also one that has documents */
    closing: (wanted: string, withDocuments: boolean): Promise<Organisation & Holdings> =>
      storage.transaction((stores) => closing(stores, wanted, withDocuments)),

    /** Deletes its works in progress and withdraws its templates; archives are never deleted. */
    removeOrganisation: (wanted: string, withDocuments: boolean): Promise<Organisation & Holdings> =>
      storage.transaction(async (stores) => {
        await requireNotHeld(stores, 'Something of this organization', async (active) => {
          const { uuid } = await organisationOf(stores, wanted);
          return active.find(({ organisation }) => organisation === uuid);
        });
        await stores.organisations.lockNames();
        const organisation = await closing(stores, wanted, withDocuments);
        const { uuid, wips, templates, archives } = organisation;
        const at = now().toISOString();
        for (const wip of wips) {
          await stores.wips.remove(wip, at, null);
          await noteOf(stores, by(), 'document_deleted', { uuid: wip, organisation: uuid });
        }
        for (const template of templates) {
          await stores.templates.setRemoved(template, at);
          await noteOf(stores, by(), 'template_removed', { uuid: template, organisation: uuid });
        }
        await stores.organisations.remove(uuid, at);
        const detail = `${wips.length} documents and ${templates.length} templates went, ${archives} archives stay`;
        await noteOf(stores, by(), 'organisation_removed', { uuid, organisation: uuid }, detail);
        await stores.displays.endAllOf(uuid, at);
        return organisation;
      }),

    /** @returns the role, the number of its holders, and `isGuarded`: documents of its file still require another role */
    removeRole: (wanted: string): Promise<RoleRecord & { holders: number; isGuarded: boolean }> =>
      storage.transaction(async (stores) => {
        const role = await roleOf(stores, wanted);
        const holders = (await stores.roles.holders()).filter((one) => one.role === role.uuid).length;
        await removeRole(stores, by(), role);
        const isGuarded = (await stores.roles.list()).some((one) => one.file_name === role.file_name);
        return { ...role, holders, isGuarded };
      }),

    unassignRole: (wanted: string, username: string): Promise<void> =>
      storage.transaction(async (stores) => {
        const user = await userOf(stores, username);
        const role = await roleOf(stores, wanted);
        if (!(await unassignRole(stores, by(), user, role.uuid)))
          throw new Refusal('invalid', `${user.username} does not hold the role ${role.name}.`);
      }),
  };
}
