import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { listCheckpoints, readCheckpoint, readRecord } from '#common/calls/records.ts';
import { COMMAND_TEMPLATE_LEFT } from '#common/config/constants.ts';
import { createStamps } from '#server/domain/proof/stamps.ts';
import { readZip } from '#server/domain/uploads/zip.ts';
import { newKey } from '#server/storage/lifecycle/key-file.ts';
import { newTemplate } from '#tests/support/documents.ts';
import { startAuthority } from '#tests/support/hosts/authority.ts';
import { demo, type Person } from '#tests/support/person.ts';
import { parsed } from '#tests/support/replies.ts';
import { save, saving, submit } from '#tests/support/writing.ts';
import { expectRefusal, given, givenFolder, givenPerson, givenStorage, runReady, startInside } from '../given.ts';

const folder = givenFolder();
const now = () => new Date();
const authority = given(() => startAuthority(join(folder, 'authority')));
const server = given(() => startInside({}, { now }));
const amir = givenPerson(server, demo.administrator);
const ivan = givenPerson(server, demo.foreignAdministrator);
const dana = givenPerson(server, demo.writer);
const tess = givenPerson(server, demo.foreignWriter);
const storage = givenStorage(server);

async function say(person: Person, wip: string, edits: Record<string, string>): Promise<string> {
  await person.post(`/v1/wips/${wip}/update`, saving('Ridge "Łódź"\\', edits));
  return submit(person, wip);
}

/** Takes a bundle into a folder. @returns the folder, and the names of its files */
async function bundled(person: Person, query = ''): Promise<{ place: string; names: string[] }> {
  const response = await person.fetch('GET', `/v1/records/bundle${query}`);
  expect(response.status).toBe(200);
  const files = readZip(Buffer.from(await response.bytes()), { files: 200, ratio: null, links: 'refuse' });
  const place = await mkdtemp(join(folder, 'bundle-'));
  for (const [name, read] of files) {
    await mkdir(dirname(join(place, name)), { recursive: true });
    await writeFile(join(place, name), read());
  }
  return { place, names: [...files.keys()] };
}

/** Runs the commands of the bundle's own README in it. @returns what they say */
async function proofOf(place: string): Promise<string> {
  const readme = await readFile(join(place, 'README.txt'), 'utf8');
  const commands = readme.split('\n').flatMap((line) => (line.startsWith('    ') ? [line.slice(4)] : []));
  return new Promise((done) => {
    execFile('sh', ['-c', commands.join('\n')], { cwd: place }, (_error, out, error) => done(out + error));
  });
}

const linesIn = async (file: string): Promise<string[]> => (await readFile(file, 'utf8')).split('\n').slice(0, -1);
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

