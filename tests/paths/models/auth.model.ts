import { authMachine } from '#machines/auth.machine.ts';
import { defineModel } from '../engine/model.ts';
import { failures, user } from './samples.ts';

const verified = { 'still signed in': { output: { ...user, permission: 3 } } };
const refused = { 'refused (401)': { error: failures.unauthorized }, 'refused (403)': { error: failures.forbidden } };
const lost = { 'server error (500)': { error: failures.server }, 'not reached': { error: failures.network } };

export const authModel = defineModel(authMachine)({
  outcomes: {
    verifySession: { 'signed in': { output: user }, ...refused, ...lost },
    verifyAfterSignIn: { ...verified, ...refused, ...lost },
    revalidateSession: { ...verified, ...refused, ...lost },
    signOut: {
      'signed out': { output: undefined },
      'unknown to the host (404)': { error: failures.notFound },
      ...lost,
    },
  },
  events: () => ({
    'a sign-in succeeds': { type: 'signIn.succeeded', user },
    'logs out': { type: 'logout.requested' },
    'a renewal of the session fails': { type: 'session.lost' },
    'the session is to be checked': { type: 'session.checkRequested' },
  }),
  key: ({ snapshot: { context } }) => ({ user: context.user === null ? null : context.user.permission }),
  never: {
    'nobody signed in and a person known': ({ snapshot }) =>
      snapshot.matches('unauthenticated') && snapshot.context.user !== null,
    'somebody signed in and no person known': ({ snapshot }) =>
      snapshot.hasTag('authenticated') && snapshot.context.user === null,
    'other than one of loading, unauthenticated, authenticated': ({ snapshot }) =>
      (['loading', 'unauthenticated', 'authenticated'] as const).filter((tag) => snapshot.hasTag(tag)).length !== 1,
    'signed in after the session was lost': ({ label, snapshot }) =>
      label === 'a renewal of the session fails' && snapshot.hasTag('authenticated'),
  },
});
