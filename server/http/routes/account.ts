import {
  beginSecondFactor,
  changePassword,
  endSession,
  listSessions,
  readSecondFactor,
  removeSecondFactor,
  setSecondFactor,
} from '#common/calls/account.ts';
import { factorRemovalRequest, passwordRequest, secondFactorRequest } from '#common/calls/requests.ts';
import { own, read } from '../guards/access.ts';
import type { Account } from '#server/domain/session/account.ts';
import type { SessionFamily } from '#server/storage/stores/sessions.ts';
import { picked, serve, type Api } from '../serve.ts';
import { squaresOf } from '../square-code.ts';

const sessionEntry = (family: SessionFamily, current: string) => ({
  ...picked(family, 'uuid', 'address', 'agent'),
  is_this: family.uuid === current,
  opened_on: family.opened_at,
  used_on: family.used_at,
});

/** Routes of a user's own password, second factor and sessions (`account` in `capabilities`). */
export function accountRoutes(server: Api, { account }: { account: Account }): void {
  const api: Api = { ...server, capability: 'account' };
  const ofFactor: Api = { ...server, capability: 'second-factor' };
  serve(
    ofFactor,
    readSecondFactor,
    {
      access: { ...read(), withoutSecondFactor: true },
      about: 'Whether a code is asked of oneself',
    },
    async ({ actor }) => {
      const factor = await account.secondFactor(actor);
      return { success: true, since: factor?.since ?? null, recovery_codes_left: factor?.left ?? 0 };
    },
  );
  serve(
    ofFactor,
    beginSecondFactor,
    {
      access: { ...own(), withoutSecondFactor: true },
      about: 'A secret for a new authenticator, which is not kept yet',
    },
    async ({ actor, request }) => {
      const { secret, uri } = account.beginSecondFactor(actor, request.hostname);
      return { success: true, secret, uri, picture: squaresOf(uri) };
    },
  );
  serve(
    ofFactor,
    setSecondFactor,
    {
      access: { ...own(), withoutSecondFactor: true },
      about:
        'Require a code at each sign-in; ends one’s other sessions; refused while a code is required already; only this reply has the recovery codes',
      body: secondFactorRequest,
    },
    async ({ actor, body, request }) => ({
      success: true,
      recovery_codes: await account.setSecondFactor(actor, body, request.ip),
    }),
  );
  serve(
    ofFactor,
    removeSecondFactor,
    {
      access: own(),
      about: 'Turn off the second factor, with a code of it or a recovery code',
      body: factorRemovalRequest,
    },
    async ({ actor, body, request }) => {
      await account.removeSecondFactor(actor, body, request.ip);
      return { success: true, message: 'No code is asked any more.' };
    },
  );
  serve(
    api,
    changePassword,
    {
      access: { ...own(), withOneTimePassword: true },
      about: 'Change one’s own password; ends one’s other sessions',
      body: passwordRequest,
    },
    async ({ actor, body, request }) => {
      await account.changePassword(actor, body, request.ip);
      return { success: true, message: 'Password changed.' };
    },
  );
  serve(api, listSessions, { access: read(), about: 'One’s own sessions' }, async ({ actor }) => ({
    success: true,
    sessions: (await account.sessions(actor)).map((one) => sessionEntry(one, actor.family)),
  }));
  serve(api, endSession, { access: own('session'), about: 'End one of one’s own sessions' }, async ({ actor, id }) => {
    await account.endSession(actor, id);
    return { success: true, message: 'Ended.' };
  });
}
