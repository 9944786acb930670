import { ADMIN_PERMISSION, SITE_ADMIN_PERMISSION } from '#common/config/constants.ts';
import * as v from 'valibot';
import { emailText } from '#common/calls/requests.ts';
import type { Storage, Stores } from '#server/storage/storage.ts';
import type { Publish, StoredEvent } from '#server/storage/stores/events.ts';
import type { Organisation, UserRecord } from '#server/storage/stores/people.ts';
import { requireOtherAdministrator } from '../access.ts';
import { line, usernameLine } from '../people/account-names.ts';
import { auditEntry, noteOf, type By } from '../audit/audit.ts';
import { newBegun, ProviderTrouble, type IdentityProvider, type ProvidedPerson } from './identity-provider.ts';
import { Refusal } from '../refusal.ts';
import type { Sessions, Opened } from './sessions.ts';
import type { SignInPlace } from './sign-in.ts';
import { plainAddress } from '../credentials/throttle.ts';
import { hashToken, newToken } from './tokens.ts';
import { addUser, changeLevel, endSessions, linkIdentity, moveUser } from '../people/user-changes.ts';

/** Milliseconds that a user may take at the provider. */
const LIFE = 10 * 60_000;
const HOUR = 60 * 60_000;
/** Maximum difference between the clocks of several processes. */
const SKEW = 60_000;
/** Maximum characters of a generated username, so that a number can follow. */
const USERNAME_MAX = 150;

/** The origin of a sign-in by the provider. */
export type ProviderPlace = Pick<SignInPlace, 'address' | 'agent'> & {
  /** Logs a sign-in that failed, without anything that was sent. */
  note: (note: { address: string; signIn: 'failed'; reason: string }) => void;
};

/** Sign-ins by the identity provider (ADR 58). */
export type ProviderSignIn = ReturnType<typeof createProviderSignIn>;

/** Its parts. */
export type ProviderSignInParts = {
  provider: IdentityProvider;
  storage: Storage;
  sessions: Pick<Sessions, 'open'>;
  publish: Publish;
  now: () => Date;
};

/** A user whom the provider has identified, but who may not sign in here. */
class NotHere extends Error {
  readonly reason: string;
  readonly user: UserRecord | null;

  constructor(reason: string, message: string, user: UserRecord | null = null) {
    super(message);
    this.reason = reason;
    this.user = user;
  }
}

