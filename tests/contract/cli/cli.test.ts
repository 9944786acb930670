import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { appendFile, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { demo, Person, signedIn } from '#tests/support/person.ts';
import { startServer, type StartOptions, type TestServer } from '#tests/support/hosts/server.ts';
import { save } from '#tests/support/writing.ts';
import { commandsOf, forThisTest, givenDist, givenFolder, runReady, type Said } from '../given.ts';

// Several starts of a real server a test: slow on a busy machine.
const templates = resolve(import.meta.dirname, '../../../templates');
const base = givenFolder();
const dist = givenDist();
let data = '';
beforeEach(() => {
  data = join(base, randomUUID());
});

const start = (options: StartOptions = {}) => forThisTest(startServer({ dist, dataDir: data, ...options }));
const ready = (
  args: readonly string[],
  { input, dataDir = data, env }: { input?: string; dataDir?: string; env?: Record<string, string> } = {},
): Promise<Said> => runReady({ READY_DATA: dataDir, READY_DIST: dist, ...env }, args, input);
const { done } = commandsOf(() => ({ READY_DATA: data, READY_DIST: dist }));
async function file(name: string, html: string): Promise<string> {
  const path = join(base, name);
  await writeFile(path, html);
  return path;
}
const login = (server: TestServer, username: string, password: unknown) =>
  new Person(server.origin).post('/auth/login', { username, password });

it('runs as a program of its own, and answers in JSON', async () => {
  await done('org', 'add', 'Harbor');
  const script = resolve(import.meta.dirname, '../../../server/cli/main.ts');
  const run = spawnSync(process.execPath, [script, 'user', 'list', '--json'], {
    env: { PATH: process.env['PATH'], READY_DATA: data },
    encoding: 'utf8',
  });
  expect([run.status, JSON.parse(run.stdout)]).toEqual([0, { ok: true, users: [] }]);
});

describe('beside a running server', () => {
  it('makes the first administrator of an empty production server, who signs in at once', async () => {
    const server = await start({ env: { NODE_ENV: 'production' } });
    await done('org', 'add', 'Harbor Fire');
    const { password } = await done('user', 'add', 'chief', '--org', 'Harbor Fire', '--level', '4');
    const reply = await login(server, 'Chief', password);
    expect([reply.status, reply.json]).toMatchObject([200, { organization: 'Harbor Fire', permission: 4 }]);
    const refused = await ready(['user', 'add', 'dana', '--org', '1', '--password-stdin'], { input: 'ready-demo-2\n' });
    expect([refused.code, refused.error]).toEqual([1, expect.stringContaining('guessed first') as string]);
    expect((await ready(['user', 'add', 'CHIEF', '--org', '1'])).error).toBe("There is a user 'chief' already.\n");
  });

  it('sets passwords, levels and disables; sessions end with it, and the last administrator stays', async () => {
    const server = await start();
    const writer = await signedIn(server.origin, demo.writer);
    // Reads are kept in memory: what another process writes must show all the same.
    expect((await writer.get('/auth/verify')).status).toBe(200);
    const chosen = await ready(['user', 'passwd', 'dana', '--password-stdin'], { input: 'a long enough phrase\n' });
    expect([chosen.code, chosen.out]).toEqual([0, expect.not.stringContaining('a long enough phrase') as string]);
    expect((await writer.get('/auth/verify')).status).toBe(401);
    expect((await login(server, 'dana', 'a long enough phrase')).status).toBe(200);
    await done('user', 'disable', 'dana');
    expect((await login(server, 'dana', 'a long enough phrase')).status).toBe(401);
    await done('user', 'enable', 'dana');
    expect((await login(server, 'dana', 'a long enough phrase')).status).toBe(200);
    for (const args of [
      ['disable', 'ivan'],
      ['level', 'ivan', '2'],
    ]) {
      expect((await ready(['user', ...args])).error).toMatch(/ivan is the last administrator of active911/);
    }
    await done('user', 'disable', 'ivan', '--force');
    const role = await done('role', 'add', 'Scribe', '--file', 'daily-brief.html');
    await done('role', 'assign', String(role['uuid']), 'kofi');
    const actions = (await done('audit', '--last', '4'))['entries'] as { action: string }[];
    expect(actions.map((entry) => entry.action)).toEqual(['role_assigned', 'role_added', 'user_disabled', 'signed_in']);
  });

  it('backs up and exports while people write, refuses to restore or import, and gives all of it back', async () => {
    const server = await start();
    const writer = await signedIn(server.origin, demo.writer);
    const write = async (name: string) => (await save(writer, name, { remarks: name })).uuid;
    const before = await write('before');
    const [backup, lines] = [join(base, 'one.db'), join(base, 'one.ndjson')];
    const [later] = await Promise.all([write('meanwhile'), done('backup', backup), done('export', lines)]);
    expect((await stat(backup)).mode & 0o077).toBe(0);
    expect((await stat(lines)).mode & 0o077).toBe(0);
    expect((await ready(['backup', backup])).error).toMatch(/is there already/);
    for (const args of [
      ['restore', backup],
      ['import', lines],
    ]) {
      const refused = await ready(args);
      expect([refused.code, refused.error]).toEqual([
        1,
        expect.stringMatching(/^Another Ready server \(process \d+\)/),
      ]);
    }
    await server.interrupt();

    await done('restore', backup);
    expect((await readdir(data)).filter((name) => name.includes('before-restore'))).toHaveLength(1);
    await server.restart();
    const back = await signedIn(server.origin, demo.writer);
    expect((await back.get(`/v1/wips/${before}`)).status).toBe(200);
    await server.stop();

    const other = join(base, 'other');
    // An installation that was started once is still empty.
    await (await startServer({ dist, dataDir: other, args: ['--empty'] })).stop();
    expect(await ready(['import', lines], { dataDir: other })).toMatchObject({ code: 0, error: '' });
    expect((await ready(['import', lines], { dataDir: other })).error).toMatch(/holds something already/);
    const moved = await start({ dataDir: other });
    expect((await writer.get('/auth/verify').catch(() => null))?.status).not.toBe(200);
    const again = await signedIn(moved.origin, demo.writer);
    expect((await again.get(`/v1/wips/${before}?html=true`)).text).toContain('before');
    expect(later).not.toBe(before);
  });
});

describe('says what is wrong', () => {
  it('with a document, and imports none of a folder then', async () => {
    const folder = join(base, 'folder');
    await mkdir(folder);
    await writeFile(join(folder, 'good.html'), '<p class="editable" id="a">x</p>');
    await writeFile(join(folder, 'empty.html'), '<p>No regions</p>');
    await writeFile(
      join(folder, 'odd.html'),
      '<p class="editable" id="a">x</p>\n<input class="editable" id="a">\n<p class="editable" id="b"></p>\n<img src="https://x.example/i.png" srcset="a.png 1x, //y.example/b.png 2x">\n' +
        '<style>p { background: url(https://z.example/c.png) }</style>\n<p class="editable">no id</p>',
    );
    await writeFile(join(folder, 'latin.html'), Buffer.from('<p class="editable" id="a">é</p>', 'latin1'));
    const said = await ready(['template', 'import', folder]);
    expect(said.code).toBe(1);
    expect(said.error.replaceAll(`${folder}/`, '')).toBe(
      [
        'empty.html: cannot be used',
        '  problem: It has no fields: nothing in it has the class "editable" and an id.',
        'good.html: sound, 1 field',
        'latin.html: cannot be used',
        '  problem: It is not UTF-8: save it in that encoding.',
        'odd.html: cannot be used',
        "  problem: The id 'a' of a field stands in lines 1, 2 on things of different kinds: give all but one of them another id by hand, since --rename-ids lets fields be.",
        '  problem: Line 4: <img> asks for https://x.example/i.png: embed it, or use --allow-outside',
        '  problem: Line 4: <img> asks for //y.example/b.png 2x: embed it, or use --allow-outside',
        '  problem: Line 5: <style> asks for https://z.example/c.png: embed it, or use --allow-outside',
        '  note: Line 6: <p> has the class "editable", but no id: nobody can edit it.',
        '  note: Line 4: <img> asks for a.png, which is not in the folder: it will be missing.',
        'Nothing was changed.',
        '',
      ].join('\n'),
    );
    expect(await done('template', 'list')).toMatchObject({ templates: [] });
    await done('template', 'check', templates);
  });

  it('with a backup or an export, and changes nothing then', async () => {
    await done('org', 'add', 'Harbor');
    const [backup, lines] = [join(base, 'two.db'), join(base, 'two.ndjson')];
    await done('backup', backup);
    await done('export', lines);
    const bytes = await readFile(backup);
    await writeFile(join(base, 'cut.db'), bytes.subarray(0, bytes.length - 8192));
    await writeFile(join(base, 'letter.db'), 'Dear chief, '.repeat(1000));
    for (const name of ['cut.db', 'letter.db', 'missing.db']) {
      expect([name, (await ready(['restore', join(base, name)])).code]).toEqual([name, 1]);
    }
    expect(await done('org', 'list')).toMatchObject({ organizations: [{ name: 'Harbor' }] });
    const text = await readFile(lines, 'utf8');
    const rows = text.trimEnd().split('\n');
    const broken: Record<string, string> = {
      'no end': rows.slice(0, -1).join('\n'),
      'a row less': rows.toSpliced(1, 1).join('\n'),
      'a foreign column': text.replace('"organization_id"', '"organization_id; --"'),
      'another table': text.replace('"organisations"', '"sqlite_master"'),
      'no export': 'hello\n',
    };
    for (const [what, content] of Object.entries(broken)) {
      const into = join(base, `into-${what.replaceAll(' ', '-')}`);
      const said = await ready(['import', await file('broken.ndjson', content)], { dataDir: into });
      expect([what, said.code, said.error]).toEqual([what, 1, expect.stringMatching(/Nothing was imported\.$/m)]);
      expect(JSON.parse((await ready(['org', 'list', '--json'], { dataDir: into })).out)).toMatchObject({
        organizations: [],
      });
    }
    await appendFile(lines, '{"table":"users","row":{}}\n');
    expect((await ready(['import', lines], { dataDir: join(base, 'after') })).error).toMatch(/stands after the end/);
    expect(existsSync(`${backup}.part`)).toBe(false);
  });
});
