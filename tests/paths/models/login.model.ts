import { loginMachine } from '#machines/login.machine.ts';
import { defineModel } from '../engine/model.ts';
import { failures, user } from './samples.ts';

export const loginModel = defineModel(loginMachine)({
  outcomes: {
    signIn: {
      'signed in': { output: user },
      'unauthorized (401)': { error: failures.unauthorized },
      'too many (429)': { error: failures.tooMany },
      'server error (500)': { error: failures.server },
      'not reached': { error: failures.network },
      'no answer in time': { error: failures.timeout },
    },
  },
  events: () => ({
    'signs in': { type: 'signIn.requested', credentials: { username: 'ada', password: 'correct horse' } },
  }),
  key: ({ snapshot }) => ({ message: snapshot.context.message }),
  never: {
    'a sign-in without a password': ({ snapshot }) =>
      snapshot.can({ type: 'signIn.requested', credentials: { username: 'ada', password: '' } }),
  },
});
