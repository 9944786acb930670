import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import type { UserRecord } from '#server/storage/stores/people.ts';
import { createLine, OPERATOR, type Waiter } from '../line.ts';
import { madePassword } from './password-rules.ts';

/** OWASP's second choice for argon2id: memory in KiB, passes, lanes. */
const COST = { m: 19_456, t: 2, p: 1 } as const;
const SALT_BYTES = 16;
const HASH_BYTES = 32;
/** Maximum of hashes at once: each takes a core for some 40 ms and 19 MB, and the machine has other work. */
const AT_ONCE = 2;
/**
 * Maximum that waits, in all and of one network: users of a station behind one address may sign in at the same moment.
 */
const WAITING_MAX = 100;
const WAITING_EACH = 60;

type Phc = { m: number; t: number; p: number; salt: Buffer; hash: Buffer };

/** Hashing of passwords, a bounded number at a time. */
export type Passwords = ReturnType<typeof createPasswords>;

/** Creates the one of a server: its limit counts for all sign-ins together. */
export function createPasswords() {
  const line = createLine({
    atOnce: AT_ONCE,
    most: WAITING_MAX,
    each: WAITING_EACH,
    full: 'The server is busy. Please try again in a moment.',
  });

  return {
    /** @returns the hash in PHC text. @throws {Refusal} busy */
    hash: (password: string, waiter: Waiter = OPERATOR): Promise<string> =>
      line.run(waiter, async () => {
        const salt = randomBytes(SALT_BYTES);
        return format({ ...COST, salt, hash: await derive(password, salt, COST, HASH_BYTES) });
      }),
    /**
     * @param stored PHC text, or null for an unknown user: then the same time is spent on a hash that no password matches
     * @throws {Refusal} busy
     */
    verify: (password: string, stored: string | null, waiter: Waiter = OPERATOR): Promise<boolean> =>
      line.run(waiter, async () => {
        const phc = stored === null ? null : parse(stored);
        const { salt, hash, ...cost } = phc ?? {
          ...COST,
          salt: Buffer.alloc(SALT_BYTES),
          hash: Buffer.alloc(HASH_BYTES),
        };
        const derived = await derive(password, salt, cost, hash.length);
        return timingSafeEqual(derived, hash) && phc !== null;
      }),
    /** True if a stored hash was made with another cost than the present one. */
    isOutdated(stored: string): boolean {
      const phc = parse(stored);
      return phc === null || phc.m !== COST.m || phc.t !== COST.t || phc.p !== COST.p;
    },
  };
}

/**
 * The password that a user has given, if it is right: as it was typed, or a one-time password as it was made, however it was copied.
 * @param user null for an unknown one
 * @throws {Refusal} busy
 */
export async function matching(
  passwords: Pick<Passwords, 'verify'>,
  given: string,
  user: Pick<UserRecord, 'password_hash' | 'password_until'> | null,
  waiter?: Waiter,
): Promise<string | null> {
  if (await passwords.verify(given, user?.password_hash ?? null, waiter)) return given;
  const made = user !== null && user.password_until !== null ? madePassword(given) : null;
  if (user === null || made === null || made === given) return null;
  return (await passwords.verify(made, user.password_hash, waiter)) ? made : null;
}

function derive(
  password: string,
  nonce: Buffer,
  cost: { m: number; t: number; p: number },
  tagLength: number,
): Promise<Buffer> {
  // The same letters typed on two keyboards may come in two forms of Unicode.
  const message = password.normalize('NFKC');
  return new Promise((resolve, reject) => {
    argon2(
      'argon2id',
      { message, nonce, parallelism: cost.p, tagLength, memory: cost.m, passes: cost.t },
      (error, derived) => (error ? reject(error) : resolve(derived)),
    );
  });
}

const unpadded = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '');

function format({ m, t, p, salt, hash }: Phc): string {
  return `$argon2id$v=19$m=${m},t=${t},p=${p}$${unpadded(salt)}$${unpadded(hash)}`;
}

function parse(text: string): Phc | null {
  const [, m, t, p, salt, hash] = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/.exec(text) ?? [];
  if (!m || !t || !p || !salt || !hash) return null;
  return {
    m: Number(m),
    t: Number(t),
    p: Number(p),
    salt: Buffer.from(salt, 'base64'),
    hash: Buffer.from(hash, 'base64'),
  };
}

/** True if a text is a hash with which a password can be compared. */
export const isPasswordHash = (text: string): boolean => parse(text) !== null;
