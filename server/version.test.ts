import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { tmpdir } from 'node:os';
import { expect, it, onTestFinished } from 'vitest';
import { readVersion, versionText } from './version.ts';

const [one, other] = ['1', '2'].map((digit) => digit.repeat(40)) as [string, string];

it.each([
  ['neither a release nor a clone', {}, null],
  ['a release', { COMMIT: `${one}\n`, '.git/HEAD': other }, one],
  ['a clone', { '.git/HEAD': 'ref: refs/heads/main\n', '.git/refs/heads/main': `${one}\n` }, one],
  [
    'a clone that git has packed',
    { '.git/HEAD': 'ref: refs/heads/main\n', '.git/packed-refs': `${other} refs/heads/x\n${one} refs/heads/main\n` },
    one,
  ],
  ['a clone at a tag', { '.git/HEAD': `${one}\n` }, one],
  ['a clone without a commit', { '.git/HEAD': 'ref: refs/heads/main\n' }, null],
  ['a folder beside a clone', { '.git': 'gitdir: /elsewhere' }, null],
])('is known with its commit in %s', (_what, files: Record<string, string | undefined>, commit) => {
  const root = mkdtempSync(join(tmpdir(), 'ready-version-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  for (const [name, text = ''] of Object.entries({ 'package.json': '{"version":"1.2.3"}', ...files })) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), text);
  }
  expect(readVersion(root)).toEqual({ version: '1.2.3', commit });
  expect(versionText(readVersion(root))).toBe(commit === null ? '1.2.3' : '1.2.3 (11111111)');
});
