import { fromPromise } from 'xstate';
import { changeHolder } from '#api/resources/roles.ts';
import { createRole, listManagedRoles, removeRole } from '#common/calls/roles.ts';
import { type RoleAct, roleList } from '#machines/people/role-acts.ts';
import { RolesScreen } from '#ui/people/roles.tsx';
import { screenRoute, type Services } from '../screen-route.ts';

async function doAct({ client }: Services, act: RoleAct) {
  switch (act.kind) {
    case 'add':
      return client.call(createRole, { body: { name: act.name.trim(), file_name: act.file } });
    case 'remove':
      return client.call(removeRole, { body: { role_uuid: act.role } });
    default:
      return changeHolder(client, act.kind === 'give', { user_uuid: act.person, role_uuid: act.role });
  }
}

export const route = screenRoute(RolesScreen, (services) =>
  roleList.provide({
    actors: {
      readList: fromPromise(({ signal }) => services.client.call(listManagedRoles, {}, { signal })),
      doAct: fromPromise(({ input }) => doAct(services, input.act as RoleAct)),
    },
  }),
);
