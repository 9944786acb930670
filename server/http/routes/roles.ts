import { newRoleRequest, roleRequest } from '#common/calls/requests.ts';
import type { Actor } from '#server/domain/access.ts';
import type { RoleAdmin } from '#server/domain/people/role-admin.ts';
import { addRoute, type Api } from '../route.ts';

/**
 * Calls of administrators for roles (`roles.manage` in `capabilities`). The reply to each change has all roles as they
 * are then.
 */
export function roleRoutes(api: Api, admin: RoleAdmin): void {
  const all = async (actor: Actor) => {
    const { roles, people, files, isChangeable } = await admin.list(actor);
    return {
      success: true,
      roles,
      people: people.map(({ uuid, username, name, organization_name, disabled_at }) => ({
        uuid,
        username,
        name,
        organization: organization_name,
        disabled: disabled_at !== null,
      })),
      files,
      changeable: isChangeable,
    };
  };

  addRoute(api, { route: 'GET /v1/roles/all', handle: ({ actor }) => all(actor) });

  addRoute(api, {
    route: 'POST /v1/roles/create',
    body: newRoleRequest,
    async handle({ actor, body, reply }) {
      await admin.add(actor, body.name, body.file_name);
      reply.code(201);
      return all(actor);
    },
  });

  addRoute(api, {
    route: 'POST /v1/roles/remove',
    body: roleRequest,
    async handle({ actor, body }) {
      await admin.remove(actor, body.role_uuid);
      return all(actor);
    },
  });
}
