import { setImmediate } from 'node:timers/promises';
import type { ZipFile } from 'yazl';
import { archiveTexts, contentHash } from '#server/storage/archive-record.ts';
import { auditTexts } from '#server/storage/chain.ts';
import type { Storage } from '#server/storage/storage.ts';
import type { Checkpoint, RecordKey } from '#server/storage/stores/checkpoints.ts';
import type { RecordHead } from '#server/storage/stores/records.ts';
import { fingerprintOf, openNote, verifierLine } from '../proof/signed-note.ts';
import { descentOf, followKeys } from '../proof/signing-key.ts';
import { bundleReadme } from './bundle-readme.ts';

/** Checkpoints that are read at once. */
const PAGE = 500;

/** The parts of a bundle that a file of records has too. */
export type BundleParts = {
  /** The newest checkpoint of the organisation: nothing in the bundle is newer. */
  upTo: Checkpoint & { organisation: string };
  /** The submissions whose documents are wanted. */
  heads: () => AsyncIterable<RecordHead>;
  /** The document of one as it was submitted; null if it has private fields, which never leave. */
  html: (head: RecordHead) => Promise<string | null>;
  received: () => AsyncIterable<string>;
  /** The page that checks a bundle; null where the application is not built. */
  page: () => string | null;
  add: (zip: ZipFile, name: string, content: Iterable<string | Uint8Array> | AsyncIterable<string>) => Promise<void>;
};

/** A line of a chain: exactly what its checksum is made of, and what follows from it. */
const lineOf = (number: number, array: readonly (string | null)[], checksum: string, link: string): string =>
  `${JSON.stringify({ number, array, checksum, link })}\n`;

/**
 * Fills a ZIP that proves the records of an organisation without this server (ADR 79): its whole chains, the documents that are wanted, its
 * checkpoints and their stamps.
 */
export async function fillBundle(
  zip: ZipFile,
  storage: Pick<Storage, 'archives' | 'audit' | 'checkpoints'>,
  { upTo, heads, html, received, page, add }: BundleParts,
): Promise<void> {
  const { archives, audit, checkpoints } = storage;
  const { organisation } = upTo;
  async function* records(): AsyncGenerator<string> {
    for (let after = 0; after < upTo.records;) {
      const some = await archives.ofChain(organisation, after);
      // The calls of others come between two parts.
      await setImmediate();
      for (const one of some)
        if (one.link_number <= upTo.records) yield lineOf(one.link_number, archiveTexts(one), one.checksum, one.link);
      after = some.at(-1)?.link_number ?? upTo.records;
    }
  }
  async function* entries(): AsyncGenerator<string> {
    for (let after = 0; ;) {
      const some = await audit.chained(after, organisation);
      await setImmediate();
      for (const one of some)
        if (one.link_number <= upTo.audit)
          yield lineOf(one.link_number, auditTexts(one, one.previous), one.checksum, one.link);
      const last = some.at(-1);
      if (!last || last.link_number >= upTo.audit) return;
      after = last.number;
    }
  }
  async function* notes(): AsyncGenerator<Checkpoint> {
    for (let after = 0; ;) {
      const some = await checkpoints.page(organisation, after, PAGE);
      const last = some.at(-1);
      if (!last) return;
      // The calls of others come between two parts.
      await setImmediate();
      for (const one of some) if (one.number <= upTo.number) yield one;
      after = last.number;
    }
  }
  const all = await checkpoints.keys();
  const known = followKeys(all);
  const needed = new Set<string>();
  async function* signed(): AsyncGenerator<string> {
    for await (const { number, note } of notes()) {
      const signer = openNote(note, known)?.by;
      for (const fingerprint of signer ? descentOf(signer) : []) needed.add(fingerprint);
      yield number === upTo.number ? note : `${note}\n`;
    }
  }
  // First, since its head is sent at once: a call without an answer for eight seconds is refused.
  await add(zip, 'records.jsonl', records());
  const written = new Set<string>();
  let [removed, withheld] = [0, 0];
  for await (const head of heads()) {
    const hash = (await archives.record(head.uuid))?.content_hash ?? '';
    if (written.has(hash)) continue;
    const content = head.dropped_at === null ? await html(head) : null;
    if (head.dropped_at !== null) removed += 1;
    else if (content === null) withheld += 1;
    if (content === null) continue;
    written.add(hash);
    await add(zip, `contents/${hash}.html`, [content]);
  }
  await add(zip, 'checkpoints.txt', signed());
  for await (const { note, stamp } of notes()) if (stamp) await add(zip, `stamps/${contentHash(note)}.tsr`, [stamp]);
  await add(zip, 'received.csv', received());
  await add(zip, 'audit.jsonl', entries());
  // A key that a server made while the present one was away, and that signed nothing here, would be a stranger's.
  // One for which nothing vouches any more was changed: the check names it.
  const keys = all.filter(
    (key) => !known.some(({ number }) => number === key.number) || needed.has(fingerprintOf(key.public)),
  );
  await add(zip, 'keys.txt', [keys.map(({ note }) => note).join('\n')]);
  const readme = bundleReadme({ upTo, key: signerOf(upTo, keys), keys, contents: written.size, removed, withheld });
  await add(zip, 'README.txt', [readme]);
  const check = page();
  if (check !== null) await add(zip, 'verify.html', [check]);
}

/** The key that signed a checkpoint. */
function signerOf({ note }: Checkpoint, keys: readonly RecordKey[]): RecordKey {
  const key = openNote(note, keys)?.by;
  if (!key) throw new Error('A checkpoint is signed by no known key.');
  return key;
}

/** A key as replies and files publish it. */
export function publishedKey(checkpoint: Checkpoint, keys: readonly RecordKey[]): { key: string; fingerprint: string } {
  const signer = signerOf(checkpoint, keys);
  return { key: verifierLine(signer), fingerprint: fingerprintOf(signer.public) };
}
