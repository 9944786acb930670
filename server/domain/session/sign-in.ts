import { setTimeout as machinesPause } from 'node:timers/promises';
import type { Storage } from '#server/storage/storage.ts';
import type { UserRecord } from '#server/storage/stores/people.ts';
import { usernameKey } from '#server/storage/names.ts';
import { auditEntry } from '../audit/audit.ts';
import type { Turns } from '../line.ts';
import { matching, type Passwords } from '../credentials/passwords.ts';
import { Refusal } from '../refusal.ts';
import { refusedCode, used } from './second-factor.ts';
import { isOver, type Sessions, type Opened } from './sessions.ts';
import { networkOf, plainAddress, type Admission, type Throttle } from '../credentials/throttle.ts';

/** Maximum of checks of a password, since the stored hash may change during a check. */
const CHECKS = 3;
/**
 * Milliseconds that an answer takes if the limit is one that spares networks known for the user: it must not show
 * whether the password was checked.
 */
const SAME_TIME = 1_000;

/** The parts of `signIn`. */
export type SignInParts = {
  storage: Pick<Storage, 'users' | 'audit' | 'secondFactors'>;
  passwords: Passwords;
  sessions: Pick<Sessions, 'open'>;
  throttle: Throttle;
  /** Runs tries of one name from one network in sequence. */
  inTurn: Turns;
  now: () => Date;
  /** Waits for so many milliseconds; by default with the machine's timer. */
  pause?: (milliseconds: number) => Promise<unknown>;
};

/**
 * The log's entry of a sign-in that failed. docs/server.md promises these names, and their order, to programs that read
 * it.
 */
export type SignInNote = {
  /** Network address of the try. */
  address: string;
  /** `failed` if the password was checked, `refused` if not. */
  signIn: 'failed' | 'refused';
  /** The uuid of the user with the name; null for an unknown name, which may be a password in the wrong field. */
  user: string | null;
};

/** A try. `code`: of the authenticator, or a recovery code; undefined if none was given. */
type Tried = { username: string; password: string; code?: string | undefined };

/** The origin of a sign-in. */
export type SignInPlace = {
  address: string;
  /** The browser's user agent; null if it sends none. */
  agent: string | null;
  waiting: AbortSignal;
  note: (note: SignInNote) => void;
};

/**
 * Checks a name and a password, and a code if the user has a second factor, and opens a session. An unknown name, a
 * wrong password, a one-time password that has ended and a disabled user get one answer, after the same time.
 * @param place the origin of the attempt, `note` for a failure, and `waiting`: aborted once the caller no longer waits
 * for the answer
 * @throws {Refusal} unauthenticated, throttled or busy; codeDue if a right password lacks a right code
 */
export async function signIn(
  parts: SignInParts,
  { username, password, code }: Tried,
  { address: given, agent, waiting, note }: SignInPlace,
): Promise<Opened> {
  const { storage, inTurn, now, pause = machinesPause } = parts;
  const address = plainAddress(given);
  const network = networkOf(address);
  // A try that is being checked counts as a failure: a right password at the same time could be refused.
  const thing = `${usernameKey(username)}\n${network}`;
  const { began, admission, judged } = await inTurn(thing, { who: network, waiting }, async () => ({
    began: performance.now(),
    ...(await admitted(parts, { username, password, code }, { address, agent, waiting })),
  }));
  const subject = admission.user?.uuid ?? null;
  if (!judged) {
    note({ address, signIn: 'refused', user: subject });
    throw await throttled(admission, began, pause);
  }
  const { user, opened, lacks } = judged;
  if (lacks === 'code')
    throw new Refusal('codeDue', 'Enter the code that your authenticator shows, or a recovery code.');
  if (!opened) {
    // By uuid and only when there is one: a password typed into the wrong field must not be stored.
    const about = { address, subject: user?.uuid ?? null, organisation: user?.organisation ?? null };
    const more = lacks === null ? about : { ...about, detail: 'a wrong code' };
    await storage.audit.add(auditEntry(now(), null, 'sign_in_failed', more));
    note({ address, signIn: 'failed', user: subject });
    if (admission.limit !== null) throw await throttled(admission, began, pause);
    if (lacks !== null) throw new Refusal('codeDue', lacks.refused);
    throw new Refusal('unauthenticated', 'Invalid username or password. Please try again.');
  }
  return opened;
}

/** The answer to a try that a limit refuses. @param began when the try arrived, by `performance.now()` */
async function throttled(
  { limit, wait }: Admission,
  began: number,
  pause: NonNullable<SignInParts['pause']>,
): Promise<Refusal> {
  if (limit !== 'pair') await pause(Math.max(0, began + SAME_TIME - performance.now()));
  return new Refusal('throttled', 'Too many login attempts. Please wait before trying again.', wait);
}

/** Admits a try and checks it; `judged` is null if a limit refuses it. */
async function admitted(
  parts: SignInParts,
  credentials: Tried,
  place: Omit<SignInPlace, 'note'>,
): Promise<{ admission: Admission; judged: Awaited<ReturnType<typeof judge>> | null }> {
  const { throttle } = parts;
  const admission = await throttle.admit(credentials.username, place.address);
  if (!admission.isAdmitted) return { admission, judged: null };
  const judged = await judge(parts, credentials, place).catch(async (error: unknown) => {
    await throttle.takeBack(admission);
    throw error;
  });
  if (judged.opened) await throttle.succeeded(admission, judged.opened.actor.uuid);
  // A right password without a code is no failure. It does not clear earlier failures either: only the code does.
  else if (judged.lacks === 'code') await throttle.takeBack(admission);
  return { admission, judged };
}

/**
 * The result of a check: `opened` is null when something is wrong; `user` is the one of that name, if there is one;
 * `lacks`: a code, if one is missing besides a right password, or the words that refuse the one that was given.
 */
type Judged = {
  user: UserRecord | null;
  opened: Awaited<ReturnType<Sessions['open']>>;
  lacks: 'code' | { refused: string } | null;
};

async function judge(
  { storage, passwords, sessions, now }: SignInParts,
  { username, password, code }: Tried,
  { address, agent, waiting }: Omit<SignInPlace, 'note'>,
): Promise<Judged> {
  const waiter = { who: networkOf(address), waiting };
  for (let check = 1; ; check += 1) {
    const user = await storage.users.byUsername(username);
    const right = await matching(passwords, password, user, waiter);
    if (!user || right === null || user.disabled_at !== null || isOver(user, now())) {
      return { user, opened: null, lacks: null };
    }
    const factor = await storage.secondFactors.of(user.uuid);
    if (factor && code === undefined) return { user, opened: null, lacks: 'code' };
    if (factor && !used(factor, code ?? '', now())) {
      await storage.secondFactors.noteFailure(user.uuid);
      return { user, opened: null, lacks: { refused: refusedCode(factor) } };
    }
    const renewed = passwords.isOutdated(user.password_hash) ? await passwords.hash(right, waiter) : null;
    waiting.throwIfAborted();
    const opened = await sessions.open(user, renewed, { address, agent, code: code ?? null });
    // The hash has changed: to that of a new password, or to a renewed one of this password; or the code was used
    // meanwhile. Only a new check shows which.
    if (opened || check === CHECKS) return { user, opened, lacks: null };
  }
}
