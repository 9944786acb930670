import { refreshMachine } from '#machines/session/refresh.machine.ts';
import { defineModel } from 'chart-walks';
import { failures } from '../samples.ts';

const REFUSED = 'a call fails with 401';
const LATE = 'a call from before the renewal fails with 401';
const RENEWED = 'refreshToken: renewed';

/** A refused call. @param sentIn the generation in which it was sent @param sentAt when */
const refused = (sentIn: number, sentAt: number) => ({ type: 'refresh.requested', sentIn, sentAt }) as const;

export const refreshModel = defineModel(refreshMachine)({
  outcomes: {
    refreshToken: {
      renewed: { output: undefined },
      'refused (401)': { error: failures.unauthorized },
      'not reached': { error: failures.network },
    },
  },
  // The page has made three calls. `waiting`: those that wait for the refresh; `earlier`: those that were sent before the last renewal and have no answer yet.
  world: {
    start: { waiting: 0, earlier: 0 },
    next: ({ world: { waiting, earlier }, label }) => {
      if (label === LATE) return { waiting, earlier: earlier - 1 };
      if (label === REFUSED) return { waiting: waiting + 1, earlier: 0 };
      return { waiting: 0, earlier: label === RENEWED ? 3 - waiting : 0 };
    },
  },
  events: ({ snapshot, world }) => ({
    // The last one sent is the second that fails.
    ...(world.waiting < 3 && { [REFUSED]: refused(snapshot.context.generation, [2, 3, 1][world.waiting] ?? 0) }),
    ...(world.earlier > 0 && { [LATE]: refused(snapshot.context.generation - 1, 0) }),
  }),
  key: () => ({}),
  accepts: {},
  leads: { refreshing: [REFUSED], idle: [LATE, 'refreshToken: '] },
  does: {
    refreshToken: { by: [REFUSED], when: ({ before }) => before.matches('idle') },
    'refresh.succeeded': [RENEWED],
    'refresh.failed': 'refreshToken: refused | refreshToken: not',
  },
  changes: {
    generation: 'refreshToken: renewed',
    latestSent: 'a call fails',
  },
  never: {
    'a refresh that does not know when the newest refused call was sent': ({ label, snapshot, world }) =>
      label === REFUSED && snapshot.context.latestSent < Math.min(world.waiting + 1, 3),
    'another generation without a renewal, or none with one': ({ label, before, snapshot }) =>
      (label === RENEWED) !== (before.context.generation !== snapshot.context.generation),
  },
});
