import { fromPromise } from 'xstate';
import { changePassword } from '#common/calls/account.ts';
import { passwordChangeMachine } from '#machines/account/password-change.machine.ts';
import type { Services } from '../screen-route.ts';

/** The change of one's own password. */
export const passwordChange = ({ client, auth }: Services) =>
  passwordChangeMachine.provide({
    actors: {
      changePassword: fromPromise(({ input: { current, password } }) =>
        client.call(changePassword, { body: { current, password } }),
      ),
    },
    actions: {
      announceChange: () => auth?.send({ type: 'password.changed' }),
      announceFailure: () => auth?.send({ type: 'session.checkRequested' }),
    },
  });
