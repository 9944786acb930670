import { type ExecFileException, execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';

import { expect, it } from 'vitest';
import { packAll } from './pack.ts';

const root = resolve(import.meta.dirname, '../..');
const modules = join(root, 'node_modules');
const example = join(root, 'packages/chart-walks/example');

/** Runs a program. @returns its exit code, and all that it printed */
const run = (file: string, args: readonly string[], cwd: string): Promise<{ code: number; text: string }> =>
  new Promise((done) => {
    execFile(file, args, { cwd, maxBuffer: 2 ** 26 }, (error: ExecFileException | null, stdout, stderr) =>
      done({ code: error ? Number(error.code) : 0, text: `${stdout}${stderr}` }),
    );
  });

/** The oldest XState that the packages take, and the newest that there is. */
const XSTATES = ['5.20.0', '5'];

it.each(XSTATES)('the packages, as packed, draw, walk and plant faults with XState %s', async (xstate) => {
  const folder = await mkdtemp(join(tmpdir(), 'chart-walks-packed-'));
  try {
    const tarballs = packAll(folder).map(({ file }) => `./${basename(file)}`);
    await run('npm', ['pack', '--offline', '--pack-destination', folder], join(modules, 'elkjs'));
    const fetched = await run('npm', ['pack', '--pack-destination', folder, `xstate@${xstate}`], folder);
    expect(fetched).toMatchObject({ code: 0 });
    const others = (await readdir(folder)).filter((file) => /^(elkjs|xstate)-\d/.test(file)).map((file) => `./${file}`);
    await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
    const all = [...tarballs, ...others];
    const installed = await run('npm', ['install', '--offline', '--legacy-peer-deps', '--no-audit', ...all], folder);
    expect(installed).toMatchObject({ code: 0 });
    // After npm, which removes links that it has not made.
    for (const name of ['vite', 'vitest'])
      // oxlint-disable-next-line eslint/no-await-in-loop -- two links
      await symlink(join(modules, name), join(folder, 'node_modules', name), 'junction');

    await mkdir(join(folder, 'src'));
    for (const file of ['feedback.machine.ts', 'feedback.model.ts'])
      // oxlint-disable-next-line eslint/no-await-in-loop -- two files
      await cp(join(example, file), join(folder, 'src', file));
    await writeFile(
      join(folder, 'src', 'feedback.test.ts'),
      `import { headlessDriver } from 'chart-walks';
import { describePaths } from 'chart-walks/vitest';
import { feedbackModel } from './feedback.model.ts';

describePaths(feedbackModel, { cover: 'edges', driver: headlessDriver(feedbackModel), coverage: 'coverage/charts' });
`,
    );
    const walked = await run(process.execPath, [join(modules, 'vitest/vitest.mjs'), 'run', '--no-color'], folder);
    expect(walked.text).toMatch(/Tests +2 passed/);

    const command = join(folder, 'node_modules/.bin/chart-walks');
    const coverage = await run(command, ['coverage', 'coverage/charts'], folder);
    const counted = JSON.parse(coverage.text) as {
      machines: Record<string, { transitions: Record<string, number> }>;
    };
    const counts = counted.machines['feedback']?.transitions ?? {};
    expect(Object.keys(counts)).toContain('feedback.form.sending xstate.done.actor.0.feedback.form.sending 0');
    expect(Object.values(counts).filter((count) => count === 0)).toEqual([]);
    await writeFile(join(folder, 'counted.json'), coverage.text);
    const drawing = ['src/*.machine.ts', '--out', 'charts', '--coverage', 'counted.json'];
    const drawn = await run(join(folder, 'node_modules/.bin/xstate-chart-svg'), drawing, folder);
    expect(drawn).toMatchObject({ code: 0, text: 'charts: 1 files, 1 written.\n' });

    const planted = await run(
      command,
      [
        'plant-faults',
        '--models',
        'src/*.model.ts',
        '--tests',
        'src/*.test.ts',
        '--json',
        'faults.json',
        '--most',
        '1',
      ],
      folder,
    );
    const { missed, faults } = JSON.parse(await readFile(join(folder, 'faults.json'), 'utf8')) as {
      missed: number;
      faults: { kind: string; seen: { layer: string }[] }[];
    };
    expect(planted.code).toBe(missed > 0 ? 1 : 0);
    expect(new Set(faults.map(({ kind }) => kind))).toEqual(
      new Set(['forgotten', 'target', 'guard', 'action', 'wiring', 'delay', 'body']),
    );
    expect(faults.find(({ kind }) => kind === 'guard')?.seen[0]?.layer).toBe('rules');
    expect(planted.text).toContain(`| \`guard\` | 1/1 |`);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
