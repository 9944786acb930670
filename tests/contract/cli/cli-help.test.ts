import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { givenDist, givenFolder, runReady } from '../given.ts';

const folder = givenFolder();
const dist = givenDist();
const ready = (data: string, args: readonly string[], env: Record<string, string> = {}) =>
  runReady({ READY_DATA: join(folder, data), READY_DIST: dist, ...env }, args);

it('explains itself at each level, by the name under which it was called', async () => {
  for (const args of [
    ['user', '--help'],
    ['help', 'user'],
    ['user', '-h'],
  ]) {
    const said = await ready('none', args);
    expect([said.code, said.error, said.out]).toEqual([
      0,
      '',
      expect.stringMatching(
        /^Usage: ready user <command>\n[^]*user add <username>[^]*user remove <username>/,
      ) as string,
    ]);
    expect(said.out).not.toContain('template import');
  }
  expect((await ready('none', ['user', 'add', '--help'])).out).toMatch(/^Usage: ready user add <username> --org/);
  expect((await ready('none', ['audit', '--help'])).out).toContain('audit purge');
  const byNpm = await ready('none', ['--help'], { npm_lifecycle_event: 'ready' });
  expect(byNpm.out).toMatch(/^Usage: npm run ready -- <command>/);
  expect(await ready('none', [])).toMatchObject({ code: 2, out: '' });
});

it('says which version it is, and which database it has', async () => {
  const program = /^Ready \d+\.\d+\.\d+(?: \([\da-f]{8}\))?, on Node 24\.\d+\.\d+$/m;
  expect((await ready('none', ['--version'])).out).toMatch(program);
  const without = await ready('none', ['version']);
  expect([without.code, without.out]).toEqual([0, expect.stringMatching(program) as string]);
  expect(without.out).toMatch(/^Database: There is no installation in /m);
  await ready('versioned', ['org', 'add', 'Harbor']);
  expect((await ready('versioned', ['version'])).out).toMatch(/^Format of the database: \d+\nDatabase: SQLite 3\./m);
  const misset = await ready('versioned', ['version', '--json'], { PORT: 'high' });
  expect(JSON.parse(misset.out)).toMatchObject({ ok: true, problem: expect.stringMatching(/^PORT /) as string });
});

it.each([
  [['user', 'add', 'x'], /^Something is missing: --org <number or name>\.$/m],
  [['user', 'add', 'x', '--orgg', '1'], /^'user add' has no option --orgg\. --org may be meant\.$/m],
  [['user', 'add', 'x', '--colour', '1'], /^'user add' has no option --colour\. It takes: --org, --level,/m],
  [['user', 'add', 'x', '--org'], /^--org of 'user add' needs a value: --org <number or name>/m],
  [['user', 'add', 'x', '--org', '--level', '3'], /^--org of 'user add' needs a value/m],
  [['user', 'add', 'x', '--org', '1', '--level', 'high'], /^The level must be a number/m],
  [['user', 'disable', 'x', '--force=yes'], /^--force of 'user disable' takes no value\.$/m],
  [['role', 'add', 'x'], /^Something is missing: --file <file name>\.$/m],
  [['template', 'check', 'a', 'b'], /^'template check' takes <file, folder or ZIP>: 'b' is too much\.$/m],
  [['backup'], /^'backup' takes <.*>: something is missing\.$/m],
  [['audit', '--last', 'all'], /^--last takes a whole number/m],
  [['audit', '--since', '2026-02-30'], /^--since takes a day such as/m],
  [['audit', 'purge', '--before', '2999-01-01'], /^--before takes a day that has begun/m],
  [['usr', 'add'], /^There is no command 'usr add'\. See: --help\.$/m],
  [['help', 'usr'], /^There is no command 'usr'\. See: --help\.$/m],
])('is called wrongly by %j, and says in its own words how', async (args, words) => {
  await ready('called', ['org', 'add', 'Harbor']);
  const said = await ready('called', args);
  expect([said.code, said.out, said.error]).toEqual([2, '', expect.stringMatching(words) as string]);
});

it('makes nothing that it was asked to look at', async () => {
  const data = join(folder, 'typo');
  for (const args of [['doctor'], ['user', 'list'], ['audit'], ['archive', 'verify'], ['export', join(folder, 'x')]]) {
    const said = await ready('typo', args);
    expect([args[0], said.code, said.error]).toEqual([
      args[0],
      1,
      expect.stringContaining(`There is no installation in ${data}.`) as string,
    ]);
  }
  expect(existsSync(data)).toBe(false);
  expect((await ready('typo', ['org', 'add', 'Harbor'])).code).toBe(0);
  expect((await ready('typo', ['user', 'list'])).code).toBe(0);
});

it('names every template that is there already', async () => {
  for (const name of ['one', 'two'])
    await writeFile(join(folder, `${name}.html`), `<title>${name}</title><p class="editable" id="a">x</p>`);
  const args = ['template', 'import', folder];
  expect((await ready('twice', args)).code).toBe(0);
  const again = await ready('twice', args);
  expect([again.code, again.error]).toEqual([
    1,
    "There are templates one.html, two.html already: use 'template replace'. Nothing was imported.\n",
  ]);
});

it('says at which place of a document in one line something is', async () => {
  const file = join(folder, 'one-line', 'long.html');
  await mkdir(dirname(file));
  const before = `<p class="editable" id="a">${'x'.repeat(200)}</p>`;
  await writeFile(
    file,
    `<p class="editable">first</p>${before}<p class="editable" id="a">y</p><img src="https://x.example/i.png">`,
  );
  const { out } = await ready('none', ['template', 'check', file, '--allow-outside']);
  expect(out).toContain("note: The id 'a' stands in lines 1, 1 (column 261): these are one field");
  expect(out).toContain('note: Line 1: <p> has the class "editable", but no id');
  const { error } = await ready('none', ['template', 'check', file]);
  expect(error).toContain('problem: Line 1 (column 293): <img> asks for https://x.example/i.png');
});

it('says each wrong setting in a sentence of its own, also where nothing is started', () => {
  const script = resolve(import.meta.dirname, '../../../server/cli/main.ts');
  const run = spawnSync(process.execPath, [script, 'user', 'list'], {
    env: { PATH: process.env['PATH'], READY_TRUST_PROXY: 'nonsense', READY_PUBLIC_URI: 'https://a.example' },
    encoding: 'utf8',
  });
  expect([run.status, run.stderr.split('\n')]).toEqual([
    1,
    [
      expect.stringMatching(/^READY_TRUST_PROXY must be addresses .*not 'nonsense'\.$/) as string,
      'READY_PUBLIC_URI is no setting of Ready: READY_PUBLIC_URL may be meant. Remove it or correct it.',
      '',
    ],
  ]);
});
