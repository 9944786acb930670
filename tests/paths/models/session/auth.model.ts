import type { SnapshotFrom } from 'xstate';
import { authMachine } from '#machines/session/auth.machine.ts';
import { defineModel } from 'chart-walks';
import { failures, user } from '../samples.ts';

type Snapshot = SnapshotFrom<typeof authMachine>;
type Event = Parameters<Snapshot['can']>[0];

const administrator = { ...user, permission: 3, identity_provider: { name: 'Harbour ID', has_password: false } };
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
    stillSignedInAt: context.stillSignedInAt,
  }),
  changes: {
    user: [
      'a renewal | somebody signs | verifySession: signed | verifySession: with | a sign-in succeeds | the pair | the password | recheckSession: signed',
      'signOut: | revalidateSession: a | revalidateSession: no second | revalidateSession: still | revalidateSession: refused | lookAgain: a',
      'lookAgain: no second | lookAgain: still | lookAgain: refused | verifyAfterSignIn: a | verifyAfterSignIn: no second | verifyAfterSignIn: still',
    ],
    stillSignedInAt: 'a sign-in succeeds | recheckSession: signed | signOut:',
  },
  restarts: { postLogin: ['a sign-in succeeds'] },
  accepts: {
    'a renewal': ({ snapshot }) => !snapshot.matches('loggingOut'),
    'somebody signs out': ({ snapshot }) =>
      !snapshot.matches({ unauthenticated: 'resting' }) && !snapshot.matches('loggingOut'),
    'the session of': 'unauthenticated.resting',
    'the session is': 'authenticated.resting | revalidating | due.waiting | due.unanswered',
    'the pair': 'authenticated',
    'logs out': 'authenticated',
  },
  tags: { unanswered: 'due.unanswered', looking: 'due.looking', busy: 'loggingOut' },
  leads: {
    'unauthenticated.resting': [
      'a renewal | somebody signs out | a sign-in begins | signOut: | verifySession: | recheckSession:',
      'lookAgain: refused | revalidateSession: refused',
    ],
    overdue: 'after 1000 ms',
    'loading.establishing.settling': 'a sign-in succeeds',
    'authenticated.resting':
      'verifySession: signed in | verifyAfterSignIn: | recheckSession: signed in | lookAgain: still | revalidateSession:',
    'due.waiting': [
      'verifySession: with | verifyAfterSignIn: a one | verifyAfterSignIn: no second | lookAgain: a one | lookAgain: no second',
      'revalidateSession: a one | revalidateSession: no second',
    ],
    'due.unanswered': 'lookAgain:',
    loggingOut: 'logs out',
  },
  does: {
    verifySession: 'starts',
    verifyAfterSignIn: 'after 100 ms',
    'recheckSession revalidateSession': 'the session of a wall is sought',
    'lookAgain revalidateSession': {
      by: 'a second factor is set | the session is to be checked',
      when: ({ before }) => before.hasTag('due'),
    },
    revalidateSession: { by: 'the session is to be checked', when: ({ before }) => !before.hasTag('due') },
    signOut: 'logs out',
    'navigation.requested': 'signOut:',
  },
  keeps: {
    user: [
      'a sign-in succeeds | verifySession: signed in | verifySession: with | recheckSession: signed in',
      ...Object.keys(verified).flatMap((end) => [
        `verifyAfterSignIn: ${end}`,
        `lookAgain: ${end}`,
        `revalidateSession: ${end}`,
      ]),
    ],
  },
  never: {
    'nobody signed in and a person known': ({ snapshot }) =>
      snapshot.matches('unauthenticated') && snapshot.context.user !== null,
    'somebody signed in and no person known': ({ snapshot }) =>
      snapshot.hasTag('authenticated') && snapshot.context.user === null,
    'other than one of loading, unauthenticated, authenticated': ({ snapshot }) =>
      (['loading', 'unauthenticated', 'authenticated'] as const).filter((tag) => snapshot.hasTag(tag)).length !== 1,
    'a person with something to do before anything else who is let in, or one without who is not': ({ snapshot }) => {
      const { user: person } = snapshot.context;
      const isDue = person === null || person.must_change_password || person.must_set_second_factor;
      return (
        snapshot.matches('authenticated') &&
        !snapshot.matches({ authenticated: 'revalidating' }) &&
        snapshot.matches({ authenticated: 'resting' }) === isDue
      );
    },
    'a provider that is not named to who has signed out, or still is to who has signed in since': {
      after: ['signOut:', 'a sign-in succeeds'],
      breaks: ({ before, snapshot, label }) =>
        snapshot.context.stillSignedInAt !==
        (label.startsWith('signOut') ? (before.context.user?.identity_provider?.name ?? null) : null),
    },
    'a changed password that is still to be changed': {
      after: ['the password is changed'],
      breaks: ({ snapshot }) => snapshot.context.user?.must_change_password !== false,
    },
    'a pair of Command Docs that is told and not known': {
      after: ['the pair of Command Docs is told'],
      breaks: ({ snapshot }) => snapshot.matches('authenticated') && snapshot.context.user?.command_docs.left !== 't-1',
    },
    'the form of what is due gone while it is looked whether it is due': {
      after: ['the session is to be checked'],
      breaks: ({ before, snapshot }) => before.hasTag('due') && !snapshot.hasTag('due'),
    },
    'signed in by a search, without the word of the host': ({ before, snapshot, label }) =>
      before.matches('unauthenticated') && snapshot.hasTag('authenticated') && label !== 'recheckSession: signed in',
  },
});
