import { saveLineMachine } from '#machines/editor/save-line.machine.ts';
import { defineModel, type Effect, sends } from 'chart-walks';

/**
 * `isRecent`: the document was read less than 15 s ago, by an independent clock. `isSaving`: a save has begun and not ended.
 * `isOffline`: the network was lost, and not reported back.
 */
type World = { isRecent: boolean; isSaving: boolean; isOffline: boolean };

const ENDS = [
  'the host has saved',
  'the host is not reached',
  'the host refuses',
  'there is nothing to save any longer',
  'another document is opened',
];

/** The answer to a save that asks; null if there is none. */
const answerIn = (effects: readonly Effect[]): boolean | null => {
  const answers = effects.flatMap((effect) =>
    effect.kind === 'sent' && effect.event.type === 'readNeed.decided' && effect.to === '#_parent'
      ? [effect.event['isReadNeeded'] === true]
      : [],
  );
  return answers.length === 1 ? (answers[0] ?? null) : null;
};

export const saveLineModel = defineModel(saveLineMachine)<World>({
  starts: {
    'an editor at a plain host': { input: { isGuarded: false } },
    'an editor at a host that compares': { input: { isGuarded: true } },
  },
  world: {
    start: { isRecent: false, isSaving: false, isOffline: false },
    next: ({ world, label, ended }) => {
      const isOffline = label === 'the network is gone' || (world.isOffline && label !== 'the network may be back');
      const isOld = label === 'the network is gone' || ended.includes('freshRead');
      return {
        isRecent: (label === 'the document is read' && !isOffline) || (world.isRecent && !isOld),
        isOffline,
        isSaving: label === 'a save begins' || (world.isSaving && !ENDS.includes(label)),
      };
    },
  },
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
    ...(!snapshot.context.isGuarded && { 'the document is read': { type: 'read.ended' } as const }),
    'a save asks': { type: 'readNeed.requested' },
  }),
  follows: ({ effects }) => (sends(effects, 'clock.asked') ? [{ type: 'clock.reported', now: 1_000_000_000 }] : []),
  key: ({ snapshot: { context } }) => ({ savedAt: context.savedAt, guarded: context.isGuarded }),
  changes: {
    savedAt: 'another document | the host has',
  },
  restarts: { freshRead: ['the document is read'] },
  accepts: {
    'the network is gone': 'online',
    'the network may be back': 'offline | waiting',
    'the document is read': 'online',
  },
  never: {
    'a save shown that is not under way, or one under way that is not shown': ({ world, snapshot }) =>
      snapshot.hasTag('saving') !== world.isSaving,
    'a moment before the host has saved': ({ before, snapshot, label }) =>
      before.context.savedAt === null && snapshot.context.savedAt !== null && label !== 'the host has saved',
    'a wait that was not for want of an answer': ({ before, snapshot, label }) =>
      !before.hasTag('waiting') && snapshot.hasTag('waiting') && label !== 'the host is not reached',
    'said offline while the network is there': ({ before, snapshot, label }) =>
      !before.hasTag('offline') && snapshot.hasTag('offline') && label !== 'the network is gone',
    'an old look that is thought to be good enough': ({ world, effects, snapshot }) =>
      !snapshot.context.isGuarded && answerIn(effects) === false && !world.isRecent,
    'a look of which there is no need': ({ world, effects, snapshot }) =>
      answerIn(effects) === true && (world.isRecent || snapshot.context.isGuarded),
    'a save that waits for an answer': {
      after: ['a save asks'],
      breaks: ({ effects }) => answerIn(effects) === null,
    },
    'a look that is old before its time': ({ timers }) =>
      timers.some(({ delay, whole }) => delay === 'freshRead' && whole !== 15_000),
  },
});
