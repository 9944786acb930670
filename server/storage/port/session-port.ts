import type { Moment } from './moment.ts';

/** A chain of refresh tokens that began with one sign-in. */
export type SessionFamily = {
  uuid: string;
  user: string;
  used_at: Moment;
  expires_at: Moment;
  revoked_at: Moment | null;
  /** Time, network address and browser of its sign-in; null in those from before these were noted. */
  opened_at: Moment | null;
  address: string | null;
  agent: string | null;
  /** 1 if a second factor was required at the sign-in, and there was none: it has to be set up before anything else. */
  factor_due: number;
};

/** A refresh token by its SHA-256; `used_at` is set once it has been exchanged. */
export type RefreshToken = { hash: string; family: string; used_at: Moment | null };

/** An access token by its SHA-256. */
export type AccessToken = { hash: string; family: string; expires_at: Moment };

/** Username and network of a sign-in, both hashed (`domain/session/throttle.ts`); an empty text for all of them. */
export type SignInPair = { username: string; network: string };

/** A try to sign in that failed, or is being checked now. */
export type SignInTry = SignInPair & {
  /** 1 if it was checked although a limit was reached: it counts for its name in its network alone. */
  is_beyond: number;
  at: Moment;
};

/** Tries to sign in. */
export type AttemptStore = {
  /** Locks the name and the network against other processes until the transaction ends. */
  lock(pair: SignInPair): Promise<void>;
  /**
   * Sets the time of those of the name or of the network that are after a moment to it: a clock was ahead when they
   * were noted.
   */
  settle(pair: SignInPair, now: Moment): Promise<void>;
  /** Those of a name after a moment, oldest first. */
  ofName(username: string, after: Moment): Promise<Omit<SignInTry, 'username'>[]>;
  /** The names that were tried from a network after a moment, each with its last try; oldest first. Without those beyond a limit. */
  namesFrom(network: string, after: Moment): Promise<Pick<SignInTry, 'username' | 'at'>[]>;
  /** Number of tries of each of these names after a moment, by network. Without those beyond a limit. */
  counts(usernames: readonly string[], after: Moment): Promise<(SignInPair & { count: number })[]>;
  /** @returns its number */
  add(attempt: SignInTry): Promise<number>;
  remove(number: number): Promise<void>;
  /**
   * Removes those of a name.
   * @param network from one alone; null for all.
   * @returns how many there were, and from how many networks
   */
  clear(username: string, network: string | null): Promise<{ tries: number; networks: number }>;
  /** Notes that tries are refused. @returns true if that was not noted since `after` */
  noteRefusal(pair: SignInPair, at: Moment, after: Moment): Promise<boolean>;
  /** Removes those before a moment; those after `now` count as of now. */
  purge(before: Moment, now: Moment): Promise<void>;
};

/** The networks from which users signed in, hashed (`domain/session/throttle.ts`). */
export type NetworkStore = {
  isKnown(user: string, network: string): Promise<boolean>;
  /** Notes a sign-in. @param most maximum of networks of one user; those that were used last stay */
  use(user: string, network: string, at: Moment, most: number): Promise<void>;
  /** Removes all of a user. */
  forget(user: string): Promise<void>;
  /** Removes those that were not used since. */
  purge(before: Moment): Promise<void>;
};

/** A sign-in that is on its way to an identity provider and back. */
export type ProviderSignIn = {
  /** The text that comes back with the answer, by its SHA-256. */
  state: string;
  /** The mark of the browser that began it, by its SHA-256. */
  browser: string;
  /** The values that the answer must contain, and with which it is exchanged (PKCE). */
  nonce: string;
  verifier: string;
  expires_at: Moment;
};

/** Sign-ins that are on their way. */
export type ProviderSignInStore = {
  add(signIn: ProviderSignIn): Promise<void>;
  isKnown(state: string, browser: string): Promise<boolean>;
  /** Returns and removes it: of two calls at once one gets it. */
  take(state: string, browser: string): Promise<ProviderSignIn | null>;
  /** Removes those that end before a moment, or after another: a clock was ahead when they were noted. */
  purge(before: Moment, after: Moment): Promise<void>;
};
