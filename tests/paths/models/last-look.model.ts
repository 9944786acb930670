import { lastLookMachine } from '#machines/editor/last-look.machine.ts';
import { defineModel, sends } from '../engine/model.ts';

/** Whether the document was read less than 15 s ago, as somebody with a clock of their own would say. */
type World = { isRecent: boolean };

export const lastLookModel = defineModel(lastLookMachine)<World>({
  starts: {
    'a plain host': { input: { isGuarded: false } },
    'a host that compares': { input: { isGuarded: true } },
  },
  world: {
    start: { isRecent: false },
    next: ({ world, label }) => {
      if (label === 'the document is read') return { isRecent: true };
      return /^after|lost/.test(label) ? { isRecent: false } : world;
    },
  },
  events: ({ snapshot: { context } }) => ({
    ...(!context.isGuarded && {
      'the document is read': { type: 'look.taken' } as const,
      'the network is lost, or the machine has slept': { type: 'network.lost' } as const,
    }),
    'a save asks': { type: 'look.asked' },
  }),
  key: ({ snapshot: { context } }) => ({ guarded: context.isGuarded }),
  restarts: { lastLook: ['the document is read'] },
  never: {
    'an old look that is thought to be good enough': ({ world, effects }) =>
      sends(effects, 'look.kept', '#_parent') && !world.isRecent,
    'a look of which there is no need': ({ world, effects, snapshot }) =>
      sends(effects, 'look.wanted', '#_parent') && (world.isRecent || snapshot.context.isGuarded),
    'a save at a plain host that nobody has held against anything': ({ effects, snapshot }) =>
      sends(effects, 'look.spared', '#_parent') && !snapshot.context.isGuarded,
    'a save that waits for an answer': {
      after: ['a save asks'],
      breaks: ({ effects }) => effects.filter((effect) => effect.kind === 'sent').length !== 1,
    },
    'a look that is old before its time': {
      after: ['after'],
      breaks: ({ label }) => label !== 'after 15000 ms',
    },
  },
});
