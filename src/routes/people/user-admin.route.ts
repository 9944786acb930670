import { fromPromise } from 'xstate';
import { assignRole, listRoles, listUsers, updateUser } from '#common/calls/admin.ts';
import { userAdminMachine } from '#machines/people/user-admin.machine.ts';
import { UserAdminScreen } from '#ui/people/user-admin.tsx';
import { screenRoute } from '../screen-route.ts';

export const route = screenRoute(UserAdminScreen, ({ client, auth }) =>
  userAdminMachine.provide({
    actors: {
      listUsers: fromPromise(({ signal }) => client.call(listUsers, {}, { signal })),
      listRoles: fromPromise(({ signal }) => client.call(listRoles, {}, { signal })),
      assignRole: fromPromise(({ input }) => client.call(assignRole, { body: input })),
      updateUser: fromPromise(({ input }) => client.call(updateUser, { uuid: input.user, body: input.update })),
    },
    actions: {
      announceUpdate: (_, { user }) => {
        const isOwn = auth?.getSnapshot().context.user?.user_id === user;
        if (isOwn) auth?.send({ type: 'session.checkRequested' });
      },
    },
  }),
);
