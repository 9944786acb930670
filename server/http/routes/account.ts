import newSquareCode from 'qrcode-generator';
import { factorRemovalRequest, passwordRequest, secondFactorRequest } from '#api/contract/requests.ts';
import type { Account } from '#server/domain/session/account.ts';
import type { SessionFamily } from '#server/storage/stores/sessions.ts';
import { addRoute, type Api } from '../route.ts';

const sessionEntry = ({ uuid, opened_at, used_at, address, agent }: SessionFamily, own: string) => ({
  uuid,
  is_this: uuid === own,
  opened_on: opened_at,
  used_on: used_at,
  address,
  agent,
});

/** A text as a QR code: its width in squares, and the path of the dark ones. */
function squaresOf(text: string): { size: number; path: string } {
  const code = newSquareCode(0, 'M');
  code.addData(text);
  code.make();
  const size = code.getModuleCount();
  const at = Array.from({ length: size }, (_, index) => index);
  const path = at.flatMap((row) =>
    at.flatMap((column) => (code.isDark(row, column) ? `M${column} ${row}h1v1h-1z` : [])),
  );
  return { size, path: path.join('') };
}

/** Routes of a user's own password, second factor and sessions (`account` in `capabilities`). */
export function accountRoutes(api: Api, { account }: { account: Account }): void {
  addRoute(api, {
    route: 'POST /v1/account/password',
    body: passwordRequest,
    async handle({ actor, body, request }) {
      await account.changePassword(actor, body, request.ip);
      return { success: true, message: 'Password changed.' };
    },
  });
  addRoute(api, {
    route: 'GET /v1/account/second-factor',
    async handle({ actor }) {
      const factor = await account.secondFactor(actor);
      return { success: true, since: factor?.since ?? null, recovery_codes_left: factor?.left ?? 0 };
    },
  });
  addRoute(api, {
    route: 'POST /v1/account/second-factor/begin',
    async handle({ actor, request }) {
      const { secret, uri } = account.beginSecondFactor(actor, request.hostname);
      return { success: true, secret, uri, picture: squaresOf(uri) };
    },
  });
  addRoute(api, {
    route: 'POST /v1/account/second-factor',
    body: secondFactorRequest,
    handle: async ({ actor, body, request }) => ({
      success: true,
      recovery_codes: await account.setSecondFactor(actor, body, request.ip),
    }),
  });
  addRoute(api, {
    route: 'POST /v1/account/second-factor/remove',
    body: factorRemovalRequest,
    async handle({ actor, body, request }) {
      await account.removeSecondFactor(actor, body, request.ip);
      return { success: true, message: 'No code is asked any more.' };
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
