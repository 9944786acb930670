import { randomBytes } from 'node:crypto';
import type { Storage } from '#server/storage/storage.ts';
import { auditEntry } from '../audit/audit.ts';

/** The name under which the secret is stored. */
const NAME = 'secret';
/**
 * The name of the other secret, from which marks are made (ADR 27). It is never rotated: nothing is signed or encrypted
 * with it.
 */
const MARKS = 'marks';
/** A time after every other. */
const NEVER = '9999-12-31T23:59:59.999Z';

/**
 * The installation's secret: it signs anti-forgery values, and refresh tokens are derived from it. It is stored in the
 * database, so that sessions outlive a restart and all processes share it; another process, or the command line, may
 * rotate it at any time.
 */
export type InstallationSecret = ReturnType<typeof createSecret>;

/** Reads a secret from the database; makes it if there is none. */
async function kept({ settings }: Pick<Storage, 'settings'>, name: string): Promise<string> {
  const before = await settings.get(name);
  if (before !== null) return before;
  const made = newSecret();
  await settings.set(name, made);
  return made;
}

/**
 * Reads the secret from which marks are made: browsers name their stored data with these.
 * @param storage where it is stored
 */
export const marksOf = (storage: Pick<Storage, 'settings'>): Promise<string> => kept(storage, MARKS);

/** @param storage where it is stored */
export function createSecret(storage: Pick<Storage, 'settings'>) {
  let known: string | null = null;
  const current = async (): Promise<string> => {
    known = await kept(storage, NAME);
    return known;
  };
  return {
    /** The present secret of the database; made if there is none. All processes accept what is made with it. */
    current,
    /**
     * True if a value was made with the secret. Reads the database only if the check fails with the secret that is known
     * here: a value of a rotated secret belongs to a session that ended with it.
     */
    accepts: async (check: (secret: string) => boolean): Promise<boolean> =>
      (known !== null && check(known)) || check(await current()),
  };
}

/**
 * Makes a new secret, and ends all sessions with their streams, on every process.
 * @param now for the audit log
 * @returns how many sessions were valid
 */
export function rotateSecret(storage: Storage, now: Date): Promise<number> {
  return storage.transaction(async ({ settings, sessions, audit }) => {
    await settings.set(NAME, newSecret());
    const ended = await sessions.revokeAll(now.toISOString());
    // Their tokens in browsers can no longer be checked: such a call must count as one without a session, not as a
    // forged one.
    await sessions.purge({ access: NEVER, accessAhead: NEVER, refreshUse: NEVER, familyEnd: NEVER, familyUse: NEVER });
    await audit.add(auditEntry(now, null, 'secret_rotated'));
    return ended.length;
  });
}

const newSecret = (): string => randomBytes(32).toString('base64url');
