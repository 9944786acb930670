import { fromPromise } from 'xstate';
import type { Client } from '#api/client.ts';
import { endSession, listSessions } from '#common/calls/account.ts';
import { type SessionAct, sessionList } from '#machines/account/session-acts.ts';
import { AccountScreen } from '#ui/account/account.tsx';
import { passwordChange } from './password.ts';
import { screenRouteWithParts } from '../screen-route.ts';
import { secondFactor } from './second-factor.ts';

async function endOne(client: Client, uuid: string) {
  await client.call(endSession, { uuid });
  return client.call(listSessions, {}).catch(() => null);
}

export const route = screenRouteWithParts(
  AccountScreen,
  ({ client }) =>
    sessionList.provide({
      actors: {
        readList: fromPromise(({ signal }) => client.call(listSessions, {}, { signal })),
        doAct: fromPromise(({ input }) => endOne(client, (input.act as SessionAct).session)),
      },
    }),
  (services) => ({ password: passwordChange(services), factor: secondFactor(services) }),
);
