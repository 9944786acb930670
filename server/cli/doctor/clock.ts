import { aheadOfClock } from '#server/domain/clock.ts';
import type { Examiner } from './finding.ts';

/** Checks that the machine's clock agrees with stored times. */
export const examineClock: Examiner = async ({ installation: { storage }, now }, note) => {
  const ahead = await aheadOfClock(storage, now);
  note(ahead === null ? 'ok' : 'warning', ahead ?? 'nothing that is kept is ahead of this machine’s clock');
};
