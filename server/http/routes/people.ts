import { newUserRequest, peopleFileRequest, roleAssignmentRequest, userUpdateRequest } from '#api/contract/requests.ts';
import { PEOPLE_FILE_SIZE_MAX } from '#config/constants.ts';
import type { Pages } from '#server/domain/pages.ts';
import type { Described, PeopleAdmin } from '#server/domain/people/people-admin.ts';
import type { People } from '#server/domain/people/people.ts';
import type { ListedUser } from '#server/storage/stores/people.ts';
import { pagedLists, pagingOf, wantedPage } from '../pages.ts';
import { addRoute, type Api } from '../route.ts';

/** Bytes: a character takes up to six of them in JSON. */
const PEOPLE_FILE_BODY_LIMIT = 6 * PEOPLE_FILE_SIZE_MAX + 1_000;

const userEntry = ({ uuid, email, name, organization_id, permission }: ListedUser) => ({
  uuid,
  email,
  name,
  organization_id,
  permission,
});

/** A user in pages and replies to changes (`users.manage` in `capabilities`). */
const personEntry = (user: Described) => ({
  ...userEntry(user),
  username: user.username,
  organization: user.organization_name,
  roles: user.roles,
  last_sign_in: user.signed_in_at,
  disabled: user.disabled_at !== null,
  locked: user.locked,
  one_time_until: user.password_until,
  second_factor: user.hasSecondFactor,
});

/** The parts of the routes of people. */
type PeopleParts = { people: People; admin: PeopleAdmin; pages: Pages };

/** Roles and users (`s7.roles`, `s7.users`, `s7.assign`, `s7.update-user`). */
export function peopleRoutes(api: Api, parts: PeopleParts): void {
  const { people, admin, pages } = parts;
  adminRoutes(api, parts);
  addRoute(api, {
    route: 'GET /v1/roles',
    handle: async ({ actor }) => ({ success: true, roles: await people.roles(actor) }),
  });

  addRoute(api, {
    route: 'GET /v1/users',
    async handle({ actor, request }) {
      const wanted = wantedPage(pagedLists['GET /v1/users'], request);
      if (!wanted) return { success: true, users: (await people.users(actor)).map(userEntry) };
      const page = await pages.users(actor, wanted);
      const users = (await admin.describe(page.entries)).map(personEntry);
      return { success: true, users, ...pagingOf(page, wanted) };
    },
  });

  addRoute(api, {
    route: 'POST /v1/users/roles/create',
    body: roleAssignmentRequest,
    async handle({ actor, body }) {
      await people.assignRole(actor, body.user_uuid, body.role_uuid);
      const user = personEntry(await admin.describeOne(actor, body.user_uuid));
      return { success: true, message: 'Role created successfully!', user };
    },
  });

  addRoute(api, {
    route: 'POST /v1/users/:uuid/update',
    body: userUpdateRequest,
    async handle({ actor, id, body }) {
      const uuid = id('uuid', 'user');
      await people.update(actor, uuid, body);
      const user = personEntry(await admin.describeOne(actor, uuid));
      return { success: true, message: 'User updated successfully!', user };
    },
  });
}

/**
 * Calls of administrators besides the contract's calls (`users.manage` in `capabilities`). Each reply has the user as
 * they are then.
 */
function adminRoutes(api: Api, { admin }: PeopleParts): void {
  addRoute(api, {
    route: 'GET /v1/organizations',
    handle: async ({ actor }) => ({
      success: true,
      organizations: (await admin.organisations(actor)).map(({ organization_id, name }) => ({
        organization_id,
        name,
      })),
    }),
  });

  addRoute(api, {
    route: 'POST /v1/users/create',
    body: newUserRequest,
    async handle({ actor, body, reply }) {
      const { user, password } = await admin.create(actor, body);
      reply.code(201);
      return { success: true, user: personEntry(user), password };
    },
  });

  addRoute(api, {
    route: 'POST /v1/users/import/check',
    body: peopleFileRequest,
    bodyLimit: PEOPLE_FILE_BODY_LIMIT,
    async handle({ actor, body }) {
      const { lines, unused } = await admin.import.check(actor, body.csv);
      return { success: true, lines, unused };
    },
  });
  addRoute(api, {
    route: 'POST /v1/users/import',
    body: peopleFileRequest,
    bodyLimit: PEOPLE_FILE_BODY_LIMIT,
    async handle({ actor, body, reply }) {
      const { people, until } = await admin.import.add(actor, body.csv);
      reply.code(201);
      return { success: true, people, one_time_until: until };
    },
  });

  addRoute(api, {
    route: 'POST /v1/users/:uuid/one-time-password',
    async handle({ actor, id }) {
      const { user, password } = await admin.giveOneTimePassword(actor, id('uuid', 'user'));
      return { success: true, user: personEntry(user), password };
    },
  });

  const deeds = {
    disable: 'disable',
    enable: 'enable',
    unlock: 'unlock',
    'sign-out': 'signOut',
    'remove-second-factor': 'removeSecondFactor',
  } as const;
  for (const [word, deed] of Object.entries(deeds)) {
    addRoute(api, {
      route: `POST /v1/users/:uuid/${word}`,
      async handle({ actor, id }) {
        const uuid = id('uuid', 'user');
        await admin[deed](actor, uuid);
        return { success: true, user: personEntry(await admin.describeOne(actor, uuid)) };
      },
    });
  }

  addRoute(api, {
    route: 'POST /v1/users/roles/delete',
    body: roleAssignmentRequest,
    async handle({ actor, body: { user_uuid, role_uuid } }) {
      await admin.unassignRole(actor, user_uuid, role_uuid);
      return { success: true, user: personEntry(await admin.describeOne(actor, user_uuid)) };
    },
  });
}
