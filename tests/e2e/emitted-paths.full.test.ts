import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

import { expect, it } from 'vitest';

import { emitPlaywright } from '#tests/paths/emit.ts';
import { explore, walks } from 'chart-walks';
import { withinReach } from '#tests/paths/oracles/reach.ts';
import { entries, entryOf, modelOf } from '#tests/paths/registry.ts';

const root = resolve(import.meta.dirname, '..', '..');
const run = promisify(execFile);

/** One path of each of five machines: with a sign-in, a document in its frame, event streams, and the whole application's session. */
const chosen = ['login', 'editor', 'liveArchive', 'auth', 'wipList'];

it('an emitted path is a file that stands alone and passes in Chromium on the built application', async () => {
  await mkdir(join(root, '.cache'), { recursive: true });
  // Inside the project, so that the file finds vitest and playwright-core as a reader's own would.
  const folder = await mkdtemp(join(root, '.cache', 'emitted-'));
  try {
    const all = await entries();
    const files = chosen.map((name) => {
      const entry = entryOf(all, name);
      const { screen } = entry;
      if (!screen) throw new Error(`${name} has no screen.`);
      const explored = withinReach(explore(modelOf(entry)), screen.outOfReach);
      const [path] = walks(explored, 'transitions');
      if (!path) throw new Error(`${name} has no path.`);
      return { path, text: emitPlaywright(explored, path, screen) };
    });
    await writeFile(
      join(folder, 'vitest.config.mjs'),
      "export default { test: { include: ['*.test.mjs'], maxWorkers: 1 } };\n",
    );
    await Promise.all(
      files.map(async ({ path, text }) => writeFile(join(folder, `${path.machine}-${path.id}.test.mjs`), await text)),
    );
    const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
    const env = { ...process.env, READY_DIST: join(root, 'dist') };
    const { stdout, stderr } = await run(process.execPath, [vitest, 'run', '--root', folder, '--no-color'], {
      env,
    }).catch((error: { stdout: string; stderr: string }) => error);
    expect(stdout + stderr).toMatch(/Tests +5 passed \(5\)/);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
