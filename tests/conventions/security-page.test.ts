import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readSource, root } from './source.ts';

/** Pattern for the names on a line of the page: `file`: "name", "name". */
const NAMED = /`([\w./-]+\.test\.tsx?)`((?:[:,] "[^"]+")*)/g;

/** Lists the names of files that do not exist, and of tests that their file does not have. */
function unknownIn(page: string): string[] {
  return [...page.matchAll(NAMED)].flatMap(([, file = '', names = '']) => {
    if (!existsSync(join(root, file))) return [`there is no ${file}`];
    const source = readSource(file);
    const pieces = [...names.matchAll(/"([^"]+)"/g)].flatMap(([, name = '']) => name.split('…'));
    return pieces
      .filter((piece) => !source.includes(piece.trim()))
      .map((piece) => `${file} has no test '${piece.trim()}'`);
  });
}

describe('docs/security.md', () => {
  const page = readSource('docs/security.md');

  it('names tests that there are', () => {
    expect([...page.matchAll(NAMED)].length).toBeGreaterThan(40);
    expect(unknownIn(page)).toEqual([]);
  });

  it('has a line for each chapter of ASVS 5.0', () => {
    const [, table = ''] = page.split('## OWASP ASVS 5.0');
    for (let chapter = 1; chapter <= 17; chapter += 1) expect(table).toMatch(new RegExp(`\\bV${chapter}\\b`));
  });

  it('is held against its files', () => {
    const wrong =
      '`tests/contract/no-such.test.ts`; `tests/contract/session/auth.test.ts`: "gives the session user", "does what nobody tests, …"';
    expect(unknownIn(wrong)).toEqual([
      'there is no tests/contract/no-such.test.ts',
      "tests/contract/session/auth.test.ts has no test 'does what nobody tests,'",
    ]);
  });
});
