import { leaveGuardMachine } from '#machines/shared/leave-guard.machine.ts';
import { defineModel, emits } from 'chart-walks';

export const leaveGuardModel = defineModel(leaveGuardMachine)<{ hasWords: boolean }>({
  world: {
    start: { hasWords: false },
    next: ({ label, world }) => ({
      hasWords: label === 'types a word' || (world.hasWords && label !== 'the last word is saved'),
    }),
  },
  events: ({ snapshot }) => ({
    'types a word': { type: 'guard.raised' },
    'the last word is saved': { type: 'guard.dropped' },
    'follows a link of the application': { type: 'leave.attempted' },
    ...(snapshot.matches('returning') || snapshot.matches({ guarded: 'moving' })
      ? { 'the browser has moved as it was told': { type: 'history.moved', delta: 1 } }
      : { 'presses Back': { type: 'history.moved', delta: -1 } }),
    ...(snapshot.matches('guarded') && { 'jumps to a heading': { type: 'history.moved', delta: 0 } }),
    'answers Leave': { type: 'leave.allowed' },
    'answers Stay': { type: 'leave.refused' },
    'answers Leave to a link out of the application': { type: 'link.allowed' },
    'closes the page, or the link takes it': { type: 'page.unloaded' },
  }),
  accepts: {
    'types a word': 'open | returning.unguarded',
    'the last word is saved': 'guarded',
    'follows a link': 'open | leaveGuard.guarded',
    'answers Leave': 'asking | askingAfterMove',
    'answers Stay': 'asking | askingAfterMove',
    'answers Leave to a link out': 'leaveGuard.guarded',
    'closes the page': 'releasingPage',
  },
  tags: { asking: 'asking | askingAfterMove', pageMayGo: 'releasingPage' },
  leads: { watching: { by: 'the browser has moved', from: 'moving' } },
  changes: {},
  never: {
    'unsaved words are left without a question': ({ label, before, effects }) =>
      before.matches('guarded') &&
      ((emits(effects, 'attempt.released') && label !== 'answers Leave') ||
        (emits(effects, 'move.accepted') && label === 'presses Back')),
    'an attempt is made and nobody is asked': ({ label, before, effects }) =>
      before.matches('guarded') && label === 'follows a link of the application' && !emits(effects, 'question.asked'),
    "'Leave' does nothing": ({ label, effects }) => label === 'answers Leave' && !emits(effects, 'attempt.released'),
    'a question where there is nothing to lose': ({ effects, world }) =>
      emits(effects, 'question.asked') && !world.hasWords,
    'a link out of the application that was allowed, and asks once more': {
      after: ['answers Leave to a link out'],
      breaks: ({ before, snapshot }) => before.matches('guarded') && !snapshot.hasTag('pageMayGo'),
    },
    'a question goes on when there is nothing to lose': ({ label, snapshot }) =>
      label === 'the last word is saved' && snapshot.hasTag('asking'),
    'the browser lets the page go twice without asking': ({ label, snapshot }) =>
      label === 'closes the page, or the link takes it' && snapshot.hasTag('pageMayGo'),
  },
});
