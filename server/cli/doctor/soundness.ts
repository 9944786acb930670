import { soundnessOf } from '#server/domain/soundness.ts';
import type { Examiner } from './finding.ts';

/** Checks that the database has the format of this version, and that its content can be used. */
export const examineSoundness: Examiner = async ({ installation }, note) => {
  const { problems } = await soundnessOf(installation);
  for (const problem of problems) note('problem', problem);
  if (problems.length === 0) note('ok', 'the database has the form of a new one');
};
