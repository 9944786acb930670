import { createHmac, hash, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';

const TOKEN_BYTES = 32;

/** A new opaque token: 32 random bytes. */
export function newToken(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url');
}

/** A token's form in the database, with which a reader of the database cannot sign in. */
export function hashToken(token: string): string {
  return hash('sha256', token, 'base64url');
}

/**
 * Makes the token that follows a refresh token. It is derived, not random, so that the same predecessor within its
 * grace gets the same pair again, though no token is stored in the clear.
 * @param secret the installation's
 * @param predecessor the refresh token that was presented
 * @param use which of the pair
 */
export function derivedToken(secret: string, predecessor: string, use: 'access' | 'refresh'): string {
  return createHmac('sha256', secret).update(`${use}\n${predecessor}`).digest('base64url');
}

function antiForgeryMac(secret: string, family: string, nonce: string): Buffer {
  return createHmac('sha256', secret).update(`anti-forgery\n${family}\n${nonce}`).digest();
}

/** The value of the XSRF cookie: signed, and bound to one session. */
export function antiForgeryToken(secret: string, family: string): string {
  const nonce = randomBytes(16).toString('base64url');
  return `${nonce}.${antiForgeryMac(secret, family, nonce).toString('base64url')}`;
}

/** True if a header's value was made for this session. */
export function isAntiForgeryToken(secret: string, family: string, token: string): boolean {
  const [nonce = '', mac = '', ...rest] = token.split('.');
  const given = Buffer.from(mac, 'base64url');
  const expected = antiForgeryMac(secret, family, nonce);
  return rest.length === 0 && given.length === expected.length && timingSafeEqual(given, expected);
}

const browserMac = (secret: string, browser: string): Buffer =>
  createHmac('sha256', secret).update(`browser\n${browser}`).digest();

/** The cookie of a browser in which a user has signed in by the identity provider: its mark, signed. */
export const signedBrowser = (secret: string, browser: string): string =>
  `${browser}.${browserMac(secret, browser).toString('base64url')}`;

/** Reads the cookie that binds sign-ins by the identity provider to a browser. `isSigned`: by this installation. */
export function browserOf(secret: string, cookie: string): { browser: string; isSigned: boolean } {
  const [browser = '', mac = ''] = cookie.split('.');
  const given = Buffer.from(mac, 'base64url');
  const expected = browserMac(secret, browser);
  return { browser, isSigned: given.length === expected.length && timingSafeEqual(given, expected) };
}

/**
 * The key with which a user's browsers encrypt unsaved text on their disks (ADR 27). It is derived and never stored: a
 * user gets the same one at each sign-in, every user another one, and a new secret changes all.
 * @param secret the installation's
 * @param user the user's uuid
 */
export const draftsKey = (secret: string, user: string): string => derived(secret, `drafts.key\n${user}`);

/**
 * The name of a user's stored data in their browsers (ADR 27): derived as `draftsKey`, but not changed by a rotation of
 * the secret, so that data that can no longer be read is still known to be theirs.
 * @param marks the secret for marks
 * @param user the user's uuid
 */
export const draftsMark = (marks: string, user: string): string => derived(marks, `drafts.mark\n${user}`);

const derived = (secret: string, info: string): string =>
  Buffer.from(hkdfSync('sha256', secret, '', info, TOKEN_BYTES)).toString('base64url');
