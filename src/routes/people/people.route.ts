import { fromPromise } from 'xstate';
import type { Page, PageRequest } from '#common/calls/pages.ts';
import { listRoles, updateUser } from '#common/calls/admin.ts';
import * as people from '#common/calls/people.ts';
import { readPage } from '#api/resources/pages.ts';
import { changeRole } from '#api/resources/roles.ts';
import type { Client } from '#api/client.ts';
import { type Asked, type Listed, pagedListMachine } from '#machines/shared/paged-list.machine.ts';
import type { Act, PersonFields } from '#machines/people/people-acts.ts';
import { peopleAdminMachine } from '#machines/people/people-admin.machine.ts';
import { peopleImportMachine } from '#machines/people/people-import.machine.ts';
import { PeopleScreen } from '#ui/people/people.tsx';
import { screenRoute, type Services } from '../screen-route.ts';

const ACTS = {
  disable: 'disable',
  enable: 'enable',
  unlock: 'unlock',
  signOut: 'sign-out',
  oneTime: 'one-time-password',
  removeFactor: 'remove-second-factor',
} as const;

/** Differences between a form and the user's earlier fields. */
function changedIn(fields: PersonFields, before: people.PersonEntry | null) {
  const [username, name, email] = [fields.username.trim(), fields.name.trim(), fields.email.trim()];
  const [organization, permission] = [fields.organization, fields.permission];
  return {
    ...(username !== before?.username && { username }),
    ...(name !== before?.name && { name }),
    ...(email !== (before?.email ?? '') && { email: email === '' ? null : email }),
    ...(organization !== '' &&
      Number(organization) !== before?.organization_id && { organization_id: Number(organization) }),
    ...(permission !== '' && Number(permission) !== before?.permission && { permission: Number(permission) }),
  };
}

async function doAct(
  { client }: Services,
  act: Act | null,
  before: people.PersonEntry | null,
): Promise<people.PersonReply> {
  if (act === null) throw new Error('There is no act.');
  switch (act.kind) {
    case 'add': {
      const { username, name, email, organization, permission } = act.fields;
      return client.call(people.createUser, {
        body: {
          username: username.trim(),
          name: name.trim(),
          permission: Number(permission),
          ...(email.trim() !== '' && { email: email.trim() }),
          // Without an organization: the administrator's own.
          ...(organization !== '' && { organization_id: Number(organization) }),
        },
      });
    }
    case 'change': {
      const change = changedIn(act.fields, before);
      // Nothing differs: the host has nothing to do.
      if (before && Object.keys(change).length === 0) return { user: before, password: null };
      return client.call(updateUser, { uuid: act.person, body: change }, {}, people.personReply);
    }
    case 'giveRole':
    case 'takeRole':
      return changeRole(client, act.kind === 'giveRole', { user_uuid: act.person, role_uuid: act.role });
    default:
      return client.call(people.personActs[ACTS[act.kind]], { uuid: act.person });
  }
}

const listPeople = (client: Client, wanted: PageRequest, signal: AbortSignal) =>
  readPage(client, people.listPeople, {}, wanted, signal);

const copySecret = fromPromise<void, { text: string }>(({ input }) => navigator.clipboard.writeText(input.text));

const KEY_BYTES = 32;
/** Opens nothing. */
const NO_KEY = '-'.repeat(KEY_BYTES);

/**
 * The key of the user's last import: the host encrypts the one-time passwords with it and does not store it. It is stored here, so that who comes back to
 * the page sees them; without the session it opens nothing.
 */
function importKeys({ env, auth }: Services) {
  const name = (): string =>
    `ready import ${env.apiHost || location.origin} ${auth?.getSnapshot().context.user?.user_id ?? ''}`;
  // In a browser without a storage.
  let own = NO_KEY;
  const inStorage = <T>(work: (storage: Storage) => T): T | null => {
    try {
      return work(localStorage);
    } catch {
      return null;
    }
  };
  return {
    kept: (): string => inStorage((storage) => storage.getItem(name())) ?? own,
    make(): string {
      own = Array.from(crypto.getRandomValues(new Uint8Array(KEY_BYTES)), (byte) =>
        byte.toString(16).padStart(2, '0'),
      ).join('');
      inStorage((storage) => storage.setItem(name(), own));
      return own;
    },
    drop(): void {
      own = NO_KEY;
      inStorage((storage) => storage.removeItem(name()));
    },
  };
}

export const route = screenRoute(PeopleScreen, (services) => {
  const { client, auth } = services;
  const keys = importKeys(services);
  return peopleAdminMachine.provide({
    actors: {
      listPeople: fromPromise(async ({ input, signal }) => {
        const [page, roles, organizations] = await Promise.all([
          listPeople(client, input, signal),
          client.call(listRoles, {}, { signal }),
          client.call(people.listOrganizations, {}, { signal }),
        ]);
        return { ...page, roles, organizations };
      }),
      pages: pagedListMachine.provide({
        actors: {
          askPage: fromPromise<Page<Listed>, Asked>(({ input: { list: _all, ...wanted }, signal }) =>
            listPeople(client, wanted, signal),
          ),
        },
      }),
      peopleImport: peopleImportMachine.provide({
        actors: {
          checkFile: fromPromise(({ input }) => client.call(people.checkPeopleFile, { body: { csv: input.text } })),
          readJob: fromPromise(async ({ signal }) => {
            const { job } = await client.call(people.readImport, { body: { key: keys.kept() } }, { signal });
            return job;
          }),
          beginImport: fromPromise(async ({ input }) => {
            const { job } = await client.call(people.importPeople, { body: { csv: input.text, key: keys.make() } });
            return job;
          }),
          forgetJob: fromPromise(() => {
            keys.drop();
            return client.call(people.dropImport, {});
          }),
          copySecret,
        },
      }),
      copySecret,
      doAct: fromPromise(({ input: { act, before } }) => doAct(services, act, before)),
    },
    actions: {
      announceChange: (_, { output: { user } }) => {
        if (auth?.getSnapshot().context.user?.user_id === user.uuid) auth.send({ type: 'session.checkRequested' });
      },
    },
  });
});
