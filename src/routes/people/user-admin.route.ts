import { fromPromise } from 'xstate';
import * as users from '#api/resources/users.ts';
import { userAdminMachine } from '#machines/people/user-admin.machine.ts';
import { UserAdminScreen } from '#ui/people/user-admin.tsx';
import { screenRoute } from '../screen-route.ts';

export const route = screenRoute(UserAdminScreen, ({ client, auth }) =>
  userAdminMachine.provide({
    actors: {
      listUsers: fromPromise(({ signal }) => users.listUsers(client, signal)),
      listRoles: fromPromise(({ signal }) => users.listRoles(client, signal)),
      assignRole: fromPromise(({ input }) => users.assignRole(client, input)),
      updateUser: fromPromise(({ input }) => users.updateUser(client, input.user, input.update)),
    },
    actions: {
      announceUpdate: (_, { user }) => {
        const isOwn = auth?.getSnapshot().context.user?.user_id === user;
        if (isOwn) auth?.send({ type: 'session.checkRequested' });
      },
    },
  }),
);
