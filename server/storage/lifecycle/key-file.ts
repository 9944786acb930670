import { createPrivateKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { lstatSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { StartError } from '#server/start-error.ts';
import { settle } from './backup.ts';

/** Bits of a file's mode that let others than its owner use it. */
const OTHERS = 0o077;

/** The file of the private key. */
export const keyFileOf = (data: string): string => join(data, 'records.key');

/**
 * Reads the private key.
 * @returns null if there is none yet
 * @throws {StartError} for a file that is none, or that others can read
 */
export function readKey(data: string): KeyObject | null {
  const file = keyFileOf(data);
  const found = lstatSync(file, { throwIfNoEntry: false });
  if (!found) return null;
  if ((found.mode & OTHERS) !== 0)
    throw new StartError(`${file} signs the records, and others than its owner can use it. Run: chmod 600 ${file}`);
  try {
    const key = createPrivateKey(readFileSync(file));
    if (key.asymmetricKeyType === 'ed25519') return key;
  } catch (error) {
    if (error instanceof Error && 'syscall' in error)
      throw new StartError(`${file} signs the records, and cannot be read: ${error.message}.`);
  }
  throw new StartError(
    `${file} signs the records, and is no Ed25519 key${found.size === 0 ? ', but empty' : ''}. Put your copy of it back. Without a copy remove it: the next start makes another key, which nothing connects with the one before.`,
  );
}

/** Writes a new private key beside the present one. @returns a function that puts it in its place */
export function newKey(data: string): { key: KeyObject; use: () => void } {
  const { privateKey: key } = generateKeyPairSync('ed25519');
  const file = keyFileOf(data);
  const part = `${file}.new`;
  try {
    rmSync(part, { force: true });
    writeFileSync(part, key.export({ format: 'pem', type: 'pkcs8' }), { flag: 'wx', mode: 0o600 });
    settle(part);
  } catch (error) {
    throw new StartError(
      `The key that signs the records could not be written to ${part}: ${error instanceof Error ? error.message : 'unknown'}. Make the folder writable, or name another: READY_DATA=/path/to/folder.`,
    );
  }
  const use = (): void => {
    renameSync(part, file);
    settle(file);
  };
  return { key, use };
}

/**
 * The private key.
 * @param mayMake makes one if there is none: for a server
 * @throws {StartError} if there is none, or it cannot be used
 */
export function requireKey(data: string, mayMake: boolean): KeyObject {
  const key = readKey(data);
  if (key) return key;
  if (!mayMake)
    throw new StartError(
      `There is no key in ${data}. A server makes one at its start; on PostgreSQL run this with the data folder of a server.`,
    );
  const made = newKey(data);
  made.use();
  return made.key;
}
