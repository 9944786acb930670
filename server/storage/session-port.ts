import type { Moment } from './moment.ts';

/** A chain of refresh tokens that began with one sign-in. */
export type SessionFamily = {
  uuid: string;
  user: string;
  used_at: Moment;
  expires_at: Moment;
  revoked_at: Moment | null;
};

/** A refresh token by its SHA-256; `used_at` is set once it has been exchanged. */
export type RefreshToken = { hash: string; family: string; used_at: Moment | null };

/** An access token by its SHA-256. */
export type AccessToken = { hash: string; family: string; expires_at: Moment };

/** Attempts to sign in, by the name under which they count. */
export type AttemptStore = {
  /** Holds the names against other processes until the transaction ends. */
  lock(names: readonly string[]): Promise<void>;
  /** Moments after one, oldest first. */
  since(name: string, after: Moment): Promise<Moment[]>;
  add(name: string, at: Moment): Promise<void>;
  /** Takes the last one back. */
  removeLast(name: string): Promise<void>;
  clear(name: string): Promise<void>;
  purge(before: Moment): Promise<void>;
};
