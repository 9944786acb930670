import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

import { expect, it } from 'vitest';

import { emitPlaywright } from '#tests/paths/emit.ts';
import { explore } from '#tests/paths/engine/explore.ts';
import { walks } from '#tests/paths/engine/walks.ts';
import { authModel } from '#tests/paths/models/auth.model.ts';
import { editorModel } from '#tests/paths/models/editor.model.ts';
import { liveArchiveModel } from '#tests/paths/models/live-archive.model.ts';
import { loginModel } from '#tests/paths/models/login.model.ts';
import { wipListModel } from '#tests/paths/models/wip-list.model.ts';
import { authScreen } from '#tests/paths/screens/auth.screen.ts';
import { editorScreen } from '#tests/paths/screens/editor.screen.ts';
import { liveArchiveScreen } from '#tests/paths/screens/live-archive.screen.ts';
import { loginScreen } from '#tests/paths/screens/login.screen.ts';
import { wipListScreen } from '#tests/paths/screens/wip-list.screen.ts';

const root = resolve(import.meta.dirname, '..', '..');
const run = promisify(execFile);

/** One path of each of five machines: with a sign-in, a document in its frame, event streams, and the whole application's session. */
const chosen = [
  { model: loginModel, screen: loginScreen },
  { model: editorModel, screen: editorScreen },
  { model: liveArchiveModel, screen: liveArchiveScreen },
  { model: authModel, screen: authScreen },
  { model: wipListModel, screen: wipListScreen },
];

it('an emitted path is a file that stands alone and passes in Chromium on the built application', async () => {
  await mkdir(join(root, '.cache'), { recursive: true });
  // Inside the project, so that the file finds vitest and playwright-core as a reader's own would.
  const folder = await mkdtemp(join(root, '.cache', 'emitted-'));
  try {
    const files = chosen.map(({ model, screen }) => {
      const explored = explore(model);
      const [path] = walks(explored, 'transitions');
      if (!path) throw new Error(`${model.machine.id} has no path.`);
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
