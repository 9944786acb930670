import { resolve } from 'node:path';
import { startVitest } from 'vitest/node';
import { findNginx } from './nginx.ts';

/**
 * `node tools/release/check-nginx.ts`: runs a real nginx in front of Ready with each of the examples in `deploy/`, and
 * Chromium signs in, saves, submits and watches a wall through it (`tests/nginx/`). Separate from `npm test`, which a
 * machine without nginx runs too. Exit code 1 on a fault, and without nginx.
 */
async function check(): Promise<void> {
  if (findNginx() === null) {
    console.error(
      'There is no nginx to check deploy/nginx.conf with: install it (Debian: apt-get install nginx-light).',
    );
    process.exitCode = 1;
    return;
  }
  const vitest = await startVitest(
    'test',
    process.argv.slice(2),
    { watch: false, config: false, root: resolve(import.meta.dirname, '../..') },
    {
      test: {
        name: 'nginx',
        include: ['tests/nginx/*.nginx.ts'],
        environment: 'node',
        testTimeout: 300_000,
        hookTimeout: 300_000,
        expect: { poll: { timeout: 30_000 } },
      },
    },
  );
  await vitest.close();
  const tests = vitest.state.getTestModules().flatMap((module) => [...module.children.allTests()]);
  const isGreen =
    tests.length > 0 &&
    tests.every((test) => test.result().state === 'passed') &&
    vitest.state.getUnhandledErrors().length === 0;
  process.exit(isGreen ? 0 : 1);
}

await check();
