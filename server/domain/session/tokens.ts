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
 * The token that follows a refresh token. It is derived, not drawn, so that the same predecessor within its grace gets the same pair
 * again, though no token is stored in the clear.
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

/** Whether a header's value was made for this session. */
export function isAntiForgeryToken(secret: string, family: string, token: string): boolean {
  const [nonce = '', mac = '', ...rest] = token.split('.');
  const given = Buffer.from(mac, 'base64url');
  const expected = antiForgeryMac(secret, family, nonce);
  return rest.length === 0 && given.length === expected.length && timingSafeEqual(given, expected);
}

/**
 * The key with which a person's browsers encrypt unsaved text on their disks (ADR 27). It is derived and nowhere stored: the same person gets the same one at
 * each sign-in, everybody another, and with a new secret all are others.
 * @param secret the installation's
 * @param user the person's uuid
 */
export const draftsKey = (secret: string, user: string): string => derived(secret, `drafts.key\n${user}`);

/**
 * What a person's browsers name with what they keep (ADR 27): as `draftsKey`, but the same after the secret was rotated, so that what cannot be read any more
 * is still known to be theirs.
 * @param marks what the installation makes them of
 * @param user the person's uuid
 */
export const draftsMark = (marks: string, user: string): string => derived(marks, `drafts.mark\n${user}`);

const derived = (secret: string, info: string): string =>
  Buffer.from(hkdfSync('sha256', secret, '', info, TOKEN_BYTES)).toString('base64url');
