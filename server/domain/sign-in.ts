import { createHash } from 'node:crypto';
import type { Storage } from '#server/storage/port.ts';
import { actorOf, type Actor } from './access.ts';
import { auditEntry } from './audit.ts';
import type { Passwords } from './passwords.ts';
import { Refusal } from './refusal.ts';
import type { Throttle, ThrottleKey } from './throttle.ts';

/** Failures in 15 minutes (quality.md, "Sign-in"). */
const FAILURES_A_NAME = 5;
const FAILURES_AN_ADDRESS = 20;

/** What a sign-in needs. */
export type SignInParts = {
  storage: Pick<Storage, 'users' | 'audit'>;
  passwords: Passwords;
  throttle: Throttle;
  now: () => Date;
};

/** A household or an office has a whole /64 of IPv6: with every address of it counted apart, a guesser would never run out of them. */
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
 * Checks a name and a password. An unknown name, a wrong password and a disabled user get one answer, in the same time.
 * @param address where the attempt comes from
 * @throws {Refusal} unauthenticated, throttled or busy
 */
export async function signIn(
  { storage, passwords, throttle, now }: SignInParts,
  { username, password }: { username: string; password: string },
  address: string,
): Promise<Actor> {
  // Hashed, so that a password typed into the wrong field stays in no list.
  const name = createHash('sha256').update(username.normalize('NFKC').trim().toLowerCase()).digest('base64');
  const byName: ThrottleKey = { name: `user ${name}`, failures: FAILURES_A_NAME };
  const keys = [byName, { name: `address ${networkOf(address)}`, failures: FAILURES_AN_ADDRESS }];
  const wait = await throttle.attempt(keys);
  if (wait > 0) {
    throw new Refusal('throttled', 'Too many login attempts. Please wait before trying again.', wait);
  }
  const user = await storage.users.byUsername(username);
  const matches = await passwords.verify(password, user?.password_hash ?? null).catch(async (error: unknown) => {
    await throttle.takeBack(keys);
    throw error;
  });
  if (!user || !matches || user.disabled_at !== null) {
    // By uuid and only when there is one: a password typed into the wrong field stays in no list.
    const more = { address, subject: user?.uuid ?? null, organisation: user?.organisation ?? null };
    await storage.audit.add(auditEntry(now(), null, 'sign_in_failed', more));
    throw new Refusal('unauthenticated', 'Invalid username or password. Please try again.');
  }
  await throttle.takeBack(keys);
  await throttle.clear(byName.name);
  if (passwords.isOutdated(user.password_hash)) {
    await storage.users.setPasswordHash(user.uuid, await passwords.hash(password));
  }
  return actorOf(user);
}
