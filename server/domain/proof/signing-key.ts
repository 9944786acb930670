import type { KeyObject } from 'node:crypto';
import { newKey, replacedKey, requireKey, strangeKey } from '#server/storage/lifecycle/key-file.ts';
import type { Storage } from '#server/storage/storage.ts';
import type { RecordKey } from '#server/storage/stores/checkpoints.ts';
import { auditEntry } from '../audit/audit.ts';
import { fingerprintOf, openNote, publicOf, signNote, verifierLine, type Verifier } from './signed-note.ts';

/** The key by which this installation signs checkpoints, and its public part. `isStrange`: true if none before vouches for it, and it has signed nothing. */
export type SigningKey = Verifier & { key: KeyObject; isStrange: boolean };

/** Hex digits of the first key's fingerprint that name all of them. */
const NAME_LENGTH = 16;
/** Checkpoints that are read at once. */
const PAGE = 1_000;

/** The lines by which one key vouches for another, or for itself. */
const vouching = (verifier: Verifier, at: Date): string[] => [
  verifier.name,
  `key ${verifierLine(verifier)}`,
  `time ${at.toISOString()}`,
];

/** The key that vouches for another, and since when; null if none of them does. */
function voucherOf<By extends Verifier>(key: RecordKey, keys: readonly By[]): { by: By; since: string } | null {
  const opened = openNote(key.note, keys);
  const [, named, time = ''] = opened?.lines ?? [];
  return opened && named === `key ${verifierLine(key)}` ? { by: opened.by, since: time.slice('time '.length) } : null;
}

/** A key that is vouched for, `by` another or null. `until`: when the next took its place; `isAlone`: true if no key that was in use then vouches for it. */
export type FollowedKey = RecordKey & { by: FollowedKey | null; until: string | null; isAlone: boolean };

/** The fingerprints of the keys by which one is vouched for, from the first one to its own. */
export const descentOf = ({ by, ...key }: FollowedKey): string[] => [
  ...(by ? descentOf(by) : []),
  fingerprintOf(key.public),
];

/** The keys that are vouched for, from the first on, which vouches for itself. @param all in the order in which they came */
export function followKeys(all: readonly RecordKey[]): FollowedKey[] {
  const followed: FollowedKey[] = [];
  for (const key of all) {
    const own: FollowedKey = { ...key, by: null, until: null, isAlone: false };
    const voucher = voucherOf(key, [...followed, own]);
    if (!voucher) continue;
    own.isAlone = followed.length > 0 && (voucher.by === own || voucher.by.until !== null);
    if (voucher.by !== own) {
      own.by = voucher.by;
      voucher.by.until ??= voucher.since;
    }
    followed.push(own);
  }
  return followed;
}

/** All checkpoints, the newest first. */
export async function* notesOf(checkpoints: Pick<Storage['checkpoints'], 'latest'>): AsyncGenerator<string> {
  for (let page = await checkpoints.latest(PAGE); page[0]; page = await checkpoints.latest(PAGE, page[0].number))
    yield* page.map(({ note }) => note).toReversed();
}

async function hasSigned(checkpoints: Pick<Storage['checkpoints'], 'latest'>, key: Verifier): Promise<boolean> {
  for await (const note of notesOf(checkpoints)) if (openNote(note, [key])) return true;
  return false;
}

/**
 * The key of this installation. Its public part is added to the database if that does not have it, as after the restore of an older backup.
 * @param data the data folder
 * @param mayMake makes a key if there is none: for a server
 * @throws {StartError} if it cannot be used, or may not sign since another took its place
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
  const next = same && known.find((one) => one !== same && voucherOf(one, [same]));
  // A server starts with it all the same.
  if (next && !mayMake) throw replacedKey(data, fingerprintOf(next.public));
  if (!same) {
    const note = signNote(vouching(verifier, now), key, name);
    await checkpoints.addKey({ ...verifier, since: now.toISOString(), note });
  }
  const own = followKeys(await checkpoints.keys()).find((one) => one.public === publicKey);
  const isAlone = known.length > 0 && own?.isAlone !== false;
  return { ...verifier, key, isStrange: isAlone && !(await hasSigned(checkpoints, verifier)) };
}

/**
 * Makes a new key, for which the present one vouches. A server uses it from its next checkpoint on.
 * @throws {StartError} if there is none, or it cannot be used
 */
export async function rotateKey({ transaction }: Pick<Storage, 'transaction'>, data: string, now: Date) {
  const { place, ...keys } = await transaction(async ({ archives, checkpoints, audit }) => {
    // Locked until the end: no checkpoint is signed meanwhile.
    await archives.last('', '');
    const before = await signingKey({ checkpoints }, data, now, false);
    if (before.isStrange) throw strangeKey(data);
    const made = newKey(data);
    const verifier = { name: before.name, public: publicOf(made.key) };
    // Of a clock that was ahead there may be later ones of the present key.
    const times = (await checkpoints.latest(PAGE)).map(({ at }) => Date.parse(at));
    const since = new Date(Math.max(now.getTime(), ...times));
    const note = signNote(vouching(verifier, since), before.key, before.name);
    await checkpoints.addKey({ ...verifier, since: since.toISOString(), note });
    const detail = `the key of the records: ${fingerprintOf(verifier.public)} in place of ${fingerprintOf(before.public)}`;
    await audit.add(auditEntry(now, null, 'secret_rotated', { detail }));
    return { before, now: verifier, place: made.use };
  });
  // Cut off before this nothing is signed until the operator has renamed the file of the new key.
  place();
  return keys;
}
