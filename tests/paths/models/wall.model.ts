import { WALL_DRIFT, WALL_REST } from '#config/constants.ts';
import { wallMachine } from '#machines/wall.machine.ts';
import { defineModel } from '../engine/model.ts';

export const wallModel = defineModel(wallMachine)({
  starts: {
    'a dashboard': { input: { isAsked: false } },
    'an address that asks for it': { input: { isAsked: true } },
  },
  events: ({ snapshot }) => ({
    'presses F': { type: 'wall.toggled' },
    'presses Escape': { type: 'wall.left' },
    'moves a hand': { type: 'page.touched' },
    'it has the whole screen': { type: 'fullScreen.entered' },
    'the browser has no whole screen': { type: 'fullScreen.missing' },
    ...(!snapshot.matches({ on: { screen: 'whole' } }) && {
      'the whole screen is refused': { type: 'fullScreen.refused' } as const,
    }),
    'the whole screen is left': { type: 'fullScreen.left' },
  }),
  // Where the picture stands decides nothing.
  key: () => ({}),
  never: {
    'wall mode that nobody asked for': ({ before, snapshot, label }) =>
      snapshot.hasTag('on') && !before.hasTag('on') && label !== 'presses F',
    'wall mode that Escape does not end': {
      after: ['presses Escape', 'the whole screen is left'],
      breaks: ({ before, snapshot, label }) =>
        snapshot.hasTag('on') && (label === 'presses Escape' || before.matches({ on: { screen: 'whole' } })),
    },
    'wall mode that ends by itself': ({ before, snapshot, label }) =>
      before.hasTag('on') && !snapshot.hasTag('on') && !/^presses|is left$/.test(label),
    'a bar that stays away under a hand': {
      after: ['moves a hand'],
      breaks: ({ snapshot }) => snapshot.hasTag('resting'),
    },
    'a bar that leaves too early, or not': ({ before, snapshot, label }) =>
      before.hasTag('on') &&
      !before.hasTag('resting') &&
      snapshot.hasTag('resting') !== (label === `after ${WALL_REST} ms`),
    'a picture that moves at another time': ({ before, snapshot, label }) =>
      snapshot.hasTag('on') &&
      (snapshot.context.step !== before.context.step) !== (before.hasTag('on') && label === `after ${WALL_DRIFT} ms`),
    'a picture that stays moved': ({ snapshot }) => !snapshot.hasTag('on') && snapshot.context.step !== 0,
    'F that is lost where the whole screen was refused once': {
      after: ['presses F'],
      breaks: ({ before, snapshot }) =>
        before.hasTag('refused') && !snapshot.matches({ on: { screen: 'askingAgain' } }),
    },
  },
});
