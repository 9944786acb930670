import { fromPromise } from 'xstate';
import * as account from '#api/resources/account.ts';
import { secondFactorMachine } from '#machines/account/second-factor.machine.ts';
import type { Services } from '../screen-route.ts';

/** The user's own second factor. */
export const secondFactor = ({ client, auth }: Services) =>
  secondFactorMachine.provide({
    actors: {
      readFactor: fromPromise(({ signal }) => account.readSecondFactor(client, signal)),
      beginFactor: fromPromise(() => account.beginSecondFactor(client)),
      setFactor: fromPromise(({ input }) => account.setSecondFactor(client, input)),
      removeFactor: fromPromise(({ input }) => account.removeSecondFactor(client, input)),
      copyCodes: fromPromise(({ input }) => navigator.clipboard.writeText(input.text)),
    },
    actions: {
      announceSet: () => auth?.send({ type: 'factor.set' }),
      announceRemoved: () => auth?.send({ type: 'session.checkRequested' }),
    },
  });
