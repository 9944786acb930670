import { type ActorRefFrom, emit, setup } from 'xstate';
import { fromEvent } from './from-event.ts';

/**
 * Permission to leave the screen. While a screen with unsaved work guards the way out, every attempt is held and the screen asks the user first
 * (`deviations.md`, "Leave without saving?"). The browser's Back and Forward have already changed the address when their event arrives: the browser is sent
 * back first. The attempt is stored beside the browser's history (`routes/history.ts`); the chart decides when it happens.
 */
export const leaveGuardMachine = setup({
  types: {
    events: {} as
      | { type: 'guard.raised' }
      | { type: 'guard.dropped' }
      /** The user has followed a link, or pressed something else that leaves the screen. */
      | { type: 'leave.attempted' }
      /** The browser's history has moved by this number of entries. */
      | { type: 'history.moved'; delta: number }
      | { type: 'leave.allowed' }
      | { type: 'leave.refused' }
      /** The user was asked about a link that leads out of the application, and follows it. */
      | { type: 'link.allowed' }
      | { type: 'page.unloaded' },
    emitted: {} as
      | { type: 'question.asked' }
      | { type: 'attempt.released' }
      | { type: 'move.accepted' }
      | { type: 'move.undone'; delta: number },
    tags: {} as 'asking' | 'pageMayGo',
  },
  actions: {
    ask: emit({ type: 'question.asked' }),
    release: emit({ type: 'attempt.released' }),
    accept: emit({ type: 'move.accepted' }),
    undo: emit((_, { delta }: { delta: number }) => ({ type: 'move.undone', delta })),
  },
  guards: { isElsewhere: (_, { delta }: { delta: number }) => delta !== 0 },
}).createMachine({
  id: 'leaveGuard',
  initial: 'open',
  states: {
    open: {
      on: {
        'guard.raised': { target: 'guarded' },
        'leave.attempted': { actions: 'release' },
        'history.moved': { actions: 'accept' },
      },
    },
    guarded: {
      initial: 'watching',
      on: {
        'guard.dropped': { target: 'open' },
        'leave.attempted': { target: '.asking', actions: 'ask' },
        'history.moved': [
          {
            guard: { type: 'isElsewhere', params: fromEvent },
            target: 'returning',
            actions: { type: 'undo', params: fromEvent },
          },
          { actions: 'accept' },
        ],
        'link.allowed': { target: '.releasingPage' },
      },
      states: {
        watching: {},
        asking: {
          tags: 'asking',
          on: {
            'leave.allowed': { target: 'watching', actions: 'release' },
            'leave.refused': { target: 'watching' },
          },
        },
        askingAfterMove: {
          tags: 'asking',
          on: {
            'leave.allowed': { target: 'moving', actions: 'release' },
            'leave.refused': { target: 'watching' },
          },
        },
        moving: { on: { 'history.moved': { target: 'watching', actions: 'accept' } } },
        // The link may not unload the page, such as one to a telephone number: the browser asks again the next time.
        releasingPage: { tags: 'pageMayGo', on: { 'page.unloaded': { target: 'watching' } } },
      },
    },
    returning: {
      initial: 'guarded',
      states: {
        guarded: {
          on: {
            'history.moved': { target: '#leaveGuard.guarded.askingAfterMove', actions: 'ask' },
            'guard.dropped': { target: 'unguarded' },
          },
        },
        unguarded: {
          on: { 'history.moved': { target: '#leaveGuard.open' }, 'guard.raised': { target: 'guarded' } },
        },
      },
    },
  },
});
export type LeaveGuardRef = ActorRefFrom<typeof leaveGuardMachine>;
