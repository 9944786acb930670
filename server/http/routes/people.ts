import {
  roleAssignmentRequest,
  userUpdateRequest,
  type RoleAssignmentRequest,
  type UserUpdateRequest,
} from '#api/contract/requests.ts';
import type { People } from '#server/domain/people.ts';
import { addRoute, type Api } from '../route.ts';

/** Roles and users (`s7.roles`, `s7.users`, `s7.assign`, `s7.update-user`). */
export function peopleRoutes(api: Api, people: People): void {
  addRoute(api, {
    route: 'GET /v1/roles',
    handle: async ({ actor }) => ({ success: true, roles: await people.roles(actor) }),
  });

  addRoute(api, {
    route: 'GET /v1/users',
    handle: async ({ actor }) => ({
      success: true,
      users: (await people.users(actor)).map(({ uuid, email, name, organization_id, permission }) => ({
        uuid,
        email,
        name,
        organization_id,
        permission,
      })),
    }),
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
