import type { KeyObject } from 'node:crypto';
import { newKey, requireKey } from '#server/storage/lifecycle/key-file.ts';
import type { Storage } from '#server/storage/storage.ts';
import { auditEntry } from '../audit/audit.ts';
import { fingerprintOf, publicOf, signNote, verifierLine, type Verifier } from './signed-note.ts';

/** The private key by which this installation signs checkpoints, and its public part. */
export type SigningKey = Verifier & { key: KeyObject };

/** Hex digits of the first key's fingerprint that name all of them. */
const NAME_LENGTH = 16;

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
  const key = requireKey(data, mayMake);
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