/** @param parts the provider, storage, sessions, the clock */
export function createProviderSignIn({ provider, storage, sessions, publish, now }: ProviderSignInParts) {
  const { name, issuer, sessionHours, startsMax } = provider.settings;
  const at = (milliseconds: number): string => new Date(now().getTime() + milliseconds).toISOString();

  const failed = async (reason: string, user: UserRecord | null, { address: given, note }: ProviderPlace) => {
    const address = plainAddress(given);
    const about = { address, subject: user?.uuid ?? null, organisation: user?.organisation ?? null };
    await storage.audit.add(
      auditEntry(now(), null, 'sign_in_failed', { ...about, detail: `by the identity provider: ${reason}` }),
    );
    note({ address, signIn: 'failed', reason });
  };
  const open = async (person: ProvidedPerson, { address, agent }: ProviderPlace) => {
    // The end of earlier sessions stays although the sign-in is refused.
    const { user, events } = await storage.transaction((stores) =>
      admitted(stores, { actor: null, at: now() }, person),
    );
    publish(events);
    if (user instanceof NotHere) throw user;
    const opened = await sessions.open(user, null, {
      address: plainAddress(address),
      agent,
      code: null,
      provider: { life: sessionHours * HOUR },
    });
    // The user was changed at this moment.
    if (!opened) throw new Refusal('busy', 'Your account was changed just now. Please try again.');
    return opened;
  };

  return {
    /** Seconds for which a browser stores the value that binds a sign-in to it. */
    life: LIFE / 1000,
    /** Maximum of sign-ins that may be begun in one network within 15 minutes. */
    startsMax,

    /**
     * @param returnAddress where the provider sends the user back to
     * @param known the value that the browser has of a sign-in that it began before, or null
     * @returns the provider's address, and the value that the browser stores
     * @throws {Refusal} busy, while the provider does not answer
     */
    async begin(returnAddress: string, known: string | null): Promise<{ url: string; browser: string }> {
      const begun = newBegun();
      const url = await provider.address(returnAddress, begun).catch((error: unknown) => {
        throw refusalOf(error, name);
      });
      // One value for all tabs of a browser, so that one of them does not end the sign-in of another.
      const browser = known ?? newToken();
      const { state, nonce, verifier } = begun;
      const kept = { state: hashToken(state), browser: hashToken(browser), nonce, verifier, expires_at: at(LIFE) };
      await storage.transaction((stores) => stores.providerSignIns.add(kept));
      return { url: url.href, browser };
    },

    /** True if an answer belongs to a sign-in that this browser has begun and not ended yet. */
    async isOwn(answered: URL, browser: string | null): Promise<boolean> {
      if (browser === null) return false;
      return storage.providerSignIns.isKnown(hashToken(stateOf(answered)), hashToken(browser));
    },

    /**
     * @param answered the address to which the provider sent the user back, with its answer
     * @throws {Refusal} forbidden for an answer that is not for this browser, is not valid, or is of a user who may not
     * sign in; busy, while the provider does not answer
     */
    async finish(answered: URL, browser: string | null, place: ProviderPlace): Promise<Opened> {
      const state = stateOf(answered);
      const kept =
        browser === null
          ? null
          : await storage.transaction(({ providerSignIns }) =>
              providerSignIns.take(hashToken(state), hashToken(browser)),
            );
      if (!kept || kept.expires_at <= at(0)) {
        // Not in the audit log: requests with random states would fill it.
        place.note({ address: plainAddress(place.address), signIn: 'failed', reason: 'no such sign-in' });
        throw new Refusal(
          'forbidden',
          `This sign-in by ${name} was used already, was begun in another browser, or took longer than ten minutes. Try again.`,
        );
      }
      try {
        return await open(await provider.person(answered, { ...kept, state }), place);
      } catch (error) {
        if (error instanceof ProviderTrouble) await failed(error.reason, null, place);
        if (error instanceof NotHere) await failed(error.reason, error.user, place);
        if (error instanceof Refusal) await failed(error.kind, null, place);
        throw refusalOf(error, name);
      }
    },

    /** The link of a user to the provider, and true if they could sign in by a password too; null without a link. */
    async linkOf(uuid: string): Promise<{ name: string; has_password: boolean } | null> {
      const [identity, user] = await Promise.all([storage.identities.of(uuid), storage.users.byUuid(uuid)]);
      return identity?.issuer === issuer.href && user ? { name, has_password: user.password_hash !== '' } : null;
    },

    /** Removes sign-ins from which no user came back. */
    purge: (): Promise<void> => storage.providerSignIns.purge(at(0), at(LIFE + SKEW)),
  };

  /**
   * Finds the user of a provider's identity and updates them to its groups; makes one at the first sign-in. A known user
   * whom it lets in no longer is returned as the refusal, and has no session any more.
   */
  async function admitted(
    stores: Stores,
    by: By,
    person: ProvidedPerson,
  ): Promise<{ user: UserRecord | NotHere; events: StoredEvent[] }> {
    // Every change of names takes this lock: the checks of names and of administrators stay true until the end of the
    // transaction.
    await stores.organisations.lockNames();
    const identity = await stores.identities.bySubject(issuer.href, person.subject);
    const known = identity && (await stores.users.lock(identity.user));
    if (known?.disabled_at) {
      throw new NotHere('disabled', 'Your account is disabled here. An administrator can enable it.', known);
    }
    let events: StoredEvent[] = [];
    try {
      if (known) events = await followed(stores, by, known, person);
    } catch (error) {
      if (!known || !(error instanceof NotHere)) throw error;
      const ended = await endSessions(stores, by, known, `${name} lets them in no longer`);
      return { user: new NotHere(error.reason, error.message, known), events: ended };
    }
    const uuid = known?.uuid ?? (await made(stores, by, person));
    const user = await stores.users.byUuid(uuid);
    if (!user) throw new Refusal('busy', 'Your account was changed just now. Please try again.');
    // A one-time password is no longer needed, and would block the sign-in.
    if (user.password_until === null) return { user, events };
    await stores.users.setPasswordHash(uuid, '', null);
    await noteOf(stores, by, 'password_set', user, 'one-time password dropped at a sign-in by the identity provider');
    // Another person who saw that password may have a session by it, which had to change it first.
    const ended = await stores.sessions.revokeAllOf(uuid, by.at.toISOString());
    return { user: { ...user, password_hash: '' }, events: [...events, ...ended] };
  }

  function levelOf({ groups }: ProvidedPerson): number {
    const { levels } = provider.settings;
    const found = levels.filter(({ group }) => groups.includes(group)).map(({ level }) => level);
    if (found.length > 0) return Math.max(...found);
    throw new NotHere(
      'no group that may',
      `${name} knows you, but you are in none of the groups that may use this. Whoever looks after the groups there can add you.`,
    );
  }

  async function organisationOf({ organisations }: Stores, { groups }: ProvidedPerson): Promise<Organisation> {
    const { organizations, organization } = provider.settings;
    const wanted = organizations.find(({ group }) => groups.includes(group))?.organization ?? organization;
    if (wanted === null) {
      throw new NotHere(
        'no organization',
        `${name} knows you, but none of your groups belongs to an organization here.`,
      );
    }
    const all = await organisations.list();
    const found =
      all.find((one) => one.name === wanted) ?? all.find(({ organization_id }) => String(organization_id) === wanted);
    if (found) return found;
    throw new NotHere(
      'an organization that does not exist',
      `The organization '${wanted}', to which your groups at ${name} lead, does not exist here. An administrator can add it.`,
    );
  }

  async function made(stores: Stores, by: By, person: ProvidedPerson): Promise<string> {
    const permission = levelOf(person);
    const organisation = await organisationOf(stores, person);
    const username = await freeName(stores, person.usernames);
    const uuid = await addUser(stores, by, {
      username,
      name: allowed(person.name ?? '', (text) => line(text, 'The name')) ?? username,
      email: allowed(person.email ?? '', (text) => v.parse(emailText, text)) ?? '',
      organisation: organisation.uuid,
      permission,
      // No password matches this hash.
      password_hash: '',
      password_until: null,
    });
    const user = await stores.users.byUuid(uuid);
    if (user) await linkIdentity(stores, by, user, { issuer: issuer.href, subject: person.subject });
    return uuid;
  }

  /** A level 4 was granted by hand and stays; so does an organisation's last administrator. */
  async function followed(stores: Stores, by: By, user: UserRecord, person: ProvidedPerson): Promise<StoredEvent[]> {
    if (user.permission >= SITE_ADMIN_PERMISSION) return [];
    const permission = levelOf(person);
    const target = await organisationOf(stores, person);
    const isMoved = target.uuid !== user.organisation;
    if (!isMoved && permission === user.permission) return [];
    const isKept = (isMoved || permission < ADMIN_PERMISSION) && !(await hasOther(stores, user));
    if (isKept) {
      await noteOf(stores, by, 'user_updated', user, 'level and organization kept: the last administrator');
      return [];
    }
    // In the old organization they had the old level: the check for its last administrator is above.
    const moved = isMoved ? await moveUser(stores, by, user, target, true) : [];
    if (permission === user.permission) return moved;
    const there = (await stores.users.byUuid(user.uuid)) ?? user;
    return [...moved, ...(await changeLevel(stores, by, there, permission, true))];
  }
}

