import { access, constants } from 'node:fs/promises';
import { join, resolve } from 'node:path';

import { startVitest } from 'vitest/node';

import { installFromDebian } from '../run/browser.ts';
import { ensureBuilt } from '../build/build.ts';
import { failureLine } from './test-report.ts';
import { onPath, versionOf } from '../run/programs.ts';

const root = resolve(import.meta.dirname, '../..');

const isFirefox = async (path: string): Promise<boolean> =>
  /\bFirefox\b.* \d+\./.test(await versionOf(path).catch(() => ''));

/** @returns the Firefox that READY_FIREFOX names, else the first on PATH or in the usual places; null when there is none */
async function findFirefox(env: NodeJS.ProcessEnv): Promise<string | null> {
  const named = env['READY_FIREFOX'];
  if (named) return (await isFirefox(named)) ? named : null;
  const usual =
    process.platform === 'darwin'
      ? ['/Applications/Firefox.app/Contents/MacOS/firefox']
      : process.platform === 'win32'
        ? [join(env['PROGRAMFILES'] ?? '', 'Mozilla Firefox', 'firefox.exe')]
        : ['/snap/bin/firefox'];
  for (const path of [...onPath(['firefox-esr', 'firefox'], env), ...usual]) if (await isFirefox(path)) return path;
  return null;
}

/**
 * @returns the path of WebKitGTK's driver, if there is also a screen for its browser; null when one of them is missing
 */
async function findWebKit(env: NodeJS.ProcessEnv): Promise<string | null> {
  const first = async (name: string): Promise<string | null> => {
    for (const path of onPath([name], env)) {
      const isThere = await access(path, constants.X_OK).then(
        () => true,
        () => false,
      );
      if (isThere) return path;
    }
    return null;
  };
  return (await first('Xvfb')) && first('WebKitWebDriver');
}

/** Description of a browser besides Chromium. */
type Kind = {
  readonly name: string;
  readonly packages: readonly string[];
  find(env: NodeJS.ProcessEnv): Promise<string | null>;
  readonly advice: string;
};

const kinds: Readonly<Record<string, Kind>> = {
  firefox: {
    name: 'Firefox',
    packages: ['firefox-esr'],
    find: findFirefox,
    advice: 'install it (on Debian: apt-get install firefox-esr), or set READY_FIREFOX to the path of one',
  },
  webkit: {
    name: 'WebKit',
    packages: ['webkit2gtk-driver', 'xvfb'],
    find: findWebKit,
    advice: 'on Debian: apt-get install webkit2gtk-driver xvfb',
  },
};

/**
 * `npm run test:firefox` and `npm run test:webkit`: the whole road and the editor's essentials in another engine than
 * Chromium, and in Firefox the attack table; apart from `npm test`. With `--install` the browser is installed if that
 * can be done; if it cannot, the command does not fail.
 */
const [engine = '', ...rest] = process.argv.slice(2);
const kind = kinds[engine];
if (!kind) throw new Error('Which engine: firefox or webkit?');
const isInstalling = rest.includes('--install');
let path = await kind.find(process.env);
if (path === null && isInstalling && (await installFromDebian(kind.packages))) path = await kind.find(process.env);
if (path === null) {
  process.stderr.write(`No ${kind.name} was found, so nothing was tested in it: ${kind.advice}.\n`);
  process.exitCode = isInstalling ? 0 : 1;
} else {
  if (engine === 'firefox') process.env['READY_FIREFOX'] = path;
  process.env['READY_ENGINE'] = engine;
  await ensureBuilt();
  const vitest = await startVitest(
    'test',
    rest.filter((argument) => argument !== '--install'),
    { watch: false, config: false, root },
    {
      test: {
        name: engine,
        include: [`tests/engines/**/*.{engine,${engine}}.ts`],
        environment: 'node',
        fileParallelism: false,
        testTimeout: 400_000,
        hookTimeout: 400_000,
      },
    },
  );
  await vitest.close();
  const tests = vitest.state.getTestModules().flatMap((module) => [...module.children.allTests()]);
  const passed = tests.filter((test) => test.ok() && test.result().state === 'passed').length;
  const isRed = passed < tests.length || passed === 0 || vitest.state.getUnhandledErrors().length > 0;
  const failures = tests.flatMap((test) => {
    const { state, errors } = test.result();
    return state === 'failed'
      ? [
          `FAILED: ${failureLine({ file: test.module.relativeModuleId, test: test.fullName, message: errors[0]?.message ?? '' })}\n`,
        ]
      : [];
  });
  process.stdout.write(
    `\n${failures.join('')}\n${passed} passed, ${isRed ? Math.max(1, tests.length - passed) : 0} failed\n`,
    () => process.exit(isRed ? 1 : 0),
  );
}
