import { createPrivateKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { lstatSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { StartError } from '#server/start-error.ts';
import { settle } from '#server/storage/lifecycle/backup.ts';
import type { Storage } from '#server/storage/storage.ts';
import { auditEntry } from '../audit/audit.ts';
import { fingerprintOf, publicOf, signNote, verifierLine, type Verifier } from './signed-note.ts';

/** The private key by which this installation signs checkpoints, and its public part. */
export type SigningKey = Verifier & { key: KeyObject };

/** Bits of a file's mode that let others than its owner use it. */
const OTHERS = 0o077;
const NAME_LENGTH = 16;

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
function newKey(data: string): { key: KeyObject; use: () => void } {
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

/** The lines by which one key vouches for another, or for itself. */
const vouching = (verifier: Verifier, at: Date): string[] => [
  verifier.name,
  `key ${verifierLine(verifier)}`,
  `time ${at.toISOString()}`,
];

/**
 * The key of this installation. Its public part is added to the database if that does not have it, as after the restore of an older backup.
 * @param data the data folder
 * @param mayMake makes a key if there is none: for a server
 * @throws {StartError} if it cannot be used
 */
export async function signingKey(
  { checkpoints }: Pick<Storage, 'checkpoints'>,
  data: string,
  now: Date,
  mayMake: boolean,
): Promise<SigningKey> {
  let key = readKey(data);
  if (!key && !mayMake)
    throw new StartError(
      `There is no key in ${data}. A server makes one at its start; on PostgreSQL run this with the data folder of a server.`,
    );
  if (!key) {
    const made = newKey(data);
    made.use();
    ({ key } = made);
  }
  const known = await checkpoints.keys();
  const publicKey = publicOf(key);
  const same = known.find((one) => one.public === publicKey);
  const name = same?.name ?? known[0]?.name ?? `ready-${fingerprintOf(publicKey).slice(0, NAME_LENGTH)}`;
  const verifier = { name, public: publicKey };
  if (!same) {
    const note = signNote(vouching(verifier, now), key, name);
    await checkpoints.addKey({ ...verifier, since: now.toISOString(), note });
  }
  return { ...verifier, key };
}

/**
 * Makes a new key, for which the present one vouches. A server uses it from its next checkpoint on.
 * @throws {StartError} if there is none, or it cannot be used
 */
export async function rotateKey(storage: Pick<Storage, 'transaction' | 'checkpoints'>, data: string, now: Date) {
  const old = await signingKey(storage, data, now, false);
  const made = newKey(data);
  const verifier = { name: old.name, public: publicOf(made.key) };
  const note = signNote(vouching(verifier, now), old.key, old.name);
  await storage.transaction(async ({ checkpoints, audit }) => {
    await checkpoints.addKey({ ...verifier, since: now.toISOString(), note });
    const detail = `the key of the records: ${fingerprintOf(verifier.public)} in place of ${fingerprintOf(old.public)}`;
    await audit.add(auditEntry(now, null, 'secret_rotated', { detail }));
  });
  // Cut off before this the present key stays, and the new one never signs.
  made.use();
  return { before: old, now: verifier };
}
