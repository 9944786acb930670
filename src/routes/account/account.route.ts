import { fromPromise } from 'xstate';
import { endSession, listSessions } from '#common/calls/account.ts';
import { accountMachine } from '#machines/account/account.machine.ts';
import { AccountScreen } from '#ui/account/account.tsx';
import { passwordChange } from './password.ts';
import { screenRouteWithParts } from '../screen-route.ts';
import { secondFactor } from './second-factor.ts';

export const route = screenRouteWithParts(
  AccountScreen,
  ({ client }) =>
    accountMachine.provide({
      actors: {
        listSessions: fromPromise(({ signal }) => client.call(listSessions, {}, { signal })),
        endSession: fromPromise(({ input }) => client.call(endSession, { uuid: input.session })),
      },
    }),
  (services) => ({ password: passwordChange(services), factor: secondFactor(services) }),
);
