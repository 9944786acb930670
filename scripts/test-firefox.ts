import { execFile } from 'node:child_process';
import { delimiter, join, resolve } from 'node:path';
import { promisify } from 'node:util';

import { startVitest } from 'vitest/node';

const run = promisify(execFile);
const names = ['firefox-esr', 'firefox'];

async function isFirefox(path: string): Promise<boolean> {
  try {
    const { stdout } = await run(path, ['--version'], { timeout: 60_000 });
    return /\bFirefox\b.* \d+\./.test(stdout);
  } catch {
    return false;
  }
}

/** @returns the Firefox that READY_FIREFOX names, else the first on PATH or in the usual places; null when there is none */
async function findFirefox(env: NodeJS.ProcessEnv): Promise<string | null> {
  const named = env['READY_FIREFOX'];
  if (named) return (await isFirefox(named)) ? named : null;
  const folders = (env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '');
  const suffix = process.platform === 'win32' ? '.exe' : '';
  const usual =
    process.platform === 'darwin'
      ? ['/Applications/Firefox.app/Contents/MacOS/firefox']
      : process.platform === 'win32'
        ? [join(env['PROGRAMFILES'] ?? '', 'Mozilla Firefox', 'firefox.exe')]
        : ['/snap/bin/firefox'];
  const onPath = folders.flatMap((folder) => names.map((name) => join(folder, name + suffix)));
  for (const path of [...onPath, ...usual]) if (await isFirefox(path)) return path;
  return null;
}

/** `npm run test:firefox`: the attack table and the editor's essentials in Firefox, apart from `npm test`. */
const firefox = await findFirefox(process.env);
if (firefox === null) {
  process.stderr.write(
    'No Firefox was found: install it (on Debian: apt-get install firefox-esr), or set READY_FIREFOX to the path of one.\n',
  );
  process.exitCode = 1;
} else {
  process.env['READY_FIREFOX'] = firefox;
  const vitest = await startVitest(
    'test',
    process.argv.slice(2),
    { watch: false, config: false, root: resolve(import.meta.dirname, '..') },
    {
      test: {
        name: 'firefox',
        include: ['tests/firefox/**/*.firefox.ts'],
        environment: 'node',
        fileParallelism: false,
        testTimeout: 120_000,
        hookTimeout: 400_000,
      },
    },
  );
  await vitest.close();
  const tests = vitest.state.getTestModules().flatMap((module) => [...module.children.allTests()]);
  const passed = tests.filter((test) => test.ok() && test.result().state === 'passed').length;
  const isRed = passed < tests.length || passed === 0 || vitest.state.getUnhandledErrors().length > 0;
  process.stdout.write(`\n${passed} passed, ${isRed ? Math.max(1, tests.length - passed) : 0} failed\n`, () =>
    process.exit(isRed ? 1 : 0),
  );
}
