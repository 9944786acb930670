/** Functions with which a vault encrypts and names: made from the key and the mark of the host (ADR 27), never exported, never stored. */
export type Cipher = {
  /** A name that only the holder of the mark can make or recognize. */
  nameOf(parts: readonly string[]): Promise<string>;
  /** @param about object that it belongs to: sealed text that is moved elsewhere does not open */
  seal(text: string, about: string): Promise<Sealed>;
  /** @returns null for damaged text, or text sealed with another key or about something else */
  open(sealed: Sealed, about: string): Promise<string | null>;
};

/** Encrypted text, as stored on the disk. */
export type Sealed = { iv: Uint8Array<ArrayBuffer>; data: ArrayBuffer };

const IV_BYTES = 12;
const encoder = new TextEncoder();

const bytesOf = (base64url: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64url.replaceAll('-', '+').replaceAll('_', '/')), (character) => character.charCodeAt(0));

const hex = (buffer: ArrayBuffer): string =>
  [...new Uint8Array(buffer)].map((byte) => byte.toString(16).padStart(2, '0')).join('');

/**
 * @param key 32 bytes, base64url, for texts
 * @param mark the same for names, which outlive the key; null if the host sends none: then they do not
 * @throws if the page has no WebCrypto (plain http), or the key is invalid
 */
export async function createCipher(key: string, mark: string | null): Promise<Cipher> {
  const { subtle } = crypto;
  const taken = (secret: string) => subtle.importKey('raw', bytesOf(secret), 'HKDF', false, ['deriveKey']);
  const [ofTexts, ofNames] = await Promise.all([taken(key), taken(mark ?? key)]);
  const from = (use: string) => ({
    name: 'HKDF',
    hash: 'SHA-256',
    salt: new Uint8Array(),
    info: encoder.encode(`ready.${use}`),
  });
  const [texts, names] = await Promise.all([
    subtle.deriveKey(from('texts'), ofTexts, { name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']),
    subtle.deriveKey(from('names'), ofNames, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']),
  ]);
  const how = (iv: Uint8Array<ArrayBuffer>, about: string) => ({
    name: 'AES-GCM',
    iv,
    additionalData: encoder.encode(about),
  });
  return {
    nameOf: async (parts) => hex(await subtle.sign('HMAC', names, encoder.encode(JSON.stringify(parts)))),
    seal: async (text, about) => {
      const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
      return { iv, data: await subtle.encrypt(how(iv, about), texts, encoder.encode(text)) };
    },
    open: async ({ iv, data }, about) => {
      const opened = await subtle.decrypt(how(iv, about), texts, data).catch(() => null);
      return opened && new TextDecoder().decode(opened);
    },
  };
}
