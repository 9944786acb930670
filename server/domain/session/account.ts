import type { FactorRemovalRequest, PasswordRequest, SecondFactorRequest } from '#common/calls/requests.ts';
import type { Stores } from '#server/storage/storage.ts';
import type { Publish } from '#server/storage/stores/events.ts';
import type { UserRecord } from '#server/storage/stores/people.ts';
import type { SessionFamily } from '#server/storage/stores/sessions.ts';
import { found, type Actor, type Caller } from '../access.ts';
import { auditEntry, noteOf } from '../audit/audit.ts';
import { waiterOf, type Changes } from '../changes.ts';
import { requireGoodPassword } from '../credentials/password-rules.ts';
import { matching, type Passwords } from '../credentials/passwords.ts';
import { Refusal } from '../refusal.ts';
import {
  isSecret,
  minutesAhead,
  newRecoveryCodes,
  newSecret,
  recoveryLeft,
  refusedCode,
  stepOf,
  used,
} from './second-factor.ts';
import { isAlive } from './sessions.ts';
import { plainAddress, type Throttle } from '../credentials/throttle.ts';
import { removeSecondFactor } from '../people/user-changes.ts';

/** Calls of users for their own password and sessions. Every method throws a `Refusal`. */
export type Account = ReturnType<typeof createAccount>;

/** Its parts. */
export type AccountParts = {
  storage: Stores;
  changes: Changes;
  passwords: Passwords;
  throttle: Pick<Throttle, 'admit' | 'succeeded' | 'takeBack'>;
  publish: Publish;
  /** True if a person must have a second factor. */
  isRequired: (person: Pick<Actor, 'permission'>) => boolean;
  now: () => Date;
};

/** Words for a code that is not right. @param ahead minutes by which the authenticator's clock is ahead of ours, if that is known */
function wrongCode(ahead: number | null, now: Date): string {
  if (ahead === null) return 'This code is not right. Enter the one that the authenticator shows now.';
  const minutes = `${Math.abs(ahead)} ${Math.abs(ahead) === 1 ? 'minute' : 'minutes'}`;
  const clocks = `The clocks differ: the authenticator’s is ${minutes} ${ahead > 0 ? 'ahead of' : 'behind'} the server’s`;
  return `${clocks}, which says ${now.toISOString().slice(11, 19)} UTC. Set the wrong one right, and try again.`;
}

const ALREADY_ON =
  'A second step is on already, perhaps from another tab. Turn it off first, with a code of it or a recovery code.';

/**
 * Locks a user for a change.
 * @param proved the hash of the password that was given for it
 * @throws {Refusal} if the user has another one now
 */
async function lockProved({ users }: Stores, { uuid }: Actor, proved: string): Promise<UserRecord> {
  const user = await users.lock(uuid);
  if (user?.password_hash === proved) return user;
  throw new Refusal('invalid', 'Your password was changed meanwhile. Reload the page and try again.');
}

