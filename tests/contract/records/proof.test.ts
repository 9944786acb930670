import { randomUUID } from 'node:crypto';
import { chmodSync, mkdtempSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { BY_THIS_SERVER, LIMITS } from '#common/proof/sentences.ts';
import { examineProof } from '#server/cli/doctor/proof.ts';
import { checkRecord } from '#server/domain/proof/record-check.ts';
import { createCheckpoints, proveCheckpoints, readLines } from '#server/domain/proof/checkpoints.ts';
import { tailOf } from '#server/storage/lifecycle/checkpoint-file.ts';
import { fingerprintOf, notesIn, openNote } from '#server/domain/proof/signed-note.ts';
import { rotateKey, signingKey } from '#server/domain/proof/signing-key.ts';
import { keyFileOf } from '#server/storage/lifecycle/key-file.ts';
import { createStamps, stampRequest, STAMPED_WITHIN } from '#server/domain/proof/stamps.ts';
import { auditEntry } from '#server/domain/audit/audit.ts';
import { StartError } from '#server/start-error.ts';
import { startAuthority } from '#tests/support/hosts/authority.ts';
import { untilKilled } from '#tests/support/hosts/until-killed.ts';
import { engines, openPlace } from '#tests/support/postgres/engines.ts';
import { isFull } from '../../../tools/test/suites.ts';
import { forThisTest, given, givenFolder, runReady } from '../given.ts';
import { abroad, at, organisation, startStored, template } from '../documents/stored.ts';

const folder = givenFolder();
const WARN = (text: string): never => {
  throw new Error(text);
};

describe.each(engines)('checkpoints on $name', ({ start }) => {
  const engine = given(start);

  /** An installation with a key, a file of checkpoints, and a function that submits. */
  async function givenProof() {
    const place = await engine.place();
    const data = place['READY_DATA'] ?? '';
    const file = join(folder, randomUUID());
    const env = { ...place, READY_CHECKPOINT_FILE: file };
    const stored = await startStored(place);
    const { storage } = stored;
    let minute = 0;
    const now = () => new Date(at(minute));
    await signingKey(storage, data, now(), true);
    const checkpoints = () => createCheckpoints(storage, { data, file, now, warn: WARN });
    const submit = async (html: string): Promise<string> => {
      minute += 1;
      return storage.transaction(async ({ archives }) => {
        const { checksum } = await archives.last(template, organisation.uuid);
        const record = await stored.archiveOf(randomUUID(), at(minute), checksum, html);
        await archives.add(record);
        return record.uuid;
      });
    };
    const wait = (minutes: number): void => void (minute += minutes);
    const keys = () => storage.checkpoints.keys();
    const opened = async (note: string) => {
      const found = openNote(note, await keys());
      return found && readLines(found.lines, found.by.name);
    };
    return { ...stored, env, data, file, now, checkpoints, submit, wait, keys, opened };
  }

  it('sign what changed, once for all processes, and fit the database until something is missing', async () => {
    const { storage, open, file, checkpoints, submit, wait, opened } = await givenProof();
    await submit('<a>');
    const [one, other] = [checkpoints(), checkpoints()];
    const signed = (await Promise.all([one.sign(true), other.sign(true)])).flat();
    expect(signed.map((checkpoint) => checkpoint.organisation)).toEqual([organisation.uuid, null]);
    const [own, all] = await Promise.all(signed.map(({ note }) => opened(note)));
    const recordsLink = await storage.checkpoints.linkAt('archives', organisation.uuid, 1);
    expect(own).toMatchObject({ organisation: organisation.uuid, records: 1, recordsLink });
    expect(all).toMatchObject({
      organisation: null,
      records: 1,
      recordsLink: (await storage.archives.last('', '')).checksum,
      auditLink: await storage.audit.lastChecksum(),
    });
    // Its own entry of the audit log is no change, and the clock alone makes none soon after another.
    wait(120);
    expect(await one.sign(false)).toEqual([]);
    await submit('<b>');
    expect(await one.sign(false)).toHaveLength(2);
    await submit('<c>');
    expect(await one.sign(true)).toEqual([]);
    wait(60);
    expect(await one.sign(true)).toHaveLength(2);
    await storage.audit.add(auditEntry(new Date(at(999)), null, 'signed_in', { organisation: abroad.uuid }));
    expect((await one.sign(false)).map((checkpoint) => checkpoint.organisation)).toEqual([abroad.uuid, null]);
    const notes = (await storage.checkpoints.latest(99)).map(({ note }) => note);
    expect(notesIn(readFileSync(file, 'utf8'))).toEqual(notes);
    expect(notes).toHaveLength(8);
    expect(await proveCheckpoints(storage, tailOf(file))).toMatchObject({ checkpoints: 8, problems: [], warnings: [] });

    // One record is checked up to the first checkpoint that covers it.
    const [first, last] = [
      await storage.archives.ofChain(organisation.uuid, 0),
      await storage.archives.ofChain(organisation.uuid, 2),
    ];
    for (const end of [first[0], last[0]])
      expect(await checkRecord(storage, end?.uuid ?? '', null)).toEqual({
        fits: true,
        sentences: [
          expect.stringContaining(`${end?.uuid}) is as it was submitted, and so is its document.`),
          expect.stringMatching(
            /^It is named by the checkpoint of .*, signed by the key with the fingerprint \w{64}\./,
          ),
          BY_THIS_SERVER,
          LIMITS,
        ],
      });

    // A call must be answered in time: what one cannot check is no failure, and nothing is said to be proved.
    const long = {
      archives: {
        ...storage.archives,
        links: (of: string, from: number, to: number) => storage.archives.links(of, from, Math.min(to, from + 1)),
      },
      checkpoints: { ...storage.checkpoints, covering: (of: string) => storage.checkpoints.newest(of) },
    };
    expect(await checkRecord(long, first[0]?.uuid ?? '', null)).toMatchObject({ fits: true });
    expect(await checkRecord(long, first[0]?.uuid ?? '', null, 0)).toMatchObject({
      fits: null,
      sentences: [
        expect.stringContaining('is as it was submitted'),
        expect.stringMatching(
          /checked up to no\. 1\. Nothing that was signed is among them, .* names no\. 3, and checking .* archive verify/,
        ),
        BY_THIS_SERVER,
        LIMITS,
      ],
    });

    // Checkpoints, in the database or elsewhere, miss the rows that were removed from the end.
    await sql`delete from archives where link_number = 3`.execute(open.db);
    const problems = async (text = '') => (await proveCheckpoints(storage, text)).problems;
    const cut = await checkRecord(storage, first[1]?.uuid ?? '', null);
    const ahead =
      /, of .*, names 3 records, and there are 2 here: the newest ones were removed, or this is an older copy\./.source;
    expect(await problems()).toContainEqual(
      expect.stringMatching(`^The checkpoint of the organization ${organisation.uuid}${ahead}`),
    );
    expect(cut).toEqual({
      fits: false,
      sentences: [expect.stringMatching(`^The checkpoint of the organization .*${ahead}`)],
    });
    await sql`delete from checkpoints`.execute(open.db);
    expect(await problems()).toEqual([]);
    expect(await problems(tailOf(file))).toContainEqual(
      expect.stringMatching(`^The checkpoint of the installation${ahead}`),
    );
    await submit('<another>');
    expect(await problems(tailOf(file))).toContainEqual(
      expect.stringContaining('does not fit: no. 3 of the records is another one here.'),
    );
    expect(await problems(notes[0]?.replace('\n1\n', '\n2\n'))).toEqual([
      expect.stringMatching(/^A checkpoint of ready-\S+ is not signed by a key of this installation: it was changed/),
    ]);
    await open.close();
  });

  it('find entries of no organization that were removed from the end, whatever followed', async () => {
    const { storage, open, file, checkpoints, submit } = await givenProof();
    await submit('<a>');
    await checkpoints().sign(false);
    await storage.audit.add(auditEntry(new Date(at(2)), null, 'content_removed'));
    await submit('<b>');
    await checkpoints().sign(false);
    expect(await proveCheckpoints(storage, tailOf(file))).toMatchObject({ problems: [] });
    const unlock =
      open.engine.name === 'sqlite'
        ? ['drop trigger audit_no_delete']
        : ['alter table audit disable trigger audit_only_grows'];
    const last = 'select number from audit where organisation is null order by number desc limit 2';
    for (const text of [...unlock, `delete from audit where number in (${last})`]) await sql.raw(text).execute(open.db);
    const again = () =>
      storage.audit.add(auditEntry(new Date(at(3)), null, 'signed_in', { organisation: organisation.uuid }));
    await again();
    await again();
    expect((await proveCheckpoints(storage, '')).problems).toContainEqual(
      expect.stringContaining('names 3 entries of the audit log without an organization, and there are 1 here'),
    );
    for (let number = 0; number < 2; number += 1)
      await storage.audit.add(auditEntry(new Date(at(4)), null, 'content_removed'));
    expect((await proveCheckpoints(storage, '')).problems).toEqual([
      expect.stringContaining('no. 3 of the entries of the audit log without an organization is another one here.'),
    ]);
    await open.close();
  });

  it('are all compared, and all appended, though they are more than are read at once', async () => {
    const { storage, open, file, checkpoints, submit } = await givenProof();
    await submit('<a>');
    const [own, all] = await checkpoints().sign(false);
    if (!own || !all) throw new Error('There are two.');
    const kept = readFileSync(file, 'utf8');
    // As many as the installation had with thousands of changes.
    await storage.transaction(async (stores) => {
      for (let count = 0; count < 2_100; count += 1)
        await stores.checkpoints.add({
          at: all.at,
          organisation: null,
          records: 1,
          audit: 1,
          note: all.note.replace(/time .*/, `time ${count}`),
        });
    });
    const { checkpoints: count, problems } = await proveCheckpoints(storage, '');
    expect([count, problems.length]).toEqual([2_102, 2_100]);
    await submit('<b>');
    await checkpoints().sign(false);
    const appended = readFileSync(file, 'utf8');
    expect(appended.startsWith(kept)).toBe(true);
    const notes = (await storage.checkpoints.latest(9_999)).map(({ note }) => note);
    expect(notesIn(appended)).toEqual(notes);
    await sql`delete from archives`.execute(open.db);
    expect((await proveCheckpoints(storage, '')).problems).toContainEqual(
      expect.stringMatching(
        `^The checkpoint of the organization ${organisation.uuid}, of .*, names 1 records, and there are 0`,
      ),
    );
    await open.close();
  });

  it('are appended to the file that lacks them, whole, though a process was cut off', async () => {
    const { storage, open, file, checkpoints, submit } = await givenProof();
    for (const html of ['<a>', '<b>', '<c>']) {
      await submit(html);
      await checkpoints().sign(false);
    }
    const all = readFileSync(file, 'utf8');
    const notes = notesIn(all);
    truncateSync(file, Buffer.byteLength(all) - 100);
    await submit('<d>');
    await checkpoints().sign(false);
    const latest = (await storage.checkpoints.latest(99)).map(({ note }) => note);
    const there = notesIn(readFileSync(file, 'utf8'));
    expect(latest.filter((note) => !there.includes(note))).toEqual([]);
    expect(latest.slice(0, 6)).toEqual(notes);
    await open.close();
  });

  it('are signed by a key for which the one before vouches', async () => {
    const { open, env, data, now, checkpoints, submit } = await givenProof();
    const before = readFileSync(keyFileOf(data), 'utf8');
    await submit('<a>');
    await checkpoints().sign(false);
    await open.close();
    const rotated = await runReady(env, ['records', 'key', 'rotate']);
    expect(rotated).toMatchObject({ code: 0, error: '' });
    expect(readFileSync(keyFileOf(data), 'utf8')).not.toBe(before);
    const made = await runReady(env, ['records', 'checkpoint', '--json']);
    expect([made.code, JSON.parse(made.out)]).toMatchObject([0, { ok: true, signed: 1 }]);
    const again = await openPlace(env);
    const [first, second, ...more] = await again.storage.checkpoints.keys();
    if (!first || !second) throw new Error('There are two keys.');
    expect(more).toEqual([]);
    expect(openNote(second.note, [first])?.lines[1]).toMatch(/^key ready-/);
    const [{ note } = { note: '' }] = await again.storage.checkpoints.latest(1);
    expect([openNote(note, [first]), openNote(note, [second])]).toMatchObject([null, {}]);
    expect(await proveCheckpoints(again.storage, '')).toMatchObject({ checkpoints: 3, problems: [] });
    // The key before signs no more, and no checkpoint of it is believed that is later.
    const present = readFileSync(keyFileOf(data), 'utf8');
    writeFileSync(keyFileOf(data), before);
    const sign = () =>
      createCheckpoints(again.storage, { data, file: null, now: () => new Date(Date.now() + 60_000), warn: WARN }).sign(
        false,
      );
    await again.storage.audit.add(auditEntry(new Date(), null, 'content_removed'));
    const replaced = `the key with the fingerprint ${fingerprintOf(second.public)} took its place`;
    await expect(sign()).rejects.toThrow(replaced);
    await expect(rotateKey(again.storage, data, now())).rejects.toThrow(replaced);
    await sql`update record_keys set note = ${first.note} where number = 2`.execute(again.db);
    const [late] = await sign();
    await sql`update record_keys set note = ${second.note} where number = 2`.execute(again.db);
    expect(await proveCheckpoints(again.storage, '')).toMatchObject({
      problems: [
        expect.stringMatching(
          /^The checkpoint of .* is signed by the key \w{64}, which was replaced before, .*: another took its place on/,
        ),
      ],
      warnings: [],
    });
    await sql`delete from checkpoints where number = ${late?.number}`.execute(again.db);
    writeFileSync(keyFileOf(data), present);
    // After the restore of an older backup the database does not have the key yet.
    await sql`delete from record_keys where number = 2`.execute(again.db);
    await signingKey(again.storage, data, now(), true);
    const known = await again.storage.checkpoints.keys();
    expect(known.map((key) => key.public)).toEqual([first.public, second.public]);
    expect(openNote(known[1]?.note ?? '', [first])).toBeNull();
    expect(await proveCheckpoints(again.storage, '')).toMatchObject({
      problems: [],
      warnings: [expect.stringContaining(`vouches for the key with the fingerprint ${fingerprintOf(second.public)}`)],
    });
    const verified = await runReady(env, ['archive', 'verify']);
    expect([verified.code, verified.out]).toEqual([0, expect.stringContaining(fingerprintOf(second.public))]);
    await again.close();
  });

  it('get stamps of an authority, which openssl proves; nothing else that it answers is kept', async () => {
    const { storage, open, now, checkpoints, submit, wait } = await givenProof();
    const authority = await forThisTest(startAuthority(join(folder, randomUUID())));
    await submit('<a>');
    await checkpoints().sign(false);
    const stamps = createStamps(storage, authority.url, now);
    const notes = await storage.checkpoints.latest(99);
    expect(notes.map(({ note }) => stampRequest(note).length)).toEqual([59, 59]);
    const after = AbortSignal.timeout.bind(AbortSignal);
    // Only where no answer comes: a busy machine takes its time for the others.
    const isSilent = (): boolean => ['silence', 'head'].includes(authority.answer);
    const patience = vi.spyOn(AbortSignal, 'timeout').mockImplementation((time) => after(isSilent() ? 300 : time));
    onTestFinished(() => patience.mockRestore());
    for (const [answer, failure] of [
      ['html', 'it answers with something else than a stamp'],
      ['empty', 'it answers with something else than a stamp'],
      ['refusal', 'it refuses to stamp (status 2)'],
      ['other', 'its stamp is of another text'],
      ['torn', 'it answers with something else than a stamp'],
      ['long', 'its answer is too long'],
      ['error', 'it answers with the status 503'],
      ['redirect', expect.stringMatching(/^it does not answer/)],
      ['closed', expect.stringMatching(/^it does not answer/)],
      ['silence', expect.stringMatching(/^it does not answer .*timeout/)],
      ['head', expect.stringMatching(/^it does not answer .*timeout/)],
    ] as const) {
      authority.answer = answer;
      await stamps.work();
      // The second try comes after a pause.
      await stamps.work();
      const failed = await storage.checkpoints.latest(99);
      expect(failed.map((one) => [one.stamp, one.failure])).toContainEqual([null, failure]);
      wait(61);
    }
    expect(authority.requests).toBe(11);
    expect(new Set(patience.mock.calls.flat())).toEqual(new Set([15_000]));
    expect(await stamps.figures()).toEqual({ waiting: 2, failures: 11 });
    const found: string[] = [];
    const settings = { checkpointFile: null, timestampUrl: authority.url };
    await examineProof(
      { settings, installation: { storage }, now: now() } as never,
      (_, text) => void found.push(text),
    );
    expect(found.at(-1)).toMatch(/^2 checkpoints wait for a stamp\. 127\.0\.0\.1:\d+: it does not answer .*timeout/);
    // A request on its way holds nothing up, and one that the server gave up at its end is no failure of the authority.
    patience.mockImplementation(() => new AbortController().signal);
    const failed = (await storage.checkpoints.latest(99)).map(({ failure }) => failure);
    authority.answer = 'silence';
    const ending = createStamps(storage, authority.url, now);
    const asked = ending.work();
    await expect.poll(() => authority.requests).toBe(12);
    await submit('<meanwhile>');
    expect(await checkpoints().sign(false)).toHaveLength(2);
    await ending.close();
    await asked;
    const left = (await storage.checkpoints.latest(99)).map(({ failure }) => failure);
    expect(left).toEqual([...failed, null, null]);
    authority.answer = 'stamp';
    await Promise.all([stamps.work(), stamps.work()]);
    expect(authority.requests).toBe(16);
    const stamped = await storage.checkpoints.latest(99);
    for (const { stamp, note } of stamped) expect(await authority.verify(stamp, note)).toContain('Verification: OK');
    expect(await authority.verify(stamped[0]?.stamp ?? null, stamped[1]?.note ?? '')).toContain('Verification: FAILED');
    await submit('<b>');
    await checkpoints().sign(false);
    wait(STAMPED_WITHIN / 60_000);
    await stamps.work();
    expect([await stamps.figures(), authority.requests]).toEqual([{ waiting: 0, failures: 11 }, 16]);
    await open.close();
  });
});

describe.each(engines)('kill -9 on $name', ({ start }) => {
  const engine = given(start);

  it('between a record, its checkpoint and its stamp loses none of them, and nothing is proved that is not so', async () => {
    const place = await engine.place();
    const { open } = await startStored(place);
    await open.close();
    const file = join(folder, randomUUID());
    const authority = await forThisTest(startAuthority(join(folder, randomUUID())));
    const env = { ...place, READY_CHECKPOINT_FILE: file, READY_TIMESTAMP_URL: authority.url.href };
    const said = new Set<string>();
    // Before each of its statements; in short those of the key, of a submission, and on either engine those of the file and of a stamp.
    const each = Array.from({ length: 40 }, (_, index) => index + 1);
    let killed = 0;
    for (const statement of [...(isFull ? each : [1, 6, 26, 28, 32, 34]), Infinity]) {
      const round = await untilKilled('sign', env, statement);
      for (const line of round.lines) said.add(line);
      if (!round.isDone) killed += 1;
      const verified = await runReady(env, ['archive', 'verify']);
      expect([statement, verified.code, verified.error]).toEqual([statement, 0, '']);
      const now = await openPlace(place);
      const archives = await now.db.selectFrom('archives').select('uuid').execute();
      const notes = await now.storage.checkpoints.latest(9_999);
      await now.close();
      const there = [
        ...archives.map(({ uuid }) => `archive ${uuid}`),
        ...notes.map(({ note }) => `note ${JSON.stringify(note)}`),
      ];
      expect([statement, [...said].filter((line) => !there.includes(line))]).toEqual([statement, []]);
      if (statement < Infinity) continue;
      // The last one made up for what the others had left.
      expect(notesIn(readFileSync(file, 'utf8'))).toEqual(notes.map(({ note }) => note));
      expect([round.isDone, killed]).toEqual([true, isFull ? expect.toSatisfy((all: number) => all > 30) : 6]);
      for (const { stamp, note } of notes) expect(await authority.verify(stamp, note)).toContain('Verification: OK');
    }
  }, 600_000);
});

describe('the key of the records', () => {
  const stores = {
    checkpoints: { keys: async () => [], addKey: async () => undefined },
    archives: { last: async () => undefined },
  };
  const storage = { ...stores, transaction: (work: (given: object) => unknown) => work(stores) } as never;

  it.for([
    ['has open rights', (file: string) => chmodSync(file, 0o644), /others than its owner can use it. Run: chmod 600/],
    ['is empty', (file: string) => truncateSync(file), /is no Ed25519 key, but empty. Put your copy of it back/],
    ['is another text', (file: string) => writeFileSync(file, 'a'), /is no Ed25519 key. Put your copy of it back/],
  ] as const)('that %s is refused in words, and left as it is', async ([, harm, words]) => {
    const data = mkdtempSync(join(folder, 'key-'));
    await signingKey(storage, data, new Date(), true);
    const file = keyFileOf(data);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    harm(file);
    const there = readFileSync(file, 'utf8');
    await expect(signingKey(storage, data, new Date(), true)).rejects.toThrow(words);
    await expect(rotateKey(storage, data, new Date())).rejects.toThrow(StartError);
    expect(readFileSync(file, 'utf8')).toBe(there);
  });

  it('is made by a server alone', async () => {
    const data = mkdtempSync(join(folder, 'key-'));
    await expect(signingKey(storage, data, new Date(), false)).rejects.toThrow('There is no key in');
  });
});
