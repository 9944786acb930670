/** Encrypted text, as stored on the disk. */
export type Sealed = { iv: Uint8Array<ArrayBuffer>; data: ArrayBuffer };

const IV_BYTES = 12;
const encoder = new TextEncoder();

const bytesOf = (base64url: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64url.replaceAll('-', '+').replaceAll('_', '/')), (character) => character.charCodeAt(0));

const hex = (buffer: ArrayBuffer): string =>
  [...new Uint8Array(buffer)].map((byte) => byte.toString(16).padStart(2, '0')).join('');

/**
 * Functions that encrypt and name unsaved text: made from the key and the mark of the host (ADR 27), never exported, never stored.
 * @param key 32 bytes, base64url, for texts
 * @param mark the same for names, which outlive the key; null if the host sends none: then they do not
 * @throws if the page has no WebCrypto (plain http), or the key is invalid
 */
export async function createCipher(key: string, mark: string | null) {
  const { subtle } = crypto;
  const importSecret = (secret: string) => subtle.importKey('raw', bytesOf(secret), 'HKDF', false, ['deriveKey']);
  const [textSecret, nameSecret] = await Promise.all([importSecret(key), importSecret(mark ?? key)]);
  const derivation = (use: string) => ({
    name: 'HKDF',
    hash: 'SHA-256',
    salt: new Uint8Array(),
    info: encoder.encode(`ready.${use}`),
  });
  const [texts, names] = await Promise.all([
    subtle.deriveKey(derivation('texts'), textSecret, { name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']),
    subtle.deriveKey(derivation('names'), nameSecret, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']),
  ]);
  const parameters = (iv: Uint8Array<ArrayBuffer>, about: string) => ({
    name: 'AES-GCM',
    iv,
    additionalData: encoder.encode(about),
  });
  return {
    /** A name that only the holder of the mark can make or recognize. */
    nameOf: async (parts: readonly string[]): Promise<string> =>
      hex(await subtle.sign('HMAC', names, encoder.encode(JSON.stringify(parts)))),
    /** @param about object that it belongs to: sealed text that is moved elsewhere does not open */
    seal: async (text: string, about: string): Promise<Sealed> => {
      const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
      return { iv, data: await subtle.encrypt(parameters(iv, about), texts, encoder.encode(text)) };
    },
    /** @returns null for damaged text, or text sealed with another key or about something else */
    open: async ({ iv, data }: Sealed, about: string): Promise<string | null> => {
      const opened = await subtle.decrypt(parameters(iv, about), texts, data).catch(() => null);
      return opened && new TextDecoder().decode(opened);
    },
  };
}
