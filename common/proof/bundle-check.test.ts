import { describe, expect, it } from 'vitest';
import { type Bundle, checkpointBy, makeBundle, newSigner, zipOf } from '#tests/support/proof-bundle.ts';
import { checkBundle } from './bundle-check.ts';
import { folderFiles, zipFiles } from './bundle-files.ts';

const made = makeBundle(40, 13);
const quiet = (): void => undefined;
const blob = (bytes: Buffer): Blob => new Blob([new Uint8Array(bytes)]);
const check = (files: Bundle, kept = '') =>
  checkBundle(folderFiles(new Map([...files].map(([name, bytes]) => [name, blob(bytes)]))), kept, quiet);
/** The bundle with one of its files changed, or without it. */
function changed(name: string, change: (text: string) => string | null, from: Bundle = made.files): Bundle {
  const files = new Map(from);
  const text = change(files.get(name)?.toString() ?? '');
  if (text === null) files.delete(name);
  else files.set(name, Buffer.from(text));
  return files;
}
const lines = (change: (all: string[]) => string[]) => (text: string) =>
  change(text.trimEnd().split('\n')).join('\n') + '\n';
const refused = async (files: Bundle, words: RegExp | string, kept = '') =>
  expect(await check(files, kept)).toEqual({ fits: false, sentences: [expect.stringMatching(words)] });
const withoutLast = changed(
  'records.jsonl',
  lines((all) => all.slice(0, -1)),
);

describe('a bundle', () => {
  it('that nobody changed says what it proves and what not', async () => {
    const { fits, sentences } = await check(made.files, `\n${made.notes[1]}`.replaceAll('\n', '\r\n'));
    expect([fits, ...sentences]).toEqual([
      true,
      '40 records are as they were submitted, in this order, and none is missing, up to 2026-02-02T00:00:00.000Z.',
      expect.stringMatching(/^13 documents are what their records say\. Other documents/),
      '2 entries of the audit log fit; 2 older ones were purged, as a later entry says.',
      `2 checkpoints are signed by the key with the fingerprint ${made.older.fingerprint}, and by ${made.signer.fingerprint}. Compare it with a copy from elsewhere, such as a printed record.`,
      'The checkpoint that you kept fits, too: nothing from before it was removed or replaced since.',
      expect.stringMatching(/^1 time stamp is of checkpoints here\./),
      'Nothing after 2026-02-02T00:00:00.000Z is proved.',
      expect.stringMatching(/^Nor does this prove who sat at a keyboard/),
    ]);
    expect((await check(changed('contents/none', () => null))).fits).toBe(true);
  });

  it.each([...made.files.keys()].filter((name) => !/received|README/.test(name) && !/contents/.test(name)))(
    'shows each changed byte of %s',
    async (name) => {
      const bytes = made.files.get(name) ?? Buffer.alloc(0);
      const missed: number[] = [];
      for (let step = 0; step < 40; step += 1) {
        const at = Math.floor((step * bytes.length) / 40);
        const other = Buffer.from(bytes);
        other[at] = (other[at] ?? 0) ^ 1;
        // oxlint-disable-next-line no-await-in-loop -- one after the other
        const { fits } = await check(new Map(made.files).set(name, other));
        if (fits) missed.push(at);
      }
      expect(missed).toEqual([]);
    },
  );

  it('names the record that was removed, moved, exchanged or is another organization’s', async () => {
    const gap =
      /^Record no\. 6 \(Name 5 "é", submitted on 2026-01-01T00:00:05\.000Z, .*does not follow the one before it/;
    await refused(
      changed(
        'records.jsonl',
        lines((all) => all.toSpliced(4, 1)),
      ),
      gap,
    );
    await refused(
      changed(
        'records.jsonl',
        lines((all) => all.with(4, all[5] ?? '').with(5, all[4] ?? '')),
      ),
      gap,
    );
    const [one = '', other = ''] = [...made.files.keys()].filter((name) => name.startsWith('contents/'));
    const exchanged = new Map(made.files).set(one, made.files.get(other) ?? Buffer.alloc(0));
    await refused(exchanged, /^Record no\. 1 \(.*\): its document, contents\/.* is not what was submitted\.$/);
    await refused(
      new Map(made.files).set('contents/x.html', Buffer.from('x')),
      'contents/x.html belongs to no record.',
    );
    await refused(
      changed(
        'audit.jsonl',
        lines((all) => all.slice(1)),
      ),
      /^Entry no\. 4 of the audit log .* does not follow/,
    );
  });

  it('without its newest records is found by a later checkpoint, and else says up to when it proves something', async () => {
    await refused(
      withoutLast,
      /^Checkpoint no\. 2, of 2026-02-02.* names 40 records, and there are 39 here: the newest ones were removed, or this bundle is older\.$/,
    );
    const older = changed('checkpoints.txt', () => made.notes[0] ?? '', withoutLast);
    const { fits, sentences } = await check(older);
    expect([fits, sentences]).toEqual([
      true,
      expect.arrayContaining(['Nothing after 2026-02-01T00:00:00.000Z is proved.']),
    ]);
    await refused(older, /^The checkpoint that you kept, of 2026-02-02/, made.notes[1]);
    const later = await check(changed('checkpoints.txt', () => made.notes[0] ?? ''));
    expect(later.sentences[1]).toBe(
      '1 record after no. 39 came later than the newest checkpoint here: nothing says that they are all.',
    );
    await refused(made.files, /^The checkpoint that you kept cannot be read/, 'ready-test 40');
  });

  it('does not take checkpoints, stamps and keys of others', async () => {
    const { records, audit, earlier, signer, notes } = made;
    const at = '2026-02-03T00:00:00.000Z';
    const foreign = checkpointBy(newSigner('ready-test'), records, audit, at);
    const abroad = checkpointBy(signer, records, audit, at, '77f025be-ec08-4d68-a56f-ef1d75c1f783');
    const replaced = checkpointBy(
      signer,
      earlier.replace(/"link":"\w{64}"\}\n$/, `"link":"${'0'.repeat(64)}"}\n`),
      audit,
      at,
    );
    const add = (note: string) => changed('checkpoints.txt', (text) => `${text}\n${note}`);
    await refused(add(foreign), /^Checkpoint no\. 3 is not signed by a key of this bundle/);
    await refused(add(abroad), /^Checkpoint no\. 3 is of another organization/);
    await refused(
      add(replaced),
      /^Checkpoint no\. 3, of .*, does not fit: no\. 39 of the records is another one here\.$/,
    );
    await refused(
      changed('checkpoints.txt', () => notes.toReversed().join('\n')),
      /is older than the one before it/,
    );
    await refused(
      changed('checkpoints.txt', () => ''),
      /^checkpoints\.txt was changed or cut off, or has no checkpoint/,
    );
    const stamp = [...made.files.keys()].find((name) => name.startsWith('stamps/')) ?? '';
    const moved = changed(stamp, () => null).set(
      `stamps/${'0'.repeat(64)}.tsr`,
      made.files.get(stamp) ?? Buffer.alloc(0),
    );
    await refused(moved, /is the stamp of another checkpoint/);
    await refused(
      changed('keys.txt', (text) => text.split('\n\nready')[0] + '\n'),
      /not signed by a key of this bundle/,
    );
    await refused(
      changed('keys.txt', () => null),
      'keys.txt is missing.',
    );
    await refused(
      changed('records.jsonl', (text) => text.slice(0, -1)),
      /its last line has no end/,
    );
  });
});

