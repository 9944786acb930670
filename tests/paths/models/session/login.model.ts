import { loginMachine } from '#machines/session/login.machine.ts';
import { defineModel, type Effect } from '../../engine/model.ts';
import { failures, user } from '../samples.ts';

/** How often a step did this. */
const times = (effects: readonly Effect[], action: string): number =>
  effects.filter((effect) => effect.kind === 'called' && effect.action === action).length;

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
  restarts: { formRest: ['types'] },
  once: ['sessionLook', 'formRest', 'providerOpening'],
  never: {
    'a session that is sought where no wall was, or at another time than after 8 s without a hand': ({
      snapshot,
      before,
      label,
      effects,
    }) =>
      times(effects, 'recheckSession') !==
      (snapshot.context.isWall && before.matches({ form: 'resting' }) && label === 'after 8000 ms' ? 1 : 0),
    'a session that is sought under the hands of who types, or who has signed in in vain': {
      after: ['types', 'signIn:', 'signInWithCode:', 'beginAtProvider:', 'exchangeAnswer:'],
      breaks: ({ snapshot }) => snapshot.matches({ form: 'resting' }),
    },
    'a wall whose session is sought once only': ({ snapshot, timers }) =>
      snapshot.context.isWall &&
      snapshot.matches({ form: 'resting' }) &&
      !timers.some(({ delay }) => delay === 'sessionLook'),
    'somebody who types, and of whom the session does not hear': ({ label, effects }) =>
      label === 'types' && times(effects, 'announceBegin') !== 1,
    'a second step that stays for ever in the place of a wall, or a sign-in that begins with each key elsewhere': ({
      snapshot,
      before,
      label,
      effects,
      timers,
    }) =>
      snapshot.context.isWall
        ? snapshot.matches('secondStep') && !timers.some(({ delay }) => delay === 'formRest')
        : before.matches('secondStep') && label === 'types' && times(effects, 'announceBegin') > 0,
    'a second step that is not asked for, or is lost by what goes wrong in it': ({ before, snapshot, label }) =>
      snapshot.hasTag('codeAsked') !==
      (/: (asked for a|a wrong) code$|^signInWithCode: too many/.test(label) ||
        (before.hasTag('codeAsked') &&
          !label.startsWith('signInWithCode') &&
          !(label.startsWith('after') && snapshot.context.isWall))),
    'a wrong code of which nothing is said': {
      after: ['signInWithCode: a wrong code', 'signInWithCode: unauthorized', 'signInWithCode: too many'],
      breaks: ({ snapshot }) => snapshot.context.message === null,
    },
    'a way back from the provider of which nothing is said, or that leads nowhere': {
      after: ['beginAtProvider: not', 'exchangeAnswer: '],
      breaks: ({ snapshot }) => snapshot.context.message === null && !snapshot.matches('left'),
    },
    'a provider that is waited for longer than 15 s, or shorter': ({ timers }) =>
      timers.some(({ delay, whole }) => delay === 'providerOpening' && whole !== 15_000),
    'a page that is left for the provider before its address is known': ({ effects, label }) =>
      times(effects, 'openProvider') !== (label === 'beginAtProvider: its address' ? 1 : 0),
    'a sign-in without a password': ({ snapshot }) =>
      snapshot.can({ type: 'signIn.requested', credentials: { username: 'ada', password: '' } }),
  },
});
