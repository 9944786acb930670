import {
  roleAssignmentRequest,
  userUpdateRequest,
  type RoleAssignmentRequest,
  type UserUpdateRequest,
} from '#api/contract/requests.ts';
import type { Pages } from '#server/domain/pages.ts';
import type { People } from '#server/domain/people.ts';
import type { ListedUser } from '#server/storage/page-port.ts';
import { pagedLists, pagingOf, wantedPage } from '../pages.ts';
import { addRoute, type Api } from '../route.ts';

const userEntry = ({ uuid, email, name, organization_id, permission }: ListedUser) => ({
  uuid,
  email,
  name,
  organization_id,
  permission,
});

/** Roles and users (`s7.roles`, `s7.users`, `s7.assign`, `s7.update-user`). */
export function peopleRoutes(api: Api, { people, pages }: { people: People; pages: Pages }): void {
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
      return { success: true, users: page.entries.map(userEntry), ...pagingOf(page, wanted) };
    },
  });

  addRoute<RoleAssignmentRequest>(api, {
    route: 'POST /v1/users/roles/create',
    body: roleAssignmentRequest,
    async handle({ actor, body }) {
      await people.assignRole(actor, body.user_uuid, body.role_uuid);
      return { success: true, message: 'Role created successfully!' };
    },
  });

  addRoute<UserUpdateRequest>(api, {
    route: 'POST /v1/users/:uuid/update',
    body: userUpdateRequest,
    async handle({ actor, id, body }) {
      await people.update(actor, id('uuid', 'user'), body);
      return { success: true, message: 'User updated successfully!' };
    },
  });
}
