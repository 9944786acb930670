import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

import { expect, onTestFinished, test } from 'vitest';

import { readSource, root } from './source.ts';

/** A block of code of the page, with the last source file that the text before it names. */
type Block = { kind: string; text: string; file: string };

function blocksOf(page: string): Block[] {
  return [...page.matchAll(/```(\w+)\n([^]*?)```/g)].map(({ 1: kind = '', 2: text = '', index }) => {
    const before = page.slice(0, index).replaceAll(/```\w+\n[^]*?```/g, '');
    const file = [...before.matchAll(/`((?:common|src|tests)\/[\w./-]+\.tsx?)\b/g)].at(-1)?.[1] ?? '';
    return { kind, text, file };
  });
}

/**
 * Applies the places of a diff to a text.
 * @throws where the lines that are to be there are not, or stand in several places
 */
function applied(text: string, diff: string): string {
  let result = text;
  for (const place of diff.split(/^@@.*\n/m)) {
    const lines = place.split('\n').slice(0, -1);
    const linesOf = (sign: string): string =>
      lines.flatMap((line) => (line.startsWith(sign) ? [] : [`${line.slice(1)}\n`])).join('');
    const parts = result.split(linesOf('+'));
    if (parts.length !== 2) throw new Error(`These lines stand in ${parts.length - 1} places:\n${linesOf('+')}`);
    result = parts.join(linesOf('-'));
  }
  return result;
}

const parts = ['common', 'src', 'tests', 'server', 'tools', 'package.json', 'tsconfig.json', '.oxfmtrc.json'];

test('docs/first-change.md can be followed to the letter', async () => {
  await mkdir(join(root, '.cache'), { recursive: true });
  const copy = await mkdtemp(join(root, '.cache', 'first-change-'));
  onTestFinished(() => rm(copy, { recursive: true, force: true }));
  await Promise.all(parts.map((part) => cp(join(root, part), join(copy, part), { recursive: true })));
  await symlink(join(root, 'node_modules'), join(copy, 'node_modules'));

  const changed = new Set<string>();
  for (const { kind, text, file } of blocksOf(readSource('docs/first-change.md'))) {
    const own = /^\/\/ (\S+)\n/.exec(text)?.[1];
    const path = kind === 'diff' ? file : own;
    if (kind === 'sh' || path === undefined) continue;
    changed.add(path);
    // oxlint-disable-next-line eslint/no-await-in-loop -- one change after the other
    const content =
      kind === 'diff' ? applied(await readFile(join(copy, path), 'utf8'), text) : text.replace(/^.*\n/, '');
    // oxlint-disable-next-line eslint/no-await-in-loop
    await mkdir(dirname(join(copy, path)), { recursive: true });
    // oxlint-disable-next-line eslint/no-await-in-loop
    await writeFile(join(copy, path), content);
  }
  expect(changed.size).toBeGreaterThan(10);

  const files = [...changed];
  const config = { extends: './tsconfig.json', include: [], files: [...files, 'src/vite-env.d.ts'] };
  await writeFile(join(copy, 'tsconfig.copy.json'), JSON.stringify(config));
  const run = (program: string, ...args: string[]) =>
    promisify(execFile)(join(root, 'node_modules', '.bin', program), args, { cwd: copy }).then(
      () => '',
      ({ stdout, stderr }: { stdout: string; stderr: string }) => stdout + stderr,
    );
  expect(await run('tsc', '-p', 'tsconfig.copy.json')).toBe('');
  expect(await run('oxfmt', '--check', ...files)).toBe('');
});
