import { saveLineMachine } from '#machines/editor/save-line.machine.ts';
import { defineModel, sends } from '../engine/model.ts';

export const saveLineModel = defineModel(saveLineMachine)({
  starts: { 'an editor': {} },
  events: ({ snapshot }) => ({
    'a save begins': { type: 'save.begun' },
    ...(snapshot.hasTag('saving') && {
      'the host has saved': { type: 'save.done' } as const,
      'the host is not reached': { type: 'save.failed', isUnreached: true } as const,
      'the host refuses': { type: 'save.failed', isUnreached: false } as const,
    }),
    'there is nothing to save any longer': { type: 'save.dropped' },
    'another document is opened': { type: 'saves.forgotten' },
    'the network is gone': { type: 'network.lost' },
    'the network may be back': { type: 'connection.suspected' },
  }),
  follows: ({ effects }) => (sends(effects, 'clock.asked') ? [{ type: 'clock.told', now: 1_000_000_000 }] : []),
  key: ({ snapshot: { context } }) => ({ savedAt: context.savedAt }),
  never: {
    'a moment before the host has saved': ({ before, snapshot, label }) =>
      before.context.savedAt === null && snapshot.context.savedAt !== null && label !== 'the host has saved',
    'a wait that was not for want of an answer': ({ before, snapshot, label }) =>
      !before.hasTag('waiting') && snapshot.hasTag('waiting') && label !== 'the host is not reached',
    'said offline while the network is there': ({ before, snapshot, label }) =>
      !before.hasTag('offline') && snapshot.hasTag('offline') && label !== 'the network is gone',
  },
});
