/** A public key with the name that its signatures have, and the SHA-256 of its 32 bytes, by which people compare keys. */
export type Verifier = { name: string; key: Uint8Array<ArrayBuffer>; fingerprint: string };

/** A signed note (C2SP): its text, its lines, and its signatures. */
export type Note = { text: string; lines: string[]; signatures: { name: string; bytes: Uint8Array<ArrayBuffer> }[] };

/** Bytes by which a signature names its key, and the kind of a signature: Ed25519. */
const HASH_LENGTH = 4;
const ED25519 = 1;
const KEY_LENGTH = 32;

/** The SHA-256 of bytes, or of a text as UTF-8. */
export async function sha256(data: string | Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = typeof data === 'string' ? new TextEncoder().encode(data) : data;
  return new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
}

const DIGITS = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));
export const hexOf = (bytes: Uint8Array): string => {
  let text = '';
  for (const byte of bytes) text += DIGITS[byte] ?? '';
  return text;
};

/** Reads base64; null for another text. */
export function fromBase64(text: string): Uint8Array<ArrayBuffer> | null {
  try {
    const bytes = atob(text);
    // The last sign may have bits that no byte has: one text alone is right.
    return btoa(bytes) === text ? Uint8Array.from(bytes, (sign) => sign.charCodeAt(0)) : null;
  } catch {
    return null;
  }
}

const keyHash = async (name: string, key: Uint8Array<ArrayBuffer>): Promise<string> => {
  const named = await new Blob([`${name}\n`, Uint8Array.of(ED25519), key]).arrayBuffer();
  return hexOf((await sha256(new Uint8Array(named))).slice(0, HASH_LENGTH));
};

/** Reads the notes in a text, with an empty line between two. @returns null if something else is in it */
export function notesIn(text: string): Note[] | null {
  const blocks = text.replace(/\n$/, '').split('\n\n');
  const notes: Note[] = [];
  for (let at = 0; at < blocks.length; at += 2) {
    const [own = '', signed = ''] = [blocks[at], blocks[at + 1]];
    const lines = own.split('\n');
    const signatures = signed.split('\n').flatMap((line) => {
      const [, name = '', base64 = ''] = /^— (\S+) (\S+)$/.exec(line) ?? [];
      const bytes = fromBase64(base64);
      return name === '' || bytes === null ? [] : [{ name, bytes }];
    });
    // One signature each: a further line could be anything.
    if (lines.includes('') || signatures.length !== 1 || signed.includes('\n')) return null;
    notes.push({ text: `${own}\n\n${signed}\n`, lines, signatures });
  }
  return notes;
}

/** True if this browser can check signatures of this kind. */
export async function canVerify(): Promise<boolean> {
  try {
    // Any bytes are a key until something is checked with them.
    const key = Uint8Array.from({ length: KEY_LENGTH }, (_, at) => (at === 0 ? 1 : 0));
    await crypto.subtle.importKey('raw', key, { name: 'Ed25519' }, false, ['verify']);
    return true;
  } catch {
    return false;
  }
}

/** The first of some keys that signed a note; null if none of them did. */
export async function signerOf<Key extends Verifier>(note: Note, keys: readonly Key[]): Promise<Key | null> {
  const signed = new TextEncoder().encode(`${note.lines.join('\n')}\n`);
  for (const { name, bytes } of note.signatures) {
    for (const verifier of keys) {
      // oxlint-disable no-await-in-loop -- the first that fits
      if (verifier.name !== name || (await keyHash(name, verifier.key)) !== hexOf(bytes.slice(0, HASH_LENGTH)))
        continue;
      const key = await crypto.subtle.importKey('raw', verifier.key, { name: 'Ed25519' }, false, ['verify']);
      if (await crypto.subtle.verify('Ed25519', key, bytes.slice(HASH_LENGTH), signed)) return verifier;
      // oxlint-enable no-await-in-loop
    }
  }
  return null;
}

/** Reads a key as C2SP publishes it: `<name>+<hash>+<key>`. @returns null for another text */
export async function verifierOf(line: string): Promise<Verifier | null> {
  const [, name = '', hash = '', base64 = ''] = /^([^+\s]+)\+([\da-f]{8})\+([\w+/=]+)$/.exec(line) ?? [];
  const bytes = fromBase64(base64);
  if (bytes?.length !== KEY_LENGTH + 1 || bytes[0] !== ED25519) return null;
  const key = bytes.slice(1);
  if ((await keyHash(name, key)) !== hash) return null;
  return { name, key, fingerprint: hexOf(await sha256(key)) };
}
