import { fromPromise } from 'xstate';
import * as roles from '#api/resources/roles.ts';
import { roleAdminMachine } from '#machines/people/role-admin.machine.ts';
import type { RoleAct } from '#machines/people/role-acts.ts';
import { RolesScreen } from '#ui/people/roles.tsx';
import { screenRoute, type Services } from '../screen-route.ts';

async function doAct({ client }: Services, act: RoleAct | null) {
  if (act === null) throw new Error('There is no deed.');
  switch (act.kind) {
    case 'add':
      return roles.addRole(client, { name: act.name.trim(), file_name: act.file });
    case 'remove':
      return roles.removeRole(client, act.role);
    default:
      return roles.changeHolder(client, act.kind === 'give' ? 'create' : 'delete', {
        user_uuid: act.person,
        role_uuid: act.role,
      });
  }
}

export const route = screenRoute(RolesScreen, (services) =>
  roleAdminMachine.provide({
    actors: {
      listRoles: fromPromise(({ signal }) => roles.listManagedRoles(services.client, signal)),
      doAct: fromPromise(({ input }) => doAct(services, input.act)),
    },
  }),
);
