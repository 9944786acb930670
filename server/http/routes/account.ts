import { passwordRequest, type PasswordRequest } from '#api/contract/requests.ts';
import type { Account } from '#server/domain/account.ts';
import type { SessionFamily } from '#server/storage/session-port.ts';
import { addRoute, type Api } from '../route.ts';

const sessionEntry = ({ uuid, opened_at, used_at, address, agent }: SessionFamily, own: string) => ({
  uuid,
  is_this: uuid === own,
  opened_on: opened_at,
  used_on: used_at,
  address,
  agent,
});

/** A person's own password and sessions (`account` in `capabilities`). */
export function accountRoutes(api: Api, { account }: { account: Account }): void {
  addRoute<PasswordRequest>(api, {
    route: 'POST /v1/account/password',
    body: passwordRequest,
    async handle({ actor, body, request }) {
      await account.changePassword(actor, body, request.ip);
      return { success: true, message: 'Password changed.' };
    },
  });
  addRoute(api, {
    route: 'GET /v1/account/sessions',
    handle: async ({ actor }) => ({
      success: true,
      sessions: (await account.sessions(actor)).map((one) => sessionEntry(one, actor.family)),
    }),
  });
  addRoute(api, {
    route: 'POST /v1/account/sessions/:uuid/end',
    async handle({ actor, id }) {
      await account.endSession(actor, id('uuid', 'session'));
      return { success: true, message: 'Ended.' };
    },
  });
}
