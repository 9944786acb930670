import { assignRole, listRoles, listUsers, updateUser } from '#common/calls/admin.ts';
import { administer, inspect } from '../guards/access.ts';
import {
  jobRequest,
  newUserRequest,
  peopleFileRequest,
  peopleImportRequest,
  roleAssignmentRequest,
  userUpdateRequest,
} from '#common/calls/requests.ts';
import {
  checkPeopleFile,
  createUser,
  dropImport,
  importPeople,
  listOrganizations,
  personActs,
  readImport,
  unassignRole,
} from '#common/calls/people.ts';
import { PEOPLE_FILE_SIZE_MAX } from '#common/config/constants.ts';
import type { Actor } from '#server/domain/access.ts';
import type { Pages } from '#server/domain/pages.ts';
import type { Described, PeopleAdmin } from '#server/domain/people/people-admin.ts';
import type { People } from '#server/domain/people/people.ts';
import type { ListedUser } from '#server/storage/stores/people.ts';
import { pagedLists, pagingOf, wantedPage } from '../pages.ts';
import { picked, serve, type Api } from '../serve.ts';

/** Bytes: a character takes up to six of them in JSON. */
const PEOPLE_FILE_BODY_LIMIT = 6 * PEOPLE_FILE_SIZE_MAX + 1_000;

const userEntry = (user: ListedUser) => picked(user, 'uuid', 'email', 'name', 'organization_id', 'permission');

/** A user in pages and replies to changes (`users.manage` in `capabilities`). */
const personEntry = (user: Described) => ({
  ...userEntry(user),
  ...picked(user, 'username', 'roles', 'locked'),
  organization: user.organization_name,
  last_sign_in: user.signed_in_at,
  disabled: user.disabled_at !== null,
  one_time_until: user.password_until,
  second_factor: user.hasSecondFactor,
});

/** The reply to a change of a user: as they are then. */
const changedUser = async (admin: PeopleAdmin, actor: Actor, uuid: string) => ({
  success: true,
  user: personEntry(await admin.describeOne(actor, uuid)),
});

/** The parts of the routes of people. */
type PeopleParts = { people: People; admin: PeopleAdmin; pages: Pages };

/** Roles and users (`s7.roles`, `s7.users`, `s7.assign`, `s7.update-user`). */
export function peopleRoutes(api: Api, parts: PeopleParts): void {
  const { people, admin, pages } = parts;
  adminRoutes({ ...api, capability: 'users.manage' }, parts);
  serve(api, listRoles, { access: inspect, about: 'Roles' }, async ({ actor }) => ({
    success: true,
    roles: await people.roles(actor),
  }));

  serve(api, listUsers, { access: inspect, about: 'Users', pages: pagedLists.users }, async ({ actor, request }) => {
    const wanted = wantedPage(pagedLists.users, request);
    if (!wanted) return { success: true, users: (await people.users(actor)).map(userEntry) };
    const page = await pages.users(actor, wanted);
    const users = (await admin.describe(page.entries)).map(personEntry);
    return { success: true, users, ...pagingOf(page, wanted) };
  });

  serve(
    api,
    assignRole,
    { access: administer('user'), about: 'Give a user a role', body: roleAssignmentRequest },
    async ({ actor, body }) => {
      await people.assignRole(actor, body.user_uuid, body.role_uuid);
      return { ...(await changedUser(admin, actor, body.user_uuid)), message: 'Role created successfully!' };
    },
  );

  serve(
    api,
    updateUser,
    { access: administer('user'), about: 'Change a user', body: userUpdateRequest },
    async ({ actor, id, body }) => {
      await people.update(actor, id, body);
      return { ...(await changedUser(admin, actor, id)), message: 'User updated successfully!' };
    },
  );
}

/**
 * Calls of administrators besides the contract's calls (`users.manage` in `capabilities`). Each reply has the user as
 * they are then.
 */
function adminRoutes(api: Api, { admin }: PeopleParts): void {
  serve(
    api,
    listOrganizations,
    { access: inspect, about: 'Organizations that the administrator may put people into' },
    async ({ actor }) => ({
      success: true,
      organizations: (await admin.organisations(actor)).map((one) => picked(one, 'organization_id', 'name')),
    }),
  );

  serve(
    api,
    createUser,
    {
      access: administer(),
      about: 'Add a user; only this reply has the one-time password',
      body: newUserRequest,
      status: 201,
    },
    async ({ actor, body }) => {
      const { user, password } = await admin.create(actor, body);
      return { success: true, user: personEntry(user), password };
    },
  );

  serve(
    api,
    checkPeopleFile,
    {
      access: administer(),
      about: 'Say what an import of people would do, line by line, and do nothing',
      body: peopleFileRequest,
      bodyLimit: PEOPLE_FILE_BODY_LIMIT,
    },
    async ({ actor, body }) => {
      const { lines, unused } = await admin.import.check(actor, body.csv);
      return { success: true, lines, unused };
    },
  );
  serve(
    api,
    importPeople,
    {
      access: administer(),
      about: 'Begin to add the users of a table, all or none',
      body: peopleImportRequest,
      bodyLimit: PEOPLE_FILE_BODY_LIMIT,
      status: 202,
    },
    async ({ actor, body: { csv, key } }) => ({ success: true, job: await admin.import.begin(actor, csv, key) }),
  );
  serve(
    api,
    readImport,
    {
      access: administer(),
      about: 'How far the administrator’s last import is; with its key, the one-time passwords',
      body: jobRequest,
    },
    async ({ actor, body: { key } }) => ({ success: true, job: await admin.import.read(actor, key) }),
  );
  serve(
    api,
    dropImport,
    { access: administer(), about: 'Forget the administrator’s last import; one that runs adds nobody' },
    async ({ actor }) => {
      await admin.import.drop(actor);
      return { success: true };
    },
  );

  serve(
    api,
    personActs['one-time-password'],
    {
      access: administer('user'),
      about: 'Give a user a one-time password, which only this reply has; ends the user’s sessions',
    },
    async ({ actor, id }) => {
      const { user, password } = await admin.giveOneTimePassword(actor, id);
      return { success: true, user: personEntry(user), password };
    },
  );

  const acts = [
    ['disable', 'disable', 'Disable a user; ends the user’s sessions'],
    ['enable', 'enable', 'Let a disabled user sign in again'],
    ['unlock', 'unlock', 'Forget a user’s failed sign-ins'],
    ['sign-out', 'signOut', 'End all sessions of a user'],
    [
      'remove-second-factor',
      'removeSecondFactor',
      'Turn off a user’s second factor, for example when the telephone is lost',
    ],
  ] as const;
  for (const [name, act, about] of acts) {
    serve(api, personActs[name], { access: administer('user'), about }, async ({ actor, id }) => {
      await admin[act](actor, id);
      return changedUser(admin, actor, id);
    });
  }

  serve(
    api,
    unassignRole,
    { access: administer('user'), about: 'Take a role from a user', body: roleAssignmentRequest },
    async ({ actor, body: { user_uuid, role_uuid } }) => {
      await admin.unassignRole(actor, user_uuid, role_uuid);
      return changedUser(admin, actor, user_uuid);
    },
  );
}
