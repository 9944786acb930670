import { expect, it } from 'vitest';
import { OTHERS_NAMES } from '#server/setting-names.ts';
import { inspectSettings } from '#server/settings.ts';
import { projectFiles, readSource } from './source.ts';

/** The names that the server asks for. */
function settingNames(): Set<string> {
  const names = new Set<string>();
  const note = (_env: object, name: string | symbol): undefined => void names.add(String(name));
  inspectSettings(new Proxy({}, { get: note }));
  return names;
}

/** Variables of ours that a source reads and that would end a start. */
const strangers = (text: string, known: ReadonlySet<string>): string[] =>
  [...text.matchAll(/\benv\[?\??\.?\[?'?(READY_\w+)/g)].map(([, name = '']) => name).filter((name) => !known.has(name));

it('knows every READY_ variable that scripts, builds and tests read: none of them ends a start', () => {
  const known = new Set([...settingNames(), ...OTHERS_NAMES]);
  const files = projectFiles('{tools,tests,common,src,server}/**/*.{ts,tsx,mjs}', '*.config.ts');
  expect(files.length).toBeGreaterThan(300);
  expect(files.flatMap((path) => strangers(readSource(path), known).map((name) => `${path}: ${name}`))).toEqual([]);
  // Put together here, so that this file does not hold what it looks for.
  const planted = (name: string): string => `process.env['${name}'] env.${name};`;
  expect(strangers(planted('READY_PLANTED') + planted('READY_DATA'), known)).toEqual([
    'READY_PLANTED',
    'READY_PLANTED',
  ]);
});

it('has a row in docs/server.md for every setting that is read', () => {
  const rows = readSource('docs/server.md')
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .join('\n');
  const missing = (names: Iterable<string>): string[] => [...names].filter((name) => !rows.includes(`\`${name}\``));
  expect(missing(settingNames())).toEqual([]);
  expect(missing(['READY_DATA', 'READY_PLANTED'])).toEqual(['READY_PLANTED']);
});
