import { Secret, TOTP } from 'otpauth';
import { copiedCode } from '#common/calls/requests.ts';
import type { SecondFactor } from '#server/storage/stores/people.ts';
import { newCode } from '../credentials/password-rules.ts';
import { hashToken } from './tokens.ts';

/** RFC 6238, as all authenticators implement it: six digits of SHA-1, a step of 30 s. */
const DIGITS = 6;
const STEP = 30;
/** Steps before and after this one whose codes are accepted: clocks differ, and typing takes a while. */
const WINDOW = 1;
/** RFC 4226 recommends 160 bits. */
const SECRET_BYTES = 20;
const RECOVERY_CODES = 10;
const HOST_MAX = 100;
/** Steps in which a code is searched for that is not right, to name clocks that differ: ten minutes. */
const FAR = 20;
/**
 * Wrong codes after which the authenticator's are no longer accepted: an attacker who has the password could guess from
 * many networks.
 */
const FAILURES_MAX = 50;
/** A recovery code's form: 16 letters, some 80 bits. */
const GROUPS = 4;
const GROUP = 4;

const totpOf = (secret: string): TOTP => new TOTP({ secret: Secret.fromBase32(secret), digits: DIGITS, period: STEP });

/**
 * A new secret as base32 text, and the address that an authenticator reads.
 * @param host name of the installation: authenticators show it, and some replace a secret by another one of its name
 */
export function newSecret(username: string, host: string): { secret: string; uri: string } {
  const secret = new Secret({ size: SECRET_BYTES }).base32;
  const totp = totpOf(secret);
  totp.issuer = `Ready ${host.replaceAll(/[^\w.-]/g, '').slice(0, HOST_MAX)}`.trim();
  totp.label = username;
  return { secret, uri: totp.toString() };
}

/** True if a text has the form of a secret that this server makes. */
export const isSecret = (text: string): boolean => /^[A-Z2-7]{32}$/.test(text);

/** @returns the time step that the code belongs to, of those near a moment; null if it is none of them */
export function stepOf(secret: string, code: string, now: Date): number | null {
  const delta = stepsFrom(secret, code, now, WINDOW);
  return delta === null ? null : Math.floor(now.getTime() / 1000 / STEP) + delta;
}

/** Steps between this moment and the one whose code it is, negative for an earlier one; null if it is not within the window. */
function stepsFrom(secret: string, code: string, now: Date, window: number): number | null {
  const token = copiedCode(code);
  if (!new RegExp(`^\\d{${DIGITS}}$`).test(token)) return null;
  return totpOf(secret).validate({ token, window, timestamp: now.getTime() });
}

/** Minutes by which the clock of the authenticator is ahead of ours, negative if it is behind; null for any other code. */
export function minutesAhead(secret: string, code: string, now: Date): number | null {
  const delta = stepsFrom(secret, code, now, FAR);
  return delta === null ? null : Math.sign(delta) * Math.ceil((Math.abs(delta) * STEP) / 60);
}

/** Makes recovery codes that are shown once, and the hashes of them that are stored. */
export function newRecoveryCodes(): { codes: string[]; kept: string } {
  const codes = Array.from({ length: RECOVERY_CODES }, () => newCode(GROUPS, GROUP));
  return { codes, kept: JSON.stringify(codes.map(keptOf)) };
}

const keptOf = (code: string): string => hashToken(copiedCode(code));

/** True if there were so many wrong codes that only a recovery code is accepted. */
const isGuessed = ({ failures }: SecondFactor): boolean => failures >= FAILURES_MAX;

/** Words for a code that `used` does not accept. */
export const refusedCode = (factor: SecondFactor): string =>
  isGuessed(factor)
    ? 'Too many wrong codes were entered. Use a recovery code, or have an administrator ask you for no code.'
    : 'This code is not right, or was used before. Try the next one.';

/** Number of unused recovery codes. */
export const recoveryLeft = ({ recovery_codes }: SecondFactor): number =>
  (JSON.parse(recovery_codes) as string[]).length;

/**
 * Checks a code of the authenticator, or a recovery code. Each is valid once.
 * @returns the factor as it is stored from then on; null for a wrong or a used code
 */
export function used(factor: SecondFactor, code: string, now: Date): SecondFactor | null {
  const step = stepOf(factor.secret, code, now);
  if (step !== null) {
    return step > factor.last_step && !isGuessed(factor) ? { ...factor, last_step: step, failures: 0 } : null;
  }
  const left = JSON.parse(factor.recovery_codes) as string[];
  const own = keptOf(code);
  return left.includes(own)
    ? { ...factor, failures: 0, recovery_codes: JSON.stringify(left.filter((one) => one !== own)) }
    : null;
}