/** @param parts storage, hashes, the counted sign-ins, the clock */
export function createAccount({ storage, changes, passwords, throttle, publish, isRequired, now }: AccountParts) {
  /**
   * @param proof the current password, and a code if the change weakens the sign-in of a user who has a second factor
   * @returns the hash that the current password matched
   */
  const verified = async (
    caller: Caller,
    { current, code }: { current: string; code?: string },
    address: string,
  ): Promise<string> => {
    const user = found(await storage.users.byUuid(caller.uuid), 'user');
    if (user.password_hash === '') {
      throw new Refusal('invalid', 'You have no password here: you sign in by an identity provider.');
    }
    const admission = await throttle.admit(user.username, plainAddress(address));
    if (!admission.isAdmitted) {
      throw new Refusal('throttled', 'Too many wrong passwords. Please wait before trying again.', admission.wait);
    }
    const matches = await matching(passwords, current, user, waiterOf(caller)).catch(async (error: unknown) => {
      await throttle.takeBack(admission);
      throw error;
    });
    const refuse = async (detail: string, message: string): Promise<never> => {
      const more = { address: plainAddress(address), subject: user.uuid, detail };
      await storage.audit.add(auditEntry(now(), user, 'sign_in_failed', more));
      throw new Refusal('invalid', message);
    };
    if (matches === null) return refuse('at a change of the password', 'The current password is not right.');
    const factor = code === undefined ? null : await storage.secondFactors.of(user.uuid);
    if (factor && !used(factor, code ?? '', now())) {
      await storage.secondFactors.noteFailure(user.uuid);
      return refuse('a wrong code', refusedCode(factor));
    }
    await throttle.succeeded(admission, user.uuid);
    return user.password_hash;
  };

  return {
    /**
     * Ends the user's other sessions. A wrong current password counts as a failed sign-in, to limit guesses at an open
     * browser.
     * @param address network address of the call
     */
    async changePassword(caller: Caller, { current, password }: PasswordRequest, address: string): Promise<void> {
      requireGoodPassword(password, [caller.username, caller.name, caller.email]);
      if (password.normalize('NFKC') === current.normalize('NFKC')) {
        throw new Refusal('invalid', 'This is the current password. Choose another one.');
      }
      const before = await verified(caller, { current }, address);
      const hash = await passwords.hash(password, waiterOf(caller));
      const events = await changes.by(caller, async (stores, actor) => {
        const user = await lockProved(stores, actor, before);
        await stores.users.setPasswordHash(user.uuid, hash, null);
        await noteOf(stores, { actor, at: now() }, 'password_changed', user);
        return stores.sessions.revokeAllOf(user.uuid, now().toISOString(), caller.family);
      });
      publish(events);
    },

    /** The user's second factor, or null. */
    async secondFactor({ uuid }: Caller): Promise<{ since: string; left: number } | null> {
      const factor = await storage.secondFactors.of(uuid);
      return factor && { since: factor.since, left: recoveryLeft(factor) };
    },

    /** A secret for a new authenticator. Nothing is stored until `setSecondFactor` gets it back with a code. */
    beginSecondFactor: ({ username }: Caller, host: string): { secret: string; uri: string } =>
      newSecret(username, host),

    /**
     * Requires a code at each sign-in from now on, and ends the user's other sessions, which have not proved that they
     * have it. Refused while another one is on, which has to be removed first.
     * @returns the recovery codes, which are shown only once
     */
    async setSecondFactor(
      caller: Caller,
      { current, secret, code }: SecondFactorRequest,
      address: string,
    ): Promise<string[]> {
      if (!isSecret(secret)) throw new Refusal('invalid', 'The secret is none that this host gave. Begin anew.');
      const step = stepOf(secret, code, now());
      if (step === null) {
        throw new Refusal('invalid', wrongCode(minutesAhead(secret, code, now()), now()));
      }
      const before = await verified(caller, { current }, address);
      const { codes, kept } = newRecoveryCodes();
      const events = await changes.by(caller, async (stores, actor) => {
        const user = await lockProved(stores, actor, before);
        const present = await stores.secondFactors.of(user.uuid);
        // The same secret once more, whose answer was lost, with its next code: that proves the present one.
        if (present && present.secret !== secret) throw new Refusal('invalid', ALREADY_ON);
        if (present && !used(present, code, now())) throw new Refusal('invalid', refusedCode(present));
        const since = now().toISOString();
        await stores.secondFactors.set({
          user: user.uuid,
          secret,
          last_step: step,
          failures: 0,
          recovery_codes: kept,
          since,
        });
        await noteOf(stores, { actor, at: now() }, 'second_factor_set', user);
        await stores.sessions.setFactorDue({ family: caller.family }, false);
        return stores.sessions.revokeAllOf(user.uuid, since, caller.family);
      });
      publish(events);
      return codes;
    },

    /**
     * Requires what a sign-in requires: the password, and a code of the authenticator or a recovery code. Does nothing if
     * there is no second factor. A user whose level requires one has to set up another one before anything else.
     */
    async removeSecondFactor(caller: Caller, proof: FactorRemovalRequest, address: string): Promise<void> {
      const before = await verified(caller, proof, address);
      await changes.by(caller, async (stores, actor) => {
        const user = await lockProved(stores, actor, before);
        const present = await stores.secondFactors.of(user.uuid);
        if (!present) return;
        // A sign-in may have used the code meanwhile.
        if (!used(present, proof.code, now())) throw new Refusal('invalid', refusedCode(present));
        await removeSecondFactor(stores, { actor, at: now() }, user);
        // A user who must have a factor, and wants another one, sets that up immediately.
        if (isRequired(user)) await stores.sessions.setFactorDue({ user: user.uuid }, true);
      });
    },

    /** The user's valid sessions, used last first. */
    sessions: async ({ uuid }: Caller): Promise<SessionFamily[]> =>
      (await storage.sessions.ofUser(uuid)).filter((family) => isAlive(family, now())),

    /** Ends one of them. */
    async endSession(caller: Caller, uuid: string): Promise<void> {
      const events = await changes.urgently(caller, async (stores, actor) => {
        const family = await stores.sessions.family(uuid);
        found(family?.user === actor.uuid ? family : null, 'session');
        if (family?.revoked_at !== null) return [];
        await noteOf(stores, { actor, at: now() }, 'session_revoked', actor, 'on the person’s own wish');
        return stores.sessions.revoke(uuid, now().toISOString());
      });
      publish(events);
    },
  };
}
