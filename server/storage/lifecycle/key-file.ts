import { createPrivateKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { chmodSync, lstatSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { StartError } from '#server/start-error.ts';
import { settle } from './backup.ts';

/** Bits of a file's mode that let others than its owner use it. */
const OTHERS = 0o077;

/** The file of the private key. */
export const keyFileOf = (data: string): string => join(data, 'records.key');

/** Sets a file's mode, where that can be done. @returns true if others cannot use it then */
function setMode(file: string, mode: number, chmod = chmodSync): boolean {
  try {
    chmod(file, mode);
  } catch {
    // A file of another user, or a mount without modes or that can only be read: it stays as it is.
  }
  return (statSync(file).mode & OTHERS) === 0;
}

/**
 * Reads the private key, also through a symbolic link.
 * @param chmod changes the mode of a file, where its volume has modes
 * @returns null if there is none yet; `warning`: words for the operator if others may use it and its mode cannot be changed, as on some mounts
 * @throws {StartError} for a file that is none, cannot be read, or that others can use until its mode is changed
 */
export function readKey(data: string, chmod = chmodSync): { key: KeyObject; warning: string | null } | null {
  const file = keyFileOf(data);
  const open = `${file} signs the records, and others than its owner can use it.`;
  let warning: string | null = null;
  let text = '';
  try {
    if (!lstatSync(file, { throwIfNoEntry: false })) return null;
    const { mode } = statSync(file);
    if ((mode & OTHERS) !== 0) {
      if (setMode(file, 0o600, chmod)) {
        // Others may have read it: the operator has to know.
        setMode(file, mode);
        throw new StartError(`${open} Run: chmod 600 ${file}`);
      }
      warning = `${open} Its mode cannot be changed there: see that no other user of this machine reaches that folder.`;
    }
    text = readFileSync(file, 'utf8');
    const key = createPrivateKey(text);
    if (key.asymmetricKeyType === 'ed25519') return { key, warning };
  } catch (error) {
    if (error instanceof StartError) throw error;
    if (error instanceof Error && 'syscall' in error)
      throw new StartError(`${file} signs the records, and cannot be read: ${error.message}.`);
  }
  throw new StartError(
    `${file} signs the records, and is no Ed25519 key${text === '' ? ', but empty' : ''}. Put your copy of it back. Without a copy remove it: the next start makes another key, which nothing connects with the one before.`,
  );
}

/** Does a step of writing the key. @throws {StartError} in words if it fails */
function inWords(file: string, step: () => void): void {
  try {
    step();
  } catch (error) {
    throw new StartError(
      `The key that signs the records could not be written to ${file}: ${error instanceof Error ? error.message : 'unknown'}. Make the folder writable, or name another: READY_DATA=/path/to/folder.`,
    );
  }
}

/** Writes a new private key beside the present one. @returns a function that puts it in its place @throws {StartError} */
export function newKey(data: string): { key: KeyObject; use: () => void } {
  const { privateKey: key } = generateKeyPairSync('ed25519');
  const file = keyFileOf(data);
  const part = `${file}.new`;
  inWords(part, () => {
    mkdirSync(data, { recursive: true, mode: 0o700 });
    rmSync(part, { force: true });
    writeFileSync(part, key.export({ format: 'pem', type: 'pkcs8' }), { flag: 'wx', mode: 0o600 });
    // Some file systems follow a change of the mode alone.
    setMode(part, 0o600);
    settle(part);
  });
  const put = (): void => {
    renameSync(part, file);
    settle(file);
  };
  return { key, use: () => inWords(file, put) };
}

/** The refusal to sign with a key that another has replaced. @param successor the fingerprint of that one */
export function replacedKey(data: string, successor: string): StartError {
  const file = keyFileOf(data);
  return new StartError(
    `${file} signs no more: the key with the fingerprint ${successor} took its place. Put that key there. If ${file}.new is there, its making was cut off: rename that file to ${file}.`,
  );
}

/** The refusal to sign unasked with a key for which no other vouches: the one before it may be put back, as long as this one has signed nothing. */
export function strangeKey(data: string): StartError {
  const file = keyFileOf(data);
  return new StartError(
    `Nothing is signed: ${file} is a key for which no earlier one vouches, and it has signed nothing yet. If there is a copy of the key before, stop the server and put it there. If this is the right one, as after the restore of a backup from before a rotation, or if there is no other any more, run: ready records checkpoint. A bundle with signatures of both is refused.`,
  );
}

/**
 * The private key.
 * @param mayMake makes one if there is none: for a server
 * @throws {StartError} if there is none, or it cannot be used
 */
export function requireKey(data: string, mayMake: boolean): KeyObject {
  const found = readKey(data);
  if (found) return found.key;
  if (!mayMake)
    throw new StartError(
      `There is no key in ${data}. A server makes one at its start; on PostgreSQL run this with the data folder of a server.`,
    );
  newKey(data).use();
  // Read at once: what cannot be read again is found before it signs.
  return requireKey(data, false);
}
