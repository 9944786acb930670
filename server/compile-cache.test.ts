import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';

let temporary = '';
beforeEach(() => {
  temporary = mkdtempSync(join(tmpdir(), 'ready-test-'));
});
afterEach(() => rmSync(temporary, { recursive: true }));

/** The folder in which a process of its own keeps compiled code. */
function folderUsed(): string {
  const code = `import { getCompileCacheDir } from 'node:module';
    import { keepCompiledCode } from '${join(import.meta.dirname, 'compile-cache.ts')}';
    keepCompiledCode();
    console.log(getCompileCacheDir() ?? 'none');`;
  const env = { TMPDIR: temporary };
  return execFileSync(process.execPath, ['--input-type=module', '-e', code], { env, encoding: 'utf8' }).trim();
}

const own = (): string => join(temporary, `ready-compiled-${process.getuid?.() ?? 'own'}`);

it('keeps compiled code in a folder of this user', () => {
  expect(folderUsed()).toContain(own());
});

it('runs nothing from a folder in which others can write, or that is somewhere else', () => {
  mkdirSync(own());
  chmodSync(own(), 0o777);
  expect(folderUsed()).toBe('none');
  rmSync(own(), { recursive: true });
  symlinkSync(mkdtempSync(join(temporary, 'elsewhere-')), own());
  expect(folderUsed()).toBe('none');
});
