import { randomBytes } from 'node:crypto';
import type { Storage } from '#server/storage/port/port.ts';
import { auditEntry } from '../audit/audit.ts';

/** The name under which the secret is kept. */
const NAME = 'secret';
/** And that of the other one, of which marks are made (ADR 27). It is never rotated: nothing is signed or encrypted with it. */
const MARKS = 'marks';
/** After every moment. */
const NEVER = '9999-12-31T23:59:59.999Z';

/**
 * The installation's secret: it signs anti-forgery values, and the tokens that follow a refresh token are derived from it. It is kept in the database, so that
 * sessions outlive a restart and all processes have the same; another process, or the command line, may rotate it at any time.
 */
export type InstallationSecret = {
  /** As it is in the database just now; made when there is none. What is made with it holds everywhere. */
  current(): Promise<string>;
  /**
   * Whether something holds that was made with it. Asks the database only where it does not hold with the secret as it was known here: what holds with one
   * that was rotated since belongs to a session that ended with it.
   */
  accepts(check: (secret: string) => boolean): Promise<boolean>;
};

/** As it is in the database; made when there is none. */
async function kept({ settings }: Pick<Storage, 'settings'>, name: string): Promise<string> {
  const before = await settings.get(name);
  if (before !== null) return before;
  const made = newSecret();
  await settings.set(name, made);
  return made;
}

/** What marks are made of: people's browsers name with them what they keep. @param storage where it is kept */
export const marksOf = (storage: Pick<Storage, 'settings'>): Promise<string> => kept(storage, MARKS);

/** @param storage where it is kept */
export function createSecret(storage: Pick<Storage, 'settings'>): InstallationSecret {
  let known: string | null = null;
  const current = async (): Promise<string> => {
    known = await kept(storage, NAME);
    return known;
  };
  return {
    current,
    accepts: async (check) => (known !== null && check(known)) || check(await current()),
  };
}

/**
 * Makes a new secret, and ends every session with its streams, on every process.
 * @param now for the audit log
 * @returns how many sessions were alive
 */
export function rotateSecret(storage: Storage, now: Date): Promise<number> {
  return storage.transaction(async ({ settings, sessions, audit }) => {
    await settings.set(NAME, newSecret());
    const ended = await sessions.revokeAll(now.toISOString());
    // What a browser still holds of them cannot be checked any more: it must count as no session, not as a forged call of one.
    await sessions.purge({ access: NEVER, accessAhead: NEVER, refreshUse: NEVER, familyEnd: NEVER, familyUse: NEVER });
    await audit.add(auditEntry(now, null, 'secret_rotated'));
    return ended.length;
  });
}

const newSecret = (): string => randomBytes(32).toString('base64url');
