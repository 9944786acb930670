import type { SnapshotFrom } from 'xstate';
import { authMachine } from '#machines/session/auth.machine.ts';
import { defineModel } from '../../engine/model.ts';
import { failures, user } from '../samples.ts';

type Snapshot = SnapshotFrom<typeof authMachine>;
type Event = Parameters<Snapshot['can']>[0];

const administrator = { ...user, permission: 3 };
/** With a one-time password. */
const newcomer = { ...user, must_change_password: true };
/** Without a second factor, which is required. */
const unproven = { ...user, must_set_second_factor: true };
const verified = {
  'a one-time password (200)': { output: newcomer },
  'no second factor (200)': { output: unproven },
  'still signed in, with more rights': { output: { ...user, permission: 4 } },
  'still signed in, with fewer rights': { output: user },
};
const refused = { 'refused (401)': { error: failures.unauthorized }, 'refused (403)': { error: failures.forbidden } };
const lost = { 'server error (500)': { error: failures.server }, 'not reached': { error: failures.network } };

/** Events while a user who may use the administration is on its page; other users make no calls there. */
function eventsOf(snapshot: Snapshot): Record<string, Event> {
  const isChecking = snapshot.matches({ loading: 'checking' });
  const isSeeking = snapshot.matches({ unauthenticated: 'seeking' });
  const isCalling = isChecking || isSeeking || (snapshot.context.user?.permission ?? 0) >= 3;
  const isSignedIn = snapshot.hasTag('authenticated');
  return {
    // A signed-in user is not offered the form, and a sign-in that begins during a check ends the check.
    ...((isChecking || isSeeking) && { 'a sign-in begins': { type: 'signIn.begun' } }),
    ...(!isChecking &&
      !isSeeking &&
      !isSignedIn && { 'a sign-in succeeds': { type: 'signIn.succeeded', user: administrator } }),
    'the session of a wall is sought': { type: 'session.sought' },
    ...(isSignedIn && {
      'the pair of Command Docs is told': { type: 'pair.reported', pair: { left: 't-1', right: null } },
    }),
    'logs out': { type: 'logout.requested' },
    ...(isCalling &&
      !snapshot.matches({ loading: 'establishing' }) && { 'a renewal of the session fails': { type: 'session.lost' } }),
    'somebody signs out in another tab': { type: 'session.lost' },
    ...(snapshot.hasTag('due') && {
      'the password is changed': { type: 'password.changed' },
      'a second factor is set': { type: 'factor.set' },
    }),
    ...((isCalling || snapshot.hasTag('due')) && {
      'the session is to be checked': { type: 'session.checkRequested' },
    }),
  };
}

export const authModel = defineModel(authMachine)({
  outcomes: {
    verifySession: {
      'signed in': { output: administrator },
      'with a one-time password': { output: newcomer },
      ...refused,
      ...lost,
    },
    verifyAfterSignIn: { ...verified, ...refused, ...lost },
    recheckSession: { 'signed in': { output: administrator }, ...refused, ...lost },
    revalidateSession: { ...verified, ...refused, ...lost },
    lookAgain: { ...verified, ...refused, ...lost },
    signOut: {
      'signed out': { output: undefined },
      'unknown to the host (404)': { error: failures.notFound },
      ...lost,
    },
  },
  events: ({ snapshot }) => eventsOf(snapshot),
  key: ({ snapshot: { context } }) => ({
    user: context.user && [
      context.user.permission,
      context.user.must_change_password,
      context.user.must_set_second_factor,
      context.user.command_docs.left,
    ],
  }),
  restarts: { postLogin: ['a sign-in succeeds'] },
  never: {
    'nobody signed in and a person known': ({ snapshot }) =>
      snapshot.matches('unauthenticated') && snapshot.context.user !== null,
    'somebody signed in and no person known': ({ snapshot }) =>
      snapshot.hasTag('authenticated') && snapshot.context.user === null,
    'other than one of loading, unauthenticated, authenticated': ({ snapshot }) =>
      (['loading', 'unauthenticated', 'authenticated'] as const).filter((tag) => snapshot.hasTag(tag)).length !== 1,
    'signed in after the session was lost': {
      after: ['a renewal of the session fails', 'somebody signs out in another tab'],
      breaks: ({ snapshot }) => !snapshot.matches('unauthenticated'),
    },
    'a person with something to do before anything else who is let in, or one without who is not': ({ snapshot }) => {
      const { user: person } = snapshot.context;
      const isDue = person === null || person.must_change_password || person.must_set_second_factor;
      return (
        snapshot.matches('authenticated') &&
        !snapshot.matches({ authenticated: 'revalidating' }) &&
        snapshot.matches({ authenticated: 'resting' }) === isDue
      );
    },
    'a pair of Command Docs that is told and not known': {
      after: ['the pair of Command Docs is told'],
      breaks: ({ snapshot }) => snapshot.matches('authenticated') && snapshot.context.user?.command_docs.left !== 't-1',
    },
    'a second factor that is set, and the host is not asked whether that is all': {
      after: ['a second factor is set'],
      breaks: ({ effects, before }) =>
        !before.matches({ authenticated: { due: 'looking' } }) && !effects.some(({ kind }) => kind === 'request'),
    },
    'a change during a check, for which the host is not asked once more': {
      after: ['the session is to be checked'],
      breaks: ({ before, snapshot, effects }) =>
        snapshot.matches('authenticated') && !before.hasTag('due') && !effects.some(({ kind }) => kind === 'request'),
    },
    'the form of what is due gone while it is looked whether it is due': {
      after: ['the session is to be checked'],
      breaks: ({ before, snapshot }) => before.hasTag('due') && !snapshot.hasTag('due'),
    },
    'signed in by a check, after a sign-in began': {
      after: ['a sign-in begins'],
      breaks: ({ snapshot }) => !snapshot.matches('unauthenticated'),
    },
    'signed in by a search, without the word of the host': ({ before, snapshot, label }) =>
      before.matches('unauthenticated') && snapshot.hasTag('authenticated') && label !== 'recheckSession: signed in',
    'a session that is sought, and for which the host is not asked': {
      after: ['the session of a wall is sought'],
      breaks: ({ effects }) => !effects.some(({ kind }) => kind === 'request'),
    },
    'signed in after logging out': {
      after: ['signOut:'],
      breaks: ({ snapshot }) => !snapshot.matches('unauthenticated'),
    },
  },
});
