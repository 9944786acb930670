import { aheadOfClock } from '#server/domain/clock.ts';
import type { Examiner } from './finding.ts';

/** Whether the machine's clock agrees with what was written down by it. */
export const examineClock: Examiner = async ({ installation: { storage }, now }, note) => {
  const ahead = await aheadOfClock(storage, now);
  note(ahead === null ? 'ok' : 'warning', ahead ?? 'nothing that is kept is ahead of this machine’s clock');
};
