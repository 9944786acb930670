import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

import { expect, it } from 'vitest';

import { emitPlaywright } from '#tests/paths/emit.ts';
import { explore } from '#tests/paths/engine/explore.ts';
import { walks } from '#tests/paths/engine/walks.ts';
import { dashboardModel } from '#tests/paths/models/dashboard.model.ts';
import { loginModel } from '#tests/paths/models/login.model.ts';
import { wipListModel } from '#tests/paths/models/wip-list.model.ts';
import { dashboardScreen } from '#tests/paths/screens/dashboard.screen.ts';
import { loginScreen } from '#tests/paths/screens/login.screen.ts';
import { wipListScreen } from '#tests/paths/screens/wip-list.screen.ts';

const root = resolve(import.meta.dirname, '..', '..');
const run = promisify(execFile);

const chosen = [
  { model: loginModel, screen: loginScreen, start: 'start', count: 2 },
  { model: dashboardModel, screen: dashboardScreen, start: 'start', count: 1 },
  { model: wipListModel, screen: wipListScreen, start: 'a template', count: 2 },
];

it('an emitted path is a file that stands alone and passes in Chromium on the built application', async () => {
  await mkdir(join(root, '.cache'), { recursive: true });
  // Inside the project, so that the file finds vitest and playwright-core as a reader's own would.
  const folder = await mkdtemp(join(root, '.cache', 'emitted-'));
  try {
    const files = chosen.flatMap(({ model, screen, start, count }) => {
      const explored = explore(model);
      const paths = walks(explored, 'edges').filter((path) => path.start === start);
      return paths.slice(0, count).map((path) => ({ path, text: emitPlaywright(explored, path, screen) }));
    });
    expect(files).toHaveLength(5);
    await writeFile(
      join(folder, 'vitest.config.mjs'),
      "export default { test: { include: ['*.test.mjs'], maxWorkers: 1 } };\n",
    );
    await Promise.all(
      files.map(async ({ path, text }) => writeFile(join(folder, `${path.machine}-${path.id}.test.mjs`), await text)),
    );
    const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
    const env = { ...process.env, READY_DIST: join(root, 'dist') };
    const { stdout } = await run(process.execPath, [vitest, 'run', '--root', folder, '--no-color'], { env }).catch(
      (error: { stdout: string }) => error,
    );
    expect(stdout).toMatch(/Tests +5 passed \(5\)/);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
