import { describe, expect, it, vi } from 'vitest';
import { type Bundle, chained, checkpointBy, endOf, entryOf, keyNote } from '#tests/support/proof-bundle.ts';
import { makeBundle, newSigner, noteBy, zipOf } from '#tests/support/proof-bundle.ts';
import { checkBundle } from './bundle-check.ts';
import { folderFiles, zipFiles } from './bundle-files.ts';

const made = makeBundle(40, 13);
const quiet = (): void => undefined;
const blob = (bytes: Buffer): Blob => new Blob([new Uint8Array(bytes)]);
const check = async (files: Bundle, kept = '') =>
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
      `2 checkpoints are signed. Keys, by their fingerprints: ${made.older.fingerprint}, which signed ${made.signer.fingerprint}, which signed the newest checkpoint. Compare ${made.signer.fingerprint}, which signed the one that you kept, with a copy from elsewhere. A printed record names the key of its day, which must be one of these.`,
      'The checkpoint that you kept fits, too: nothing from before it was removed or replaced since.',
      expect.stringMatching(/^1 time stamp is of checkpoints here\./),
      'Nothing after 2026-02-02T00:00:00.000Z is proved.',
      expect.stringMatching(
        /^This does not prove who .* Nothing proves README.txt, received.csv and verify.html: take this page from elsewhere\.$/,
      ),
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

  it('names a record that was removed or moved, and a document that was exchanged', async () => {
    const gap = /^Record no\. 2\d \(.+\) does not follow the one before it: one was removed, put in or moved there\.$/;
    const inRecords = (change: (all: string[]) => string[]) => changed('records.jsonl', lines(change));
    await refused(
      inRecords((all) => all.toSpliced(20, 1)),
      gap,
    );
    await refused(
      inRecords((all) => all.toSpliced(20, 2, ...all.slice(20, 22).toReversed())),
      gap,
    );
    const [one = '', other = ''] = [...made.files.keys()].filter((name) => name.startsWith('contents/'));
    await refused(
      new Map(made.files).set(one, made.files.get(other) ?? Buffer.alloc(0)),
      new RegExp(
        `^Record no\\. .*: its document is not what was submitted: its SHA-256 is not ${one.slice(9, 73)}\\.$`,
      ),
    );
  });

  it('has no file that nothing proves, and no gap in its audit log', async () => {
    const strange = `contents/${'0'.repeat(64)}.html`;
    await refused(new Map(made.files).set(strange, Buffer.from('x')), `${strange} belongs to no record.`);
    for (const name of ['contents/x.html', 'evidence.html', 'stamps/', 'Records.jsonl', 'verify.html.html'])
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      await refused(
        new Map(made.files).set(name, Buffer.from('x')),
        `${name} is no file of a bundle, and nothing proves it: take it away, and check again.`,
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
      /^Checkpoint no\. 2, of 2026-02-02.* names 40 records, and there are 39 here: the newest ones were removed, or this is an older copy\.$/,
    );
    const older = changed('checkpoints.txt', () => made.notes[0] ?? '', withoutLast);
    const { fits, sentences } = await check(older);
    expect([fits, sentences]).toEqual([
      true,
      expect.arrayContaining(['Nothing after 2026-02-01T00:00:00.000Z is proved.']),
    ]);
    await refused(older, /^The checkpoint that you kept, of 2026-02-02/, made.notes[1]);
    await refused(
      changed('checkpoints.txt', () => made.notes[0] ?? ''),
      'Record no. 40 came after the newest checkpoint: nobody signed it.',
    );
    await refused(made.files, /^The checkpoint that you kept cannot be read/, 'ready-test 40');
  });

  it('does not take other checkpoints, stamps and keys', async () => {
    const { audit, earlier, signer, notes } = made;
    const at = '2026-02-03T00:00:00.000Z';
    const replaced = checkpointBy(
      signer,
      earlier.replace(/"link":"\w{64}"\}\n$/, `"link":"${'0'.repeat(64)}"}\n`),
      audit,
      at,
    );
    const add = (note: string) => changed('checkpoints.txt', (text) => `${text}\n${note}`);
    await refused(
      add(replaced),
      /^Checkpoint no\. 3, of .*, does not fit: no\. 39 of the records is another one here\.$/,
    );
    const written = notes[1]?.split('\n\n')[0]?.split('\n') ?? [];
    const forged = noteBy(newSigner('ready-test'), written);
    await refused(add(forged), /^Checkpoint no\. 3 is not signed by a key of this bundle/);
    await refused(made.files, /^The checkpoint that you kept is not signed by a key of this bundle/, forged);
    const abroad = noteBy(signer, ['ready-test/00000000-0000-4000-8000-000000000000', ...written.slice(1)]);
    await refused(add(abroad), /^Checkpoint no\. 3 is of another organization/);
    await refused(
      changed('checkpoints.txt', () => notes.toReversed().join('\n')),
      /is older than the one before it/,
    );
    await refused(
      changed('checkpoints.txt', () => ''),
      /^checkpoints\.txt was changed or cut off, or has no checkpoint/,
    );
    // Of the second, which has no stamp: a further signature, and bits of the last sign that no byte has.
    const [, second = ''] = notes;
    const spare = second.replace(/(\S)=\n$/, (_, sign: string) => `${String.fromCharCode(sign.charCodeAt(0) + 1)}=\n`);
    for (const other of [`${second}— x AAAA\n`, spare])
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      await refused(
        changed('checkpoints.txt', (text) => text.replace(second, other)),
        /^checkpoints\.txt was changed or cut off/,
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

describe('an audit log', () => {
  const [third = '', fourth = ''] = made.audit.trimEnd().split('\n');
  /** An entry that says that what was before it was purged. */
  const vouching = (number: number, end: { number: number; link: string }, before: string | null): string =>
    chained([entryOf(5, 'audit_purged', `1 entry, proved by ${end.number} ${end.link} ${end.link}`)], number, before);
  const withAudit = (audit: string): Bundle => changed('audit.jsonl', () => audit);
  const unsigned = 'Audit log: entry no. 5 came after the newest checkpoint: nobody signed it.';

  it('is not cut, replaced or continued without a key', async () => {
    await refused(withAudit(`${fourth}\n${vouching(5, endOf(third), endOf(fourth).link)}`), unsigned);
    const [three, four] = [3, 4].map((number) => ({ number, link: '1'.repeat(64) }));
    if (!three || !four) throw new Error('There are two.');
    await refused(withAudit(vouching(5, four, four.link)), unsigned);
    await refused(
      withAudit(vouching(4, three, three.link)),
      /no\. 4 of the entries of the audit log is another one here/,
    );
    await refused(withAudit(''), /names 4 entries of the audit log, and there are 0 here/);
    // Numbers that go back are no gap.
    await refused(withAudit(`${fourth}\n${made.audit}`), /^Entry no\. 3 of the audit log .* does not follow/);
  });

  it('needs the entry on a purge after what was purged, and says what is before that', async () => {
    const early = vouching(1, { number: 4, link: '2'.repeat(64) }, null);
    const late = chained([entryOf(5, 'signed_in', null)], 5, '2'.repeat(64));
    const signed = checkpointBy(made.signer, made.records, late, '2026-02-02T00:00:00.000Z');
    await refused(
      changed('checkpoints.txt', () => signed, withAudit(early + late)),
      /^Entry no\. 5 of the audit log .* does not follow/,
    );
    const { sentences } = await check(withAudit(chained([entryOf(1, 'signed_in', null)]) + made.audit));
    expect(sentences.slice(2, 4)).toEqual([
      '2 entries of the audit log fit; 1 older one was purged, as a later entry says.',
      '1 more entry is older than purged ones, and not proved.',
    ]);
  });
});

describe('keys', () => {
  const { signer, older, records, audit, notes } = made;
  const at = '2026-02-03T00:00:00.000Z';
  const add = (note: string, from?: Bundle) => changed('checkpoints.txt', (text) => `${text}\n${note}`, from);

  it('are compared by the first, since a stranger’s can vouch for a genuine one', async () => {
    const stranger = newSigner('ready-test');
    const line = [keyNote(stranger, stranger), keyNote(older, stranger), keyNote(signer, older)].join('\n');
    const vouched = changed('keys.txt', () => line);
    const { sentences } = await check(vouched);
    expect(sentences[3]).toBe(
      `2 checkpoints are signed. Keys, by their fingerprints: ${[stranger, older, signer].map(({ fingerprint }) => fingerprint).join(', which signed ')}, which signed the newest checkpoint. Compare ${stranger.fingerprint} with a copy from elsewhere. A printed record names the key of its day, which must be one of these.`,
    );
    const replaced = new RegExp(
      `is signed by the key ${stranger.fingerprint}, which was replaced before, or is not of`,
    );
    await refused(add(checkpointBy(stranger, records, audit, at), vouched), replaced);
    // One more record, signed by the stranger alone.
    const { array } = JSON.parse(records.trimEnd().split('\n').at(-1) ?? '') as { array: string[] };
    const more = records + chained([array], 41, endOf(records).link);
    const forged = changed('records.jsonl', () => more, vouched);
    for (const name of forged.keys()) if (name.startsWith('stamps/')) forged.delete(name);
    const alone = changed(
      'checkpoints.txt',
      () => checkpointBy(stranger, more, audit, '2026-02-01T00:00:00.000Z'),
      forged,
    );
    expect((await check(alone)).sentences[3]).toContain(
      `fingerprints: ${stranger.fingerprint}, which signed the newest`,
    );
    await refused(
      alone,
      new RegExp(`${replaced.source}.* the one that you kept is signed by ${signer.fingerprint}`),
      notes[1],
    );
  });

  it('that were replaced sign no more, and a clock that was set back does not matter', async () => {
    await refused(
      add(checkpointBy(older, records, audit, at)),
      `Checkpoint no. 3, of ${at}, is signed by the key ${older.fingerprint}, which was replaced before, or is not of this installation: the one before it is signed by ${signer.fingerprint}.`,
    );
    expect((await check(add(checkpointBy(signer, records, audit, '2026-01-31T00:00:00.000Z')))).fits).toBe(true);
  });

  it('that the browser cannot use prove nothing', async () => {
    const importing = vi.spyOn(crypto.subtle, 'importKey').mockRejectedValue(new Error('NotSupportedError'));
    try {
      expect(await check(made.files, notes[1])).toEqual({
        fits: null,
        sentences: [
          expect.stringMatching(/^This browser does not know Ed25519, .*: a forged bundle would look the same\./),
          '40 records, 13 documents, 2 entries of the audit log and the checkpoints fit one another.',
        ],
      });
    } finally {
      importing.mockRestore();
    }
  });
});

describe('a folder', () => {
  it('has one bundle, at any place, and nothing beside it', async () => {
    const inside = (place: string): Bundle => new Map([...made.files].map(([name, bytes]) => [place + name, bytes]));
    expect((await check(inside('a/records/'))).fits).toBe(true);
    await refused(
      new Map(inside('a/records/')).set('a/evidence.html', Buffer.from('x')),
      /^a\/evidence\.html is no file of a bundle/,
    );
    const two = new Map([...inside('old/'), ...inside('')]);
    await expect(check(two)).rejects.toThrow(
      'There is more than one bundle, old/records.jsonl and records.jsonl: take the folder of one alone.',
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
    const commented = Buffer.from(zip);
    commented.writeUInt16LE(1, zip.length - 2);
    // Bytes after its end, a comment that is not there, and bytes before the end that the list does not use up.
    const listEnd = zip.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]));
    const loose = [
      commented,
      Buffer.concat([zip, Buffer.alloc(22)]),
      Buffer.concat([zip.subarray(0, listEnd), Buffer.from('PK'), zip.subarray(listEnd)]),
    ];
    for (const bytes of [Buffer.alloc(0), Buffer.from('PK'), zip.subarray(0, -30), zip.subarray(50), ...loose])
      expect(await words(bytes)).toMatch(torn);
    // Bytes that belong to no file: before the first, between two, and behind the last.
    const second = zip.indexOf(Buffer.from([0x50, 0x4b, 3, 4]), 4);
    const list = zip.readUInt32LE(listEnd + 16);
    for (const place of [0, second, list]) {
      const hidden = Buffer.concat([zip.subarray(0, place), Buffer.from('hidden'), zip.subarray(place)]);
      const end = hidden.length - (zip.length - listEnd);
      hidden.writeUInt32LE(list + 6, end + 16);
      for (let entry = list + 6; entry < end; entry = hidden.indexOf(Buffer.from([0x50, 0x4b, 1, 2]), entry + 4)) {
        const at = hidden.readUInt32LE(entry + 42);
        if (at >= place) hidden.writeUInt32LE(at + 6, entry + 42);
        if (hidden.indexOf(Buffer.from([0x50, 0x4b, 1, 2]), entry + 4) < 0) break;
      }
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      expect(await words(hidden)).toBe('This ZIP has bytes that belong to no file: it is not as Ready made it.');
    }
    // A byte of the first file's packed content.
    const packed = Buffer.from(zip);
    packed[200] = (packed[200] ?? 0) ^ 0x10;
    expect(await words(packed)).toMatch(/^(records\.jsonl is damaged|Record no)/);
    // Names in the files' own places, also of one that nothing proves.
    for (const name of ['audit.jsonl', 'README.txt']) {
      const named = Buffer.from(zip);
      named.write('X', zip.indexOf(name));
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      expect(await words(named)).toBe(
        `${name} has another name in its own place in this ZIP: it is not as Ready made it.`,
      );
    }
    // A list that says that it has 4 GB of names, and entries beyond its end.
    const huge = Buffer.from(zip);
    huge.writeUInt32LE(0xfffffffe, listEnd + 12);
    expect(await words(huge)).toBe(
      'The names of the files in this ZIP take 4,294,967,294 bytes: it is no bundle of Ready.',
    );
    for (const count of [0xfffe, made.files.size - 1]) {
      const other = Buffer.from(zip);
      other.writeUInt16LE(count, listEnd + 10);
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      expect(await words(other)).toMatch(torn);
    }
  });
});
