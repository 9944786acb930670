import { type AnyEventObject, assign, emit, fromCallback, sendTo, setup, type SnapshotFrom } from 'xstate';
import { AGE_CHECK_INTERVAL, WALL_DRIFT, WALL_REST } from '#common/config/constants.ts';
import { DRIFT } from '#config/wall.ts';
import { fromEvent } from '../shared/from-event.ts';
import { newBuildMachine } from './new-build.machine.ts';

/**
 * Wall mode of a live screen: it fills the whole screen, hides the bar and the cursor after five seconds until any key or move, keeps the screen awake, shows
 * a clock with the host's time, and moves the picture a little against burn-in. It recovers by itself: a page of our own is ready for a reload while the host
 * is away, and another build is loaded (`new-build.machine.ts`). A browser may refuse the whole screen if no key or button was pressed: then wall mode runs
 * inside the browser's window. An address may request wall mode, and keeps it while it lasts. A display is a wall for as long as it is shown: a user who
 * leaves wall mode there gets the screen and the bar back, and everything that makes it recover goes on.
 */
export const wallMachine = setup({
  types: {
    /**
     * `step`: how often the picture has moved, round and round. `minute`: the host's time in full minutes, as epoch milliseconds; null before it is known.
     */
    context: {} as { isAsked: boolean; isDisplay: boolean; step: number; minute: number | null },
    input: {} as { isAsked: boolean; isDisplay: boolean },
    events: {} as
      | { type: 'wall.toggled' }
      | { type: 'wall.left' }
      | { type: 'page.touched' }
      | { type: 'fullScreen.entered' }
      | { type: 'fullScreen.left' }
      | { type: 'fullScreen.refused' }
      | { type: 'fullScreen.missing' }
      | { type: 'clock.reported'; now: number },
    emitted: {} as { type: 'wall.begun' } | { type: 'wall.ended' },
    /** `refused`: one more press enters full screen. */
    tags: {} as 'on' | 'resting' | 'refused',
  },
  actors: {
    /** The keys of wall mode, wherever the page has the keyboard. */
    keys: fromCallback<AnyEventObject, undefined>(() => undefined),
    /** Any key, and any move of a pointer. */
    touches: fromCallback<AnyEventObject, undefined>(() => undefined),
    /** Requests full screen, again at `fullScreen.wanted`, and leaves it at the end. */
    fullScreen: fromCallback<AnyEventObject, undefined>(() => undefined),
    /** Keeps the screen awake, where a browser can. */
    wakeLock: fromCallback<AnyEventObject, undefined>(() => undefined),
    /** Keeps a page ready for a reload while the host is away, where a browser can. */
    waitingPage: fromCallback<AnyEventObject, undefined>(() => undefined),
    /** Answers `clock.asked` with the host's time. */
    hostClock: fromCallback<AnyEventObject, undefined>(() => undefined),
    newBuild: newBuildMachine,
  },
  actions: {
    move: assign({ step: ({ context }) => (context.step + 1) % DRIFT.length }),
    moveBack: assign({ step: 0 }),
    askClock: sendTo('hostClock', { type: 'clock.asked' }),
    keepMinute: assign({ minute: (_, { now }: { now: number }) => now - (now % 60_000) }),
    wantFullScreen: sendTo('fullScreen', { type: 'fullScreen.wanted' }),
    /** The implementation moves the focus out of the document, which would keep the keys. */
    takeKeyboard: () => {},
    reportBegun: emit({ type: 'wall.begun' }),
    reportEnded: emit({ type: 'wall.ended' }),
  },
  guards: { isAsked: ({ context }) => context.isAsked, isDisplay: ({ context }) => context.isDisplay },
  delays: { wallRest: WALL_REST, wallDrift: WALL_DRIFT, clockLook: AGE_CHECK_INTERVAL },
}).createMachine({
  id: 'wall',
  context: ({ input }) => ({ ...input, step: 0, minute: null }),
  invoke: { id: 'keys', src: 'keys' },
  initial: 'deciding',
  states: {
    deciding: { always: [{ guard: 'isAsked', target: 'hung' }, { target: 'off' }] },
    off: { on: { 'wall.toggled': { target: 'hung' } } },
    hung: {
      entry: 'reportBegun',
      exit: 'reportEnded',
      invoke: [
        { id: 'wakeLock', src: 'wakeLock' },
        { id: 'waitingPage', src: 'waitingPage' },
        { id: 'newBuild', src: 'newBuild' },
      ],
      initial: 'on',
      states: {
        on: {
          tags: 'on',
          type: 'parallel',
          exit: 'moveBack',
          invoke: [
            { id: 'touches', src: 'touches' },
            { id: 'fullScreen', src: 'fullScreen' },
            { id: 'hostClock', src: 'hostClock' },
          ],
          on: { 'wall.left': { target: 'leaving' } },
          states: {
            screen: {
              initial: 'asking',
              on: {
                'fullScreen.entered': { target: '.whole' },
                'fullScreen.missing': { target: '.window' },
              },
              states: {
                asking: {
                  on: { 'fullScreen.refused': { target: 'refused' }, 'wall.toggled': { target: '#wall.hung.leaving' } },
                },
                refused: {
                  tags: 'refused',
                  on: { 'wall.toggled': { target: 'askingAgain', actions: 'wantFullScreen' } },
                },
                askingAgain: {
                  on: { 'fullScreen.refused': { target: 'window' }, 'wall.toggled': { target: '#wall.hung.leaving' } },
                },
                whole: {
                  on: {
                    'fullScreen.left': { target: '#wall.hung.leaving' },
                    'wall.toggled': { target: '#wall.hung.leaving' },
                  },
                },
                window: { on: { 'wall.toggled': { target: '#wall.hung.leaving' } } },
              },
            },
            clock: {
              initial: 'shown',
              states: {
                shown: {
                  entry: 'askClock',
                  on: { 'clock.reported': { actions: { type: 'keepMinute', params: fromEvent } } },
                  after: { clockLook: { target: 'shown', reenter: true } },
                },
              },
            },
            bar: {
              initial: 'shown',
              states: {
                shown: {
                  on: { 'page.touched': { target: 'shown', reenter: true } },
                  after: { wallRest: { target: 'resting' } },
                },
                resting: {
                  tags: 'resting',
                  entry: 'takeKeyboard',
                  on: { 'page.touched': { target: 'shown' } },
                  after: { wallDrift: { target: 'resting', reenter: true, actions: 'move' } },
                },
              },
            },
          },
        },
        leaving: { always: [{ guard: 'isDisplay', target: 'aside' }, { target: '#wall.off' }] },
        // Full screen has ended, and all else goes on: a passer-by who has pressed a key does not return to undo it.
        aside: { on: { 'wall.toggled': { target: 'on' } } },
      },
    },
  },
});
export type WallSnapshot = SnapshotFrom<typeof wallMachine>;
