import type { SnapshotFrom } from 'xstate';
import { loginMachine } from '#machines/session/login.machine.ts';
import { defineModel } from 'chart-walks';
import { failures, user } from '../samples.ts';

/** The second step of a form that is not a wall's waits as long as its user does. */
const isCodeKept = (snapshot: SnapshotFrom<typeof loginMachine>): boolean =>
  snapshot.matches('secondStep') && !snapshot.context.isWall;

export const loginModel = defineModel(loginMachine)({
  starts: {
    start: { input: { isWall: false, answer: null } },
    'in the place of a wall': { input: { isWall: true, answer: null } },
    'back from the provider': { input: { isWall: false, answer: '?code=c&state=s' } },
  },
  outcomes: {
    signIn: {
      'signed in': { output: user },
      'asked for a code': { error: failures.codeDue },
      'unauthorized (401)': { error: failures.unauthorized },
      'too many (429)': { error: failures.tooMany },
      'server error (500)': { error: failures.server },
      'not reached': { error: failures.network },
      'no answer in time': { error: failures.timeout },
    },
    signInWithCode: {
      'signed in': { output: user },
      'a wrong code': { error: failures.codeDue },
      'unauthorized (401)': { error: failures.unauthorized },
      'too many (429)': { error: failures.tooMany },
    },
    beginAtProvider: {
      'its address': { output: 'https://login.example.org/auth' },
      'not reached': { error: failures.network },
    },
    exchangeAnswer: {
      'signed in': { output: { user, to: '/archives' } },
      'refused (403)': { error: failures.forbidden },
      'no answer in time': { error: failures.timeout },
    },
  },
  events: ({ snapshot }) => ({
    ...((snapshot.matches('form') || snapshot.matches('secondStep')) && { types: { type: 'form.typed' } as const }),
    'chooses the provider': { type: 'provider.requested', from: null } as const,
    ...(snapshot.matches('opening') && { 'goes back to this page': { type: 'page.shownAgain' } as const }),
    'signs in': { type: 'signIn.requested', credentials: { username: 'ada', password: 'correct horse' } },
  }),
  key: ({ snapshot: { context } }) => ({ message: context.message, isWall: context.isWall, answer: context.answer }),
  changes: {
    message: [
      'after | chooses the | signs in | beginAtProvider: not | signIn: unauthorized | signIn: too | signIn: server | signIn: not | signIn: no',
      'signInWithCode: a | signInWithCode: unauthorized | signInWithCode: too | exchangeAnswer: refused | exchangeAnswer: no',
    ],
  },
  restarts: { formRest: ['types'] },
  once: ['sessionLook', 'formRest', 'providerOpening'],
  accepts: {
    types: ({ snapshot }) => snapshot.context.isWall,
    'chooses the provider': 'form',
    'signs in': 'form | secondStep',
  },
  tags: {
    busy: 'signingIn | checkingCode | leaving | opening | returned',
    codeAsked: 'secondStep | checkingCode',
    atProvider: 'leaving | opening',
    returning: 'returned',
    succeeded: 'succeeded | login.left',
  },
  waits: { providerOpening: 'opening', loginRedirect: 'succeeded' },
  leads: {
    'form.resting': {
      by: 'starts | after 8000 ms | after 60000 ms',
      when: ({ before }) => !isCodeKept(before) && !before.matches('returned'),
    },
    'form.typed':
      'goes back | after 15000 ms | signIn: | signInWithCode: unauthorized | beginAtProvider: not | exchangeAnswer:',
    secondStep: 'signIn: asked | signInWithCode:',
    leaving: 'chooses the provider',
    opening: 'beginAtProvider: its address',
    succeeded: 'signIn: signed in | signInWithCode: signed in',
    left: 'exchangeAnswer: signed in | after 1500 ms',
  },
  does: {
    announceBegin: 'types | signs in | chooses the provider',
    signIn: { by: 'signs in', when: ({ before }) => before.matches('form') },
    'signInWithCode signIn': { by: 'signs in', when: ({ before }) => before.matches('secondStep') },
    announceSignIn: 'signIn: signed in | signInWithCode: signed in | exchangeAnswer: signed in',
    beginAtProvider: 'chooses the provider',
    openProvider: 'beginAtProvider: its address',
    exchangeAnswer: { by: 'starts', when: ({ snapshot }) => snapshot.context.answer !== null },
    'navigation.requested': {
      by: 'starts | exchangeAnswer: signed in | after 1500 ms',
      when: ({ label, snapshot }) => label !== 'starts' || snapshot.context.answer !== null,
    },
    // Every 8 s without a key.
    recheckSession: { by: 'after 8000 ms', when: ({ snapshot }) => snapshot.context.isWall },
  },
  says: {
    message: [
      'signIn: unauthorized | signIn: too | signIn: server | signIn: no | signInWithCode: a wrong | signInWithCode: unauthorized',
      'signInWithCode: too | beginAtProvider: not | after 15000 ms | exchangeAnswer: refused | exchangeAnswer: no',
    ],
  },
  never: {
    'a session that is sought under the hands of who types': {
      after: ['types'],
      breaks: ({ snapshot }) => snapshot.matches({ form: 'resting' }),
    },
    'a second step that is lost': ({ before, snapshot, label }) =>
      isCodeKept(before) && label.startsWith('after') && !snapshot.matches('secondStep'),
    'a wall without a timer': ({ snapshot, timers }) =>
      snapshot.context.isWall && (snapshot.matches('form') || snapshot.matches('secondStep')) && timers.length === 0,
    'a provider that is waited for longer than 15 s, or shorter': ({ timers }) =>
      timers.some(({ delay, whole }) => delay === 'providerOpening' && whole !== 15_000),
    'a sign-in without a password': ({ snapshot }) =>
      snapshot.can({ type: 'signIn.requested', credentials: { username: 'ada', password: '' } }),
  },
});