describe('a bundle', () => {
  it('proves itself in an empty folder by the commands in it, and names what was changed', async () => {
    const { uuid: wip } = await save(dana, 'Ridge', {}, COMMAND_TEMPLATE_LEFT);
    const submitted: string[] = [];
    for (const value of ['400', '412', '<b>"1,240"', ''])
      submitted.push(await say(dana, wip, { 'evacuated-people': value }));
    const abroad = await save(tess, 'Elsewhere', {}, COMMAND_TEMPLATE_LEFT);
    await say(tess, abroad.uuid, { 'evacuated-people': '7' });
    const html =
      '<!doctype html><title>F</title><p class="editable" id="a"></p><p class="editable" id="b" data-ready-private></p>';
    const withPrivate = await newTemplate(storage, html);
    const secret = await save(dana, 'Secret', {}, withPrivate);
    await say(dana, secret.uuid, { b: '5550199' });
    await runReady(server.place, [
      'archive',
      'drop-content',
      '--archive',
      submitted[1] ?? '',
      '--yes',
      submitted[1] ?? '',
    ]);
    await runReady(server.place, ['records', 'checkpoint']);
    await runReady(server.place, ['records', 'key', 'rotate']);
    await say(dana, wip, { 'evacuated-people': '500' });
    await runReady(server.place, ['records', 'checkpoint']);
    await createStamps(storage, authority.url, now).work();

    const { place, names } = await bundled(amir, `?wip=${wip}`);
    const contents = names.filter((name) => name.startsWith('contents/'));
    const stamps = names.filter((name) => name.startsWith('stamps/'));
    expect([contents.length, stamps.length]).toEqual([4, 3]);
    expect(names.includes('verify.html')).toBe(existsSync('dist/verify.html'));
    const rest = names.filter((name) => name !== 'verify.html');
    expect(rest.filter((name) => !contents.includes(name) && !stamps.includes(name))).toEqual([
      'records.jsonl',
      'checkpoints.txt',
      'received.csv',
      'audit.jsonl',
      'keys.txt',
      'README.txt',
    ]);
    const records = await linesIn(join(place, 'records.jsonl'));
    const entries = await linesIn(join(place, 'audit.jsonl'));
    // The request for the bundle itself is in it, and nothing later.
    expect(entries.at(-1)).toContain('"records_bundled"');
    await cp(authority.certificate, join(place, 'authority.pem'));
    const said = await proofOf(place);
    const verified = [...said.matchAll(/Verification: OK/g)].length;
    expect([said.includes('NO'), verified]).toEqual([false, 3]);
    expect(said).toContain(`records.jsonl: all fit, up to no. ${records.length}\n`);
    expect(said).toContain(`audit.jsonl: all fit, up to no. ${entries.length}\n`);
    expect(said).toContain('Signature Verified Successfully');

    const attack = async (harm: (copy: string) => Promise<unknown>): Promise<string[]> => {
      const copy = await mkdtemp(join(folder, 'attack-'));
      await cp(place, copy, { recursive: true });
      await harm(copy);
      const found = (await proofOf(copy)).split('\n').filter((line) => line.startsWith('NO'));
      await rm(copy, { recursive: true });
      return found;
    };
    const rewrite =
      (name: string, change: (lines: string[]) => string[]) =>
      async (copy: string): Promise<void> => {
        const lines = change(await linesIn(join(copy, name)));
        await writeFile(join(copy, name), lines.map((line) => `${line}\n`).join(''));
      };
    const last = records.length;
    const end = `NO: records.jsonl, the checkpoint at no. ${last}`;
    const without = (at: number) => (lines: string[]) => lines.toSpliced(at, 1);
    expect(await attack(rewrite('records.jsonl', without(2)))).toContain('NO: records.jsonl at no. 3');
    expect(await attack(rewrite('audit.jsonl', without(2)))).toContain('NO: audit.jsonl at no. 4');
    expect(await attack(rewrite('audit.jsonl', without(entries.length - 1)))).toEqual([
      `NO: audit.jsonl, the checkpoint at no. ${entries.length}`,
      'NO: audit.jsonl does not end with the newest checkpoint',
    ]);
    // A line that fits, without a signature.
    const longer = (lines: string[]) => {
      const { number, array, link } = JSON.parse(lines.at(-1) ?? '') as {
        number: number;
        array: unknown[];
        link: string;
      };
      const checksum = sha256(JSON.stringify(array));
      const next = { number: number + 1, array, checksum, link: sha256(JSON.stringify([link, checksum])) };
      return [...lines, JSON.stringify(next)];
    };
    for (const name of ['records.jsonl', 'audit.jsonl'])
      expect(await attack(rewrite(name, longer))).toEqual([`NO: ${name} does not end with the newest checkpoint`]);
    const swapped = (lines: string[]) => lines.toSpliced(1, 2, lines[2] ?? '', lines[1] ?? '');
    expect(await attack(rewrite('records.jsonl', swapped))).toContain('NO: records.jsonl at no. 2');
    expect(await attack(rewrite('records.jsonl', without(last - 1)))).toContain(end);
    const forged = (lines: string[]) => lines.map((line) => line.replace('Elsewhere', 'Ridge').replace(':3,', ':3 ,'));
    expect(await attack(rewrite('records.jsonl', forged))).toContain('NO: records.jsonl at no. 3');
    const [first = '', second = ''] = contents;
    expect(await attack((copy) => cp(join(copy, second), join(copy, first)))).toEqual([`NO: ${first}`]);
    const strange = `contents/${sha256('strange')}.html`;
    expect(await attack((copy) => writeFile(join(copy, strange), 'strange'))).toEqual([
      `NO: ${strange} belongs to no record`,
    ]);
    const [stamp = '', other = ''] = stamps;
    expect(await attack((copy) => cp(join(copy, stamp), join(copy, other)))).toEqual([`NO: ${other}`]);
    const later = (lines: string[]) => lines.with(lines.length - 3, 'time 2030-01-01T00:00:00.000Z');
    expect(await attack(rewrite('checkpoints.txt', later))).toEqual(['NO: the signature']);
    // Bytes all over the records, each changed.
    const bytes = await readFile(join(place, 'records.jsonl'));
    for (let at = 20; at < bytes.length; at += Math.floor(bytes.length / 5)) {
      const harmed = Buffer.from(bytes);
      harmed[at] = (harmed[at] ?? 0) ^ 1;
      expect([at, await attack((copy) => writeFile(join(copy, 'records.jsonl'), harmed))]).not.toEqual([at, []]);
    }

    // Nothing of another organization is in it, and nothing private.
    const texts = await Promise.all(names.map((name) => readFile(join(place, name), 'utf8')));
    const all = texts.join('\n');
    expect(['Elsewhere', abroad.uuid, '5550199'].filter((word) => all.includes(word))).toEqual([]);
    expect((await bundled(amir, `?wip=${secret.uuid}`)).names.filter((name) => name.startsWith('contents/'))).toEqual(
      [],
    );
    expect(await readdir(join(place, 'stamps'))).toHaveLength(3);
    const theirs = await bundled(ivan);
    expect(await proofOf(theirs.place)).not.toContain('NO');
    const own = parsed(readCheckpoint, (await amir.get('/v1/records/checkpoint')).json);
    expect(own.checkpoint).toContain(`\n${last}\n`);
    expect(await readFile(join(place, 'README.txt'), 'utf8')).toContain(`${own.key}\n  fingerprint ${own.fingerprint}`);
    const paper = parsed(readRecord, (await dana.get(`/v1/records/${submitted[0]}`)).json).checkpoint;
    expect([paper?.text, paper?.fingerprint]).toEqual([own.checkpoint, own.fingerprint]);
    // The same by a call, in pages, the newest first.
    const listed: string[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const query: string = cursor === '' ? '' : `&cursor=${cursor}`;
      const { checkpoints, next, count } = parsed(
        listCheckpoints,
        (await amir.get(`/v1/records/checkpoints?limit=2${query}`)).json,
      );
      listed.push(...checkpoints.map(({ checkpoint }) => checkpoint));
      expect(count).toBeGreaterThan(2);
      cursor = next;
    }
    expect(listed.toReversed().join('\n')).toContain(await readFile(join(place, 'checkpoints.txt'), 'utf8'));
    expectRefusal(await dana.get('/v1/records/checkpoints'), 403, 'Only administrators may do this.');
  }, 120_000);

  it('is proved after a purge of the audit log too', async () => {
    const tomorrow = new Date(Date.now() + 86_400_000);
    const before = new Date(Date.now() + 1);
    const { purgeAudit } = await import('#server/domain/audit/audit-purge.ts');
    expect(await purgeAudit(storage, before, tomorrow)).toBeGreaterThan(10);
    const { place } = await bundled(amir);
    expect((await linesIn(join(place, 'audit.jsonl')))[0]).toContain('"audit_purged"');
    const said = await proofOf(place);
    expect(said).toMatch(/audit.jsonl: all fit, up to no. \d+\n/);
    expect(said).not.toContain('NO');
  }, 60_000);

  it('is for administrators, by an address that is good once', async () => {
    expectRefusal(await dana.get('/v1/records/bundle'), 403, 'Only administrators may do this.');
    const { json } = await amir.post('/v1/records/bundle/create?q=ridge');
    const { address } = json as { address: string };
    expect(address).toMatch(/^\/v1\/records\/bundle\?q=ridge&token=/);
    expect((await amir.fetch('GET', address)).status).toBe(200);
    expect((await amir.fetch('GET', address)).status).toBe(410);
    const entries = await storage.audit.list(9, { action: 'records_bundled' });
    expect(entries[0]?.detail).toBe('bundle words');
  });

  it('is refused in words, and before its download begins, while the key that signs it is a strange one', async () => {
    newKey(server.dataDir).use();
    const words =
      'A bundle is signed, and the key for it cannot be used. Ask the operator: ready doctor says why, and what to do.';
    expectRefusal(await amir.post('/v1/records/bundle/create'), 503, words);
    expectRefusal(await amir.get('/v1/records/bundle'), 503, words);
    const { out } = await runReady(server.place, ['doctor']);
    expect(out).toMatch(/^warning .*Nothing is signed: .* run: ready records checkpoint\./m);
    expect((await runReady(server.place, ['records', 'checkpoint'])).code).toBe(0);
    expect((await amir.post('/v1/records/bundle/create')).status).toBe(200);
  });
});
