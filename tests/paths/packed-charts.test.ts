import { execFileSync, spawnSync, type SpawnSyncReturns } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { packAll } from '../../tools/release/pack.ts';

const root = resolve(import.meta.dirname, '..', '..');
const cache = join(root, '.cache');
let folder = '';
let bytes = 0;

const lamp = (first: string): string => `import { createMachine } from 'xstate';
export const lamp = createMachine({
  id: 'lamp',
  initial: 'off',
  states: { off: { on: { press: '${first}' } }, on: { on: { press: 'off' }, after: { 1000: 'off' } }, broken: {} },
});
`;

/** The command as a stranger has it. */
const command = (...words: string[]): SpawnSyncReturns<string> =>
  spawnSync(process.execPath, ['node_modules/.bin/xstate-chart-svg', ...words], { cwd: folder, encoding: 'utf8' });
const read = (file: string): string => readFileSync(join(folder, file), 'utf8');

beforeAll(() => {
  mkdirSync(cache, { recursive: true });
  folder = mkdtempSync(join(cache, 'packed-'));
  const npm = (...words: string[]): string => execFileSync('npm', words, { cwd: folder, encoding: 'utf8' });
  const [packed] = packAll(folder, ['xstate-chart-svg']);
  bytes = packed?.bytes ?? 0;
  for (const name of ['elkjs', 'xstate'])
    npm('pack', '--offline', '--ignore-scripts', join(root, 'node_modules', name));
  writeFileSync(join(folder, 'package.json'), '{ "name": "stranger", "private": true, "type": "module" }');
  const tarballs = readdirSync(folder).filter((file) => file.endsWith('.tgz'));
  npm('install', '--offline', '--no-audit', '--no-fund', ...tarballs.map((file) => `./${file}`));
  mkdirSync(join(folder, 'src'));
  writeFileSync(join(folder, 'src/lamp.machine.js'), lamp('on'));
});
afterAll(() => rmSync(folder, { recursive: true }));

it('the packed command draws a machine of its own, the same each time, and brings two packages', () => {
  process.stdout.write(`xstate-chart-svg: ${bytes} bytes packed\n`);
  expect(
    readdirSync(join(folder, 'node_modules'))
      .filter((name) => !name.startsWith('.'))
      .toSorted(),
  ).toEqual(['elkjs', 'xstate', 'xstate-chart-svg']);
  expect(bytes).toBeLessThan(60_000);
  const words = ['src/**/*.machine.js', '--out', 'charts', '--mermaid', '--source'];
  expect(command(...words)).toMatchObject({ status: 0, stdout: 'charts: 3 files, 3 written.\n', stderr: '' });
  expect(read('charts/lamp.svg')).toMatch(/^<svg .*after 1000 ms.*prefers-color-scheme|^<svg [^]*after 1000 ms/);
  expect(command(...words)).toMatchObject({ status: 0, stdout: 'charts: 3 files, 0 written.\n' });
  expect(command(...words, '--check')).toMatchObject({ status: 0, stdout: 'charts: 3 files, all current.\n' });
  writeFileSync(join(folder, 'charts/lamp.mmd'), 'torn');
  expect(command(...words, '--check')).toMatchObject({
    status: 1,
    stderr: 'charts is not current (lamp.mmd): run the same command without --check.\n',
  });
  expect(read('charts/lamp.mmd')).toBe('torn');
});

it('a machine that cannot be read is named with its line, and the others are drawn', () => {
  writeFileSync(join(folder, 'src/bad.machine.js'), lamp('nowhere'));
  writeFileSync(join(folder, 'src/none.machine.js'), 'export const a = 1;');
  const { status, stderr } = command('src/*.machine.js', '--out', 'others');
  expect(status).toBe(1);
  expect(stderr).toContain(
    "src/bad.machine.js cannot be read. Invalid transition definition for state node 'lamp.off':",
  );
  expect(stderr).toContain('(src/bad.machine.js, line 2)');
  expect(stderr).toContain('src/none.machine.js cannot be read. It exports no machine');
  expect(readdirSync(join(folder, 'others'))).toEqual(['lamp.svg']);
  for (const name of ['bad', 'none']) rmSync(join(folder, `src/${name}.machine.js`));
});

it('refuses TypeScript on a Node that does not read it, with a way that does', () => {
  writeFileSync(join(folder, 'src/typed.machine.ts'), lamp('on'));
  // As Node 20.
  const words = ['--no-strip-types', 'node_modules/.bin/xstate-chart-svg', 'src/*.machine.ts'];
  const { status, stderr } = spawnSync(process.execPath, words, { cwd: folder, encoding: 'utf8' });
  expect([status, stderr]).toEqual([
    1,
    `src/typed.machine.ts cannot be read. Node ${process.versions.node} does not read .ts files: use Node 22.18 or newer, ` +
      'or a loader: node --import tsx node_modules/xstate-chart-svg/cli.js … (`.js` and `.mjs` need neither).\n',
  ]);
  rmSync(join(folder, 'src/typed.machine.ts'));
});

it('paints what was taken and what is active, and says what is wrong with a file or a name', () => {
  const coverage = { version: 1, machines: { lamp: { transitions: { 'lamp.off press 0': 3, 'lamp.gone x 0': 1 } } } };
  writeFileSync(join(folder, 'coverage.json'), JSON.stringify(coverage));
  expect(command('src/lamp.machine.js', '--out', 'taken', '--coverage', 'coverage.json').status).toBe(0);
  const svg = read('taken/lamp.svg');
  for (const words of [
    '>press ×3<',
    '>press ×0<',
    '>after 1000 ms ×0<',
    '1 of 3 transitions taken',
    '1 of the file are not on this chart',
  ]) {
    expect(svg).toContain(words);
  }
  writeFileSync(join(folder, 'coverage.json'), '{"version":2}');
  expect(command('src/lamp.machine.js', '--coverage', 'coverage.json')).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('It is not coverage of version 1') as string,
  });
  expect(command('src/lamp.machine.js', '--out', 'active', '--active', 'on').status).toBe(0);
  expect(read('active/lamp.svg')).toContain('>● on<');
  expect(command('src/lamp.machine.js', '--active', 'dim').stderr).toContain(
    "'lamp' has no state 'dim': write one of off, on, broken.",
  );
});

it('draws two versions as one, by two files or a revision of git, and leaves no copy behind', () => {
  const git = (...words: string[]): string =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.c', ...words], { cwd: folder, encoding: 'utf8' });
  git('init', '-q', '-b', 'main');
  git('add', 'src', 'package.json');
  git('commit', '-q', '-m', 'first');
  expect(command('src/*.machine.js', '--against', 'main').stdout).toBe('No chart differs.\n');
  writeFileSync(join(folder, 'src/lamp.machine.js'), lamp('broken').replace('1000', '2000'));
  const said = [
    'lamp:',
    '  + off · press → broken',
    '  − off · press → on',
    '  − on · after 1000 ms → off',
    '  + on · after 2000 ms → off',
    'compared: 1 files, 1 written.\n',
  ].join('\n');
  expect(command('src/*.machine.js', '--against', 'main', '--out', 'compared')).toMatchObject({
    status: 0,
    stderr: '',
    stdout: said,
  });
  expect(read('compared/lamp.diff.svg')).toContain('>− press<');
  expect(git('worktree', 'list').trim().split('\n')).toHaveLength(1);
  expect(command('src/*.machine.js', '--against', 'nothing')).toMatchObject({
    status: 1,
    stderr: expect.stringContaining("'nothing' is no revision of git.") as string,
  });
});
