import { wallMachine } from '#machines/live/wall.machine.ts';
import { defineModel, type Effect, emits, sends } from 'chart-walks';

/** Calls that bring a wall back by itself. */
const CARE = ['wakeLock', 'waitingPage', 'newBuild'];
const begun = (effects: readonly Effect[]): number =>
  effects.filter((effect) => effect.kind === 'request' && CARE.includes(effect.id)).length;

export const wallModel = defineModel(wallMachine)<{ isTurned: boolean }>({
  starts: {
    'a dashboard': { input: { isAsked: false, isDisplay: false } },
    'an address that asks for it': { input: { isAsked: true, isDisplay: false } },
    'a display': { input: { isAsked: true, isDisplay: true } },
  },
  // True once wall mode has begun or ended.
  world: {
    start: { isTurned: false },
    next: ({ before, snapshot, world: { isTurned } }) => ({
      isTurned: isTurned || before.hasTag('on') !== snapshot.hasTag('on'),
    }),
  },
  events: ({ snapshot }) => ({
    'presses F': { type: 'wall.toggled' },
    'presses Escape': { type: 'wall.left' },
    'moves a hand': { type: 'page.touched' },
    'it has the whole screen': { type: 'fullScreen.entered' },
    'the browser has no whole screen': { type: 'fullScreen.missing' },
    ...(!snapshot.matches({ hung: { on: { screen: 'whole' } } }) && {
      'the whole screen is refused': { type: 'fullScreen.refused' } as const,
    }),
    'the whole screen is left': { type: 'fullScreen.left' },
  }),
  follows: ({ effects }) => (sends(effects, 'clock.asked') ? [{ type: 'clock.reported', now: 1_000_000_000 }] : []),
  // The position of the picture decides nothing.
  key: ({ snapshot }) => ({ isDisplay: snapshot.context.isDisplay }),
  changes: {
    step: 'after | presses F | presses Escape | the whole screen is left',
    minute: 'after | presses F',
  },
  restarts: { wallRest: ['moves a hand'] },
  accepts: {
    'presses Escape': 'hung.on',
    'moves a hand': 'hung.on',
    'it has the whole screen': 'hung.on',
    'the browser has no whole screen': 'hung.on',
    'the whole screen is refused': 'asking | askingAgain',
    'the whole screen is left': 'whole',
  },
  tags: { on: 'hung.on', resting: 'bar.resting', refused: 'screen.refused' },
  leads: {
    on: [{ by: 'presses F', from: 'off | aside' }],
    askingAgain: { by: 'presses F', from: 'screen.refused' },
    window: { by: 'the whole screen is refused', from: 'askingAgain' },
    'bar.shown': 'moves a hand',
  },
  never: {
    'wall mode that begins and is not told of, or a page that hears no key': ({ before, snapshot, effects, label }) =>
      emits(effects, 'wall.begun') !== (snapshot.matches('hung') && (label === 'starts' || !before.matches('hung'))) ||
      !('keys' in snapshot.children),
    'a display that sleeps, or does not come back by itself': ({ snapshot, effects, label }) =>
      snapshot.context.isDisplay && (!snapshot.matches('hung') || begun(effects) > 0 !== (label === 'starts')),
    'a wall that is left and goes on without its screen, where it is no display': ({ snapshot }) =>
      !snapshot.context.isDisplay && snapshot.hasTag('on') !== snapshot.matches('hung'),
    'wall mode that begins without what brings it back': ({ before, snapshot, effects, label }) =>
      begun(effects) !==
      (snapshot.matches('hung') && (label === 'starts' || !before.matches('hung')) ? CARE.length : 0),
    'wall mode that nobody asked for': ({ before, snapshot, label }) =>
      snapshot.hasTag('on') && !before.hasTag('on') && label !== 'presses F',
    'an address that asks for wall mode in vain, or one that does not and has it': ({ snapshot, world }) =>
      !world.isTurned && snapshot.hasTag('on') !== snapshot.context.isAsked,
    'wall mode that Escape does not end': {
      after: ['presses Escape', 'the whole screen is left'],
      breaks: ({ before, snapshot, label }) =>
        snapshot.hasTag('on') && (label === 'presses Escape' || before.matches({ hung: { on: { screen: 'whole' } } })),
    },
    'wall mode that ends by itself': ({ before, snapshot, label }) =>
      before.hasTag('on') && !snapshot.hasTag('on') && !/^presses|is left$/.test(label),
    'a bar that leaves too early, or not': ({ before, snapshot, ended }) =>
      before.hasTag('on') && !before.hasTag('resting') && snapshot.hasTag('resting') !== ended.includes('wallRest'),
    'a clock that stands still, or has seconds': ({ snapshot, ended }) =>
      ended.includes('clockLook') && (snapshot.context.minute ?? 1) % 60_000 !== 0,
    'a picture that moves at another time': ({ before, snapshot, ended }) =>
      snapshot.hasTag('on') && (snapshot.context.step !== before.context.step) !== ended.includes('wallDrift'),
    'a picture that stays moved': ({ snapshot }) => !snapshot.hasTag('on') && snapshot.context.step !== 0,
  },
});
