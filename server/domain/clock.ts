import type { Storage } from '#server/storage/storage.ts';

const MINUTE = 60_000;
/**
 * Milliseconds that a stored time may be ahead without a warning: the clocks of several machines are never quite the
 * same.
 */
const TOLERANCE = 5 * MINUTE;

/**
 * Compares the clock with stored times: either it is behind now, or it was ahead then.
 * @param now the machine's clock
 * @returns a warning in words that say what to do; null when nothing is ahead by more than a few minutes
 */
export async function aheadOfClock(
  { archives, audit, sessions }: Pick<Storage, 'archives' | 'audit' | 'sessions'>,
  now: Date,
): Promise<string | null> {
  const [entry] = await audit.list(1);
  const newest: readonly [what: string, moment: string | null, then: string][] = [
    [
      'newest submission',
      await archives.newest(),
      'further submissions of its template are dated just after it until then',
    ],
    ['newest line of the audit log', entry?.at ?? null, 'nothing needs to be done'],
    ['last use of a session', await sessions.newestUse(), 'it ends as others do, within the hour'],
  ];
  for (const [what, moment, then] of newest) {
    const ahead = moment === null ? 0 : Date.parse(moment) - now.getTime();
    if (moment === null || ahead <= TOLERANCE) continue;
    return (
      `The ${what} is ${span(ahead)} ahead of this machine’s clock (${moment}; here it is ${now.toISOString()}). ` +
      `If the clock is behind, set it right and restart the server; if it was ahead before, ${then}.`
    );
  }
  return null;
}

/** @param milliseconds some minutes or more */
function span(milliseconds: number): string {
  const minutes = Math.round(milliseconds / MINUTE);
  if (minutes < 120) return `${minutes} minutes`;
  const hours = Math.round(minutes / 60);
  return hours < 48 ? `${hours} hours` : `${Math.round(hours / 24)} days`;
}
