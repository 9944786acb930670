import { randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import type { Checked } from '#common/proof/sentences.ts';
import { checkBundle } from '#common/proof/bundle-check.ts';
import { folderFiles } from '#common/proof/bundle-files.ts';
import type { Caller } from '#server/domain/access.ts';
import type { Documents } from '#server/domain/documents/documents.ts';
import { createCheckpoints } from '#server/domain/proof/checkpoints.ts';
import { signingKey } from '#server/domain/proof/signing-key.ts';
import { createRecordExports } from '#server/domain/records/export.ts';
import type { Records } from '#server/domain/records/records.ts';
import { readZip } from '#server/domain/uploads/zip.ts';
import { expect } from 'vitest';
import { archiveRecord, contentHash } from '#server/storage/archive-record.ts';
import type { OpenDatabase } from '#server/storage/lifecycle/open.ts';
import { type Bundle, keyNote, newSigner } from '#tests/support/proof-bundle.ts';

/** Checks a bundle as `verify.html` does. @param kept checkpoints that were kept elsewhere */
export const check = (files: Bundle, kept = ''): Promise<Checked> =>
  checkBundle(
    folderFiles(new Map([...files].map(([name, bytes]) => [name, new Blob([new Uint8Array(bytes)])]))),
    kept,
    () => undefined,
  );

type Given = Pick<OpenDatabase, 'storage'> & {
  records: Records;
  documents: Documents;
  data: string;
  actors: readonly Caller[];
  said: readonly { uuid: string; organisation: string; submitted_on: string; dropped_at: string | null }[];
};

/** Two bundles of the first organization. `before`: that of one submission before. `notes`: their newest checkpoints. */
export type WeekBundles = {
  before: Bundle;
  files: Bundle;
  notes: [string, string];
  take: () => Promise<Bundle>;
};

/** Signs checkpoints, of which the first is stamped, and takes the bundles. */
export async function weekBundles({ storage, records, documents, data, actors, said }: Given): Promise<WeekBundles> {
  const now = () => new Date();
  const { name } = await signingKey(storage, data, now(), true);
  // A key that a server made while this one was away, and that signed nothing: no bundle has it.
  const { line, ...stranger } = newSigner(name);
  const publicKey = Buffer.from(line.split('+').slice(2).join('+'), 'base64').subarray(1).toString('base64');
  const note = keyNote({ line, ...stranger }, { line, ...stranger });
  await storage.checkpoints.addKey({ name, public: publicKey, since: now().toISOString(), note });
  const checkpoints = createCheckpoints(storage, { data, file: null, now, warn: (text) => void expect.fail(text) });
  const [actor] = actors as [Caller];
  const parts = { sign: () => checkpoints.sign(false), checkPage: () => null };
  const files = createRecordExports(storage, records, documents, { isOpen: async () => true }, parts, now);
  const { organisation } = actor;
  const newest = async (of: string) => (await storage.checkpoints.newest(of)) ?? expect.fail('None was signed.');
  const ours = said.filter((one) => one.organisation === organisation);
  const last = ours.findLast((one) => one.dropped_at === null);
  const take = async (): Promise<Bundle> => {
    const { content } = await files.begin(
      actor,
      { format: 'bundle', q: '', from: ours.at(-60)?.submitted_on ?? '' },
      () => ({}),
    );
    const zip = readZip(await buffer(content), { files: 2_000, ratio: null, links: 'refuse' });
    return new Map([...zip].map(([file, read]) => [file, read()]));
  };
  await checkpoints.sign(false);
  const first = await newest(organisation);
  await storage.checkpoints.setStamp(first.number, { stamp: Buffer.from(contentHash(first.note), 'hex') });
  const before = await take();
  const earlier = await newest(organisation);
  // The newest document once more.
  await storage.transaction(async ({ archives }) => {
    const again = (await archives.record(last?.uuid ?? '')) ?? expect.fail('There is none.');
    const { packed } = (await archives.packed(again.uuid)) ?? {};
    const { checksum } = await archives.last('', '');
    const { template_version, line_breaks, content_hash, ...head } = again;
    const made = { template_version, line_breaks, content_hash, packed: packed ?? expect.fail('It was removed.') };
    const moment = now().toISOString();
    await archives.add(archiveRecord({ ...head, uuid: randomUUID(), submitted_on: moment }, made, checksum));
  });
  const after = await take();
  const later = await newest(organisation);
  return { before, files: after, notes: [earlier.note, later.note], take };
}
