import type { Moment } from './moment.ts';

/** A chain of refresh tokens that began with one sign-in. */
export type SessionFamily = {
  uuid: string;
  user: string;
  used_at: Moment;
  expires_at: Moment;
  revoked_at: Moment | null;
  /** When, from where and in which browser it was opened; null in those from before that was noted. */
  opened_at: Moment | null;
  address: string | null;
  agent: string | null;
  /** 1 where a second factor was required at the sign-in, and there was none: nothing else can be done before. */
  factor_due: number;
};

/** A refresh token by its SHA-256; `used_at` is set once it has been exchanged. */
export type RefreshToken = { hash: string; family: string; used_at: Moment | null };

/** An access token by its SHA-256. */
export type AccessToken = { hash: string; family: string; expires_at: Moment };

/** Whose sign-in it is and where it comes from, both hidden (`domain/session/throttle.ts`); empty text for all of them. */
export type SignInPair = { username: string; network: string };

/** A try to sign in that failed, or is being judged just now. */
export type SignInTry = SignInPair & {
  /** 1 when it was judged though a limit was reached: it counts for its name in its network alone. */
  is_beyond: number;
  at: Moment;
};

/** Tries to sign in. */
export type AttemptStore = {
  /** Holds the name and the network against other processes until the transaction ends. */
  lock(pair: SignInPair): Promise<void>;
  /** Gives those of the name or of the network that lie after a moment that moment: a clock was ahead when they were noted. */
  settle(pair: SignInPair, now: Moment): Promise<void>;
  /** Those of a name after a moment, oldest first. */
  ofName(username: string, after: Moment): Promise<Omit<SignInTry, 'username'>[]>;
  /** The names that were tried from a network after a moment, each with its last try; oldest first. Without those beyond a limit. */
  namesFrom(network: string, after: Moment): Promise<Pick<SignInTry, 'username' | 'at'>[]>;
  /** How many of these names there are after a moment, by network. Without those beyond a limit. */
  counts(usernames: readonly string[], after: Moment): Promise<(SignInPair & { count: number })[]>;
  /** @returns its number */
  add(attempt: SignInTry): Promise<number>;
  remove(number: number): Promise<void>;
  /** Forgets those of a name. @param network from one alone; null for all. @returns how many there were, and from how many networks */
  clear(username: string, network: string | null): Promise<{ tries: number; networks: number }>;
  /** Notes that tries are refused. @returns whether that is not noted since `after` already */
  noteRefusal(pair: SignInPair, at: Moment, after: Moment): Promise<boolean>;
  /** Forgets what lies before a moment; what lies after `now` counts as of now. */
  purge(before: Moment, now: Moment): Promise<void>;
};

/** The networks from which people signed in, hidden (`domain/session/throttle.ts`). */
export type NetworkStore = {
  isKnown(user: string, network: string): Promise<boolean>;
  /** Notes a sign-in. @param most how many are kept of one person; those that were used last stay */
  use(user: string, network: string, at: Moment, most: number): Promise<void>;
  /** Forgets all of a person. */
  forget(user: string): Promise<void>;
  /** Forgets those that were not used since. */
  purge(before: Moment): Promise<void>;
};

/** A sign-in that is on its way to an identity provider and back. */
export type ProviderSignIn = {
  /** The text that comes back with the answer, by its SHA-256. */
  state: string;
  /** The mark of the browser that began it, by its SHA-256. */
  browser: string;
  /** The texts that the answer must hold, and with which it is exchanged (PKCE). */
  nonce: string;
  verifier: string;
  expires_at: Moment;
};

/** Sign-ins that are on their way. */
export type ProviderSignInStore = {
  add(signIn: ProviderSignIn): Promise<void>;
  /** Gives it and forgets it: of two at once one gets it. */
  take(state: string, browser: string): Promise<ProviderSignIn | null>;
  /** Forgets those that end before a moment, or after another: a clock was ahead when they were noted. */
  purge(before: Moment, after: Moment): Promise<void>;
};
