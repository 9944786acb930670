import { createRole, listManagedRoles, removeRole } from '#common/calls/roles.ts';
import { inspect, ofSite } from '../guards/access.ts';
import { newRoleRequest, roleRequest } from '#common/calls/requests.ts';
import type { Actor } from '#server/domain/access.ts';
import type { RoleAdmin } from '#server/domain/people/role-admin.ts';
import { picked, serve, type Api } from '../serve.ts';

/**
 * Calls of administrators for roles (`roles.manage` in `capabilities`). The reply to each change has all roles as they
 * are then.
 */
export function roleRoutes(server: Api, { roles: admin }: { roles: RoleAdmin }): void {
  const api: Api = { ...server, capability: 'roles.manage' };
  const all = async (actor: Actor) => {
    const { roles, people, files, isChangeable } = await admin.list(actor);
    return {
      success: true,
      roles,
      people: people.map((user) => ({
        ...picked(user, 'uuid', 'username', 'name'),
        organization: user.organization_name,
        disabled: user.disabled_at !== null,
      })),
      files,
      changeable: isChangeable,
    };
  };

  serve(
    api,
    listManagedRoles,
    { access: inspect, about: 'Roles with their holders, and who and what could get one' },
    ({ actor }) => all(actor),
  );

  serve(
    api,
    createRole,
    {
      access: ofSite,
      about: 'Make a role: from then on only its holders and administrators change documents of a template file',
      body: newRoleRequest,
      status: 201,
    },
    async ({ actor, body }) => {
      await admin.add(actor, body.name, body.file_name);
      return all(actor);
    },
  );

  serve(
    api,
    removeRole,
    { access: ofSite, about: 'Take a role from all who hold it, and remove it', body: roleRequest },
    async ({ actor, body }) => {
      await admin.remove(actor, body.role_uuid);
      return all(actor);
    },
  );
}
