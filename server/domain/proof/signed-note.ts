import { createPublicKey, hash, sign, verify, type KeyObject } from 'node:crypto';

/** A public key with the name that its signatures have. `public`: its 32 bytes as base64. */
export type Verifier = { name: string; public: string };

/** Kind of a signature: Ed25519 (C2SP, signed-note). */
const ED25519 = Buffer.from([1]);
/** Bytes before the 32 of an Ed25519 key in DER (RFC 8410). */
export const SPKI = Buffer.from('302a300506032b6570032100', 'hex');
const HASH_LENGTH = 4;

const keyHash = (verifier: Verifier): Buffer =>
  hash(
    'sha256',
    Buffer.concat([Buffer.from(`${verifier.name}\n`), ED25519, Buffer.from(verifier.public, 'base64')]),
    'buffer',
  ).subarray(0, HASH_LENGTH);

/** The 32 bytes of an Ed25519 key, as base64. */
export const publicOf = (key: KeyObject): string =>
  Buffer.from(key.export({ format: 'jwk' }).x ?? '', 'base64url').toString('base64');

/** The SHA-256 of a public key, in hex: people compare keys by it. */
export const fingerprintOf = (publicKey: string): string => hash('sha256', Buffer.from(publicKey, 'base64'), 'hex');

/** A key as C2SP publishes it: `<name>+<hash>+<key>`. */
export const verifierLine = (verifier: Verifier): string =>
  `${verifier.name}+${keyHash(verifier).toString('hex')}+${Buffer.concat([ED25519, Buffer.from(verifier.public, 'base64')]).toString('base64')}`;

/** A text, of lines, with its signature below it (C2SP, signed-note). */
export function signNote(lines: readonly string[], key: KeyObject, name: string): string {
  const text = `${lines.join('\n')}\n`;
  const signature = Buffer.concat([keyHash({ name, public: publicOf(key) }), sign(null, Buffer.from(text), key)]);
  return `${text}\n— ${name} ${signature.toString('base64')}\n`;
}

const NOTE = /(?:[^\n]+\n)+\n(?:— \S+ [\w+/=]+\n)+/g;

/** The signed notes in a text, one after the other. */
export const notesIn = (text: string): string[] => text.match(NOTE) ?? [];

/**
 * Checks a note.
 * @returns its lines and the first of the keys that signed it; null if none of them did
 */
export function openNote<By extends Verifier>(note: string, keys: readonly By[]): { lines: string[]; by: By } | null {
  const end = note.indexOf('\n\n') + 1;
  const text = Buffer.from(note.slice(0, end));
  for (const [, name, base64 = ''] of note.slice(end).matchAll(/^— (\S+) (\S+)$/gm)) {
    const bytes = Buffer.from(base64, 'base64');
    for (const by of keys) {
      if (by.name !== name || !keyHash(by).equals(bytes.subarray(0, HASH_LENGTH))) continue;
      const der = Buffer.concat([SPKI, Buffer.from(by.public, 'base64')]);
      const key = createPublicKey({ key: der, format: 'der', type: 'spki' });
      if (verify(null, text, key, bytes.subarray(HASH_LENGTH)))
        return { lines: note.slice(0, end - 1).split('\n'), by };
    }
  }
  return null;
}
