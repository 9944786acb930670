import { fromPromise } from 'xstate';
import * as account from '#common/calls/account.ts';
import { secondFactorMachine } from '#machines/account/second-factor.machine.ts';
import type { Services } from '../screen-route.ts';

/** The user's own second factor. */
export const secondFactor = ({ client, auth }: Services) =>
  secondFactorMachine.provide({
    actors: {
      readFactor: fromPromise(({ signal }) => client.call(account.readSecondFactor, {}, { signal })),
      beginFactor: fromPromise(() => client.call(account.beginSecondFactor, {})),
      setFactor: fromPromise(({ input }) => client.call(account.setSecondFactor, { body: input })),
      removeFactor: fromPromise(({ input }) => client.call(account.removeSecondFactor, { body: input })),
      copyCodes: fromPromise(({ input }) => navigator.clipboard.writeText(input.text)),
    },
    actions: {
      announceSet: () => auth?.send({ type: 'factor.set' }),
      announceRemoved: () => auth?.send({ type: 'session.checkRequested' }),
    },
  });
