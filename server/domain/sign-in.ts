import { createHash } from 'node:crypto';
import type { UserRecord } from '#server/storage/people-port.ts';
import type { Storage } from '#server/storage/port.ts';
import type { Actor } from './access.ts';
import { auditEntry } from './audit.ts';
import type { Passwords } from './passwords.ts';
import { Refusal } from './refusal.ts';
import type { Sessions, TokenPair } from './sessions.ts';
import type { Throttle, ThrottleKey } from './throttle.ts';

/** Failures in 15 minutes after which sign-ins wait: of one name, and from one address. */
const FAILURES_A_NAME = 5;
const FAILURES_AN_ADDRESS = 20;
/** How often a password is checked at most, since the stored hash may change during a check. */
const CHECKS = 3;

/** What a sign-in needs. */
export type SignInParts = {
  storage: Pick<Storage, 'users' | 'audit'>;
  passwords: Passwords;
  sessions: Pick<Sessions, 'open'>;
  throttle: Throttle;
  now: () => Date;
};

/** A household or an office has a whole /64 of IPv6 addresses: counted one by one, a guesser would never run out of them. */
function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  if (!address.includes(':')) return address;
  const [before = [], after = []] = address
    .toLowerCase()
    .split('::')
    .map((part) => part.split(':').filter((group) => group !== ''));
  const zeros = Array.from({ length: Math.max(0, 8 - before.length - after.length) }, () => '0');
  const first = [...before, ...zeros, ...after];
  return `${first.slice(0, 4).join(':')}::/64`;
}

/**
 * Checks a name and a password, and opens a session. An unknown name, a wrong password and a disabled user get one answer, in the same time.
 * @param address where the attempt comes from
 * @throws {Refusal} unauthenticated, throttled or busy
 */
export async function signIn(
  parts: SignInParts,
  { username, password }: { username: string; password: string },
  address: string,
): Promise<{ actor: Actor; tokens: TokenPair }> {
  const { storage, throttle, now } = parts;
  // Hashed, so that a password typed into the wrong field stays in no list.
  const name = createHash('sha256').update(username.normalize('NFKC').trim().toLowerCase()).digest('base64');
  const byName: ThrottleKey = { name: `user ${name}`, failures: FAILURES_A_NAME };
  const keys = [byName, { name: `address ${networkOf(address)}`, failures: FAILURES_AN_ADDRESS }];
  const wait = await throttle.attempt(keys);
  if (wait > 0) {
    throw new Refusal('throttled', 'Too many login attempts. Please wait before trying again.', wait);
  }
  const { user, opened } = await judge(parts, { username, password }, address).catch(async (error: unknown) => {
    await throttle.takeBack(keys);
    throw error;
  });
  if (!opened) {
    // By uuid and only when there is one: a password typed into the wrong field stays in no list.
    const more = { address, subject: user?.uuid ?? null, organisation: user?.organisation ?? null };
    await storage.audit.add(auditEntry(now(), null, 'sign_in_failed', more));
    throw new Refusal('unauthenticated', 'Invalid username or password. Please try again.');
  }
  await throttle.takeBack(keys);
  await throttle.clear(byName.name);
  return opened;
}

/** The result of a check: `opened` is null when the password is wrong; `user` is the one of that name, if there is one. */
async function judge(
  { storage, passwords, sessions }: SignInParts,
  { username, password }: { username: string; password: string },
  address: string,
): Promise<{ user: UserRecord | null; opened: Awaited<ReturnType<Sessions['open']>> }> {
  for (let check = 1; ; check += 1) {
    const user = await storage.users.byUsername(username);
    const matches = await passwords.verify(password, user?.password_hash ?? null);
    if (!user || !matches || user.disabled_at !== null) return { user, opened: null };
    const renewed = passwords.isOutdated(user.password_hash) ? await passwords.hash(password) : null;
    const opened = await sessions.open(user, renewed, address);
    // The hash has changed: to that of a new password, or to a renewed one of this password. Only a new check can tell.
    if (opened || check === CHECKS) return { user, opened };
  }
}