const stateOf = (answered: URL): string => answered.searchParams.get('state') ?? '';

async function hasOther({ users }: Stores, user: UserRecord): Promise<boolean> {
  try {
    await requireOtherAdministrator(users, user, user.username);
    return true;
  } catch (error) {
    if (error instanceof Refusal) return false;
    throw error;
  }
}

/** Turns an error into a refusal whose message is shown to the user. */
function refusalOf(error: unknown, name: string): unknown {
  if (error instanceof NotHere) return new Refusal('forbidden', error.message);
  if (!(error instanceof ProviderTrouble)) return error;
  if (error.kind === 'away') {
    return new Refusal(
      'busy',
      `${name} cannot be reached just now. Try again, or sign in with a password of this site.`,
    );
  }
  if (error.kind === 'unaccepted') {
    return new Refusal(
      'busy',
      `${name} does not accept this server. Whoever runs it has to look at READY_OIDC_CLIENT_ID and READY_OIDC_CLIENT_SECRET. Sign in with a password of this site.`,
    );
  }
  if (error.kind === 'denied') return new Refusal('forbidden', `You were not signed in at ${name}. Try again.`);
  return new Refusal(
    'forbidden',
    `The answer of ${name} cannot be believed${because(error.reason)}, so nobody was signed in.`,
  );
}

function because(reason: string): string {
  if (reason === 'claim nonce') return ': it belongs to another sign-in';
  if (reason === 'claim aud' || reason === 'claim azp') return ': it is for another application';
  if (reason === 'claim iss') return ': it comes from somebody else';
  if (['claim exp', 'claim nbf', 'claim iat'].includes(reason)) {
    return ': it has ended, or the clocks of both differ by more than a minute';
  }
  return '';
}

/** A text in the form that a rule for names gives it; null if the rule refuses it. */
function allowed(text: string, rule: (value: string) => string): string | null {
  try {
    return rule(text);
  } catch {
    return null;
  }
}

/** Finds a free username: one of an existing user is never taken over, however alike. */
async function freeName({ users }: Stores, wanted: readonly string[]): Promise<string> {
  const lines = wanted.flatMap(
    (one) => allowed(one.slice(0, USERNAME_MAX).toWellFormed().replace('\uFFFD', ''), usernameLine) ?? [],
  );
  const base = lines[0] ?? 'person';
  for (let number = 1; ; number += 1) {
    const username = number === 1 ? base : `${base}-${number}`;
    if (!(await users.byUsername(username))) return username;
  }
}