describe('a ZIP', () => {
  it('is read like its folder, and a damaged one is refused in words', async () => {
    const zip = await zipOf(made.files);
    const { fits } = await checkBundle(await zipFiles(blob(zip)), '', quiet);
    expect(fits).toBe(true);
    const words = async (bytes: Buffer): Promise<string | undefined> => {
      try {
        return (await checkBundle(await zipFiles(blob(bytes)), '', quiet)).sentences[0];
      } catch (error) {
        return error instanceof Error ? error.message : '';
      }
    };
    const torn = /^This is no ZIP file, or it is damaged or cut off\./;
    for (const bytes of [Buffer.alloc(0), Buffer.from('PK'), zip.subarray(0, -30), zip.subarray(50)])
      expect(await words(bytes)).toMatch(torn);
    // A byte of the first file's packed content.
    const packed = Buffer.from(zip);
    packed[200] = (packed[200] ?? 0) ^ 0x10;
    expect(await words(packed)).toMatch(/^(records\.jsonl is damaged|Record no)/);
    // A list that says that it has 4 GB of names, and entries beyond its end.
    const end = zip.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]));
    const huge = Buffer.from(zip);
    huge.writeUInt32LE(0xfffffffe, end + 12);
    expect(await words(huge)).toBe(
      'The names of the files in this ZIP take 4,294,967,294 bytes: it is no bundle of Ready.',
    );
    const many = Buffer.from(zip);
    many.writeUInt16LE(0xfffe, end + 10);
    expect(await words(many)).toMatch(torn);
  });
});
