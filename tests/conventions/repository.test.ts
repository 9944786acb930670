import { existsSync, statSync } from 'node:fs';
import { join, matchesGlob } from 'node:path';

import { describe, expect, it } from 'vitest';

import { suites } from '../../tools/test/suites.ts';
import {
  contentProblems,
  folderProblems,
  lengthProblems,
  linkProblems,
  pathProblems,
  lockfileProblems,
  pinProblems,
  referenceProblems,
  styleNameProblems,
} from './repository-rules.ts';
import { clauses } from '../support/clauses.ts';
import { projectFiles, readSource, root } from './source.ts';

const load = (path: string) => ({ path, text: readSource(path) });
const texts = projectFiles(
  '**/*.{ts,tsx,mjs,js,css,html,json,md,yml,yaml,service,conf,sh}',
  '.ci/*',
  '.oxlintrc.json',
  '.npmrc',
  'deploy/*',
)
  .filter((path) => path !== 'package-lock.json')
  .map(load);
const manifest = JSON.parse(readSource('package.json')) as Record<
  'scripts' | 'dependencies' | 'devDependencies',
  Record<string, string>
>;

const readOrNull = (path: string): string | null => {
  const full = join(root, path);
  if (!existsSync(full)) return null;
  return statSync(full).isDirectory() ? '' : readSource(path);
};

describe('the repository', () => {
  it('holds no path of a machine, no registry and no owed work', () => {
    expect(texts.length).toBeGreaterThan(50);
    expect(texts.flatMap(contentProblems)).toEqual([]);
  });

  it('has no source file over 600 lines', () => {
    const sources = texts.filter(({ path }) =>
      /^(common|packages|src|server|tests|tools)\/.*\.(ts|tsx|mjs)$/.test(path),
    );
    expect(sources.flatMap(lengthProblems)).toEqual([]);
  });

  it('has no folder of more than 25 files', () => {
    const sources = texts.filter(({ path }) => /^(common|packages|src|server|tests|tools)\//.test(path));
    expect(folderProblems(sources.map(({ path }) => path))).toEqual([]);
  });

  it('has comments whose references lead somewhere', () => {
    const sources = texts.filter(({ path }) => /^(common|packages|src|server|tools)\/.*\.(ts|tsx|mjs|css)$/.test(path));
    const paths = texts.map(({ path }) => path);
    const ids = clauses.map(({ id }) => id);
    const tests = texts.filter(({ path }) => /^tests\/.*\.(ts|tsx)$/.test(path));
    expect(sources.flatMap((source) => referenceProblems(source, paths, ids))).toEqual([]);
    expect([...sources, ...tests].flatMap((source) => pathProblems(source, paths))).toEqual([]);
  });

  it('has no two CSS modules of one file name', () => {
    expect(styleNameProblems(texts.map(({ path }) => path))).toEqual([]);
  });

  it('has documents whose links lead somewhere', () => {
    const pages = texts.filter(({ path }) => path.endsWith('.md'));
    expect(pages.flatMap((page) => linkProblems(page, readOrNull))).toEqual([]);
  });

  it('pins every dependency, and its lockfile names no download address', () => {
    expect([...pinProblems(manifest), ...lockfileProblems(readSource('package-lock.json'))]).toEqual([]);
  });

  it('gives a reason for every dependency in docs/adr/README.md', () => {
    const { dependencies, devDependencies } = manifest;
    const reasons = readSource('docs/adr/README.md');
    const names = Object.keys({ ...dependencies, ...devDependencies });
    expect(names.filter((name) => !reasons.includes(`\`${name}\``))).toEqual([]);
  });

  it('lists every decision in docs/adr/README.md, in order', () => {
    const listed = [...readSource('docs/adr/README.md').matchAll(/^\| \[\d+\]\((\d{4}-[\w-]+\.md)\)/gm)];
    expect(listed.map(([, name]) => `docs/adr/${name ?? ''}`)).toEqual(projectFiles('docs/adr/0*.md').toSorted());
  });

  it('has every test file in exactly one suite', () => {
    const tests = projectFiles('{common,packages,src,server,tests,tools}/**/*.test.{ts,tsx}');
    const homes = (path: string): string[] =>
      suites.filter((suite) => suite.include.some((glob) => matchesGlob(path, glob))).map((suite) => suite.name);
    expect(tests.map((path) => [path, homes(path)] as const).filter(([, names]) => names.length !== 1)).toEqual([]);
  });

  it('has scripts that are there', () => {
    const named = Object.values(manifest.scripts).flatMap((command) =>
      [...command.matchAll(/\btools\/[\w/-]+\.(ts|mjs)/g)].map(([path]) => path),
    );
    const parts = [...readSource('tools/test/test-full.ts').matchAll(/^ {2}\['([\w./-]+\.ts)'/gm)].map(
      ([, path = '']) => join('tools/test', path),
    );
    expect(parts.length).toBeGreaterThan(3);
    expect([...named, ...parts].filter((path) => !existsSync(join(root, path)))).toEqual([]);
  });

  it('names tests that there are in the lines for a shell of its pages', () => {
    const tests = projectFiles('{common,packages,src,server,tests,tools}/**/*.{test,model}.{ts,tsx}');
    const words = projectFiles('*.md', 'docs/*.md').flatMap((page) =>
      [...readSource(page).matchAll(/npm test -- ([^`#\n]+)/g)].flatMap(([, args = '']) =>
        args.split(/\s+/).filter((word) => /^(common|packages|src|server|tests|tools)\//.test(word)),
      ),
    );
    expect(words.length).toBeGreaterThan(3);
    expect(words.filter((word) => !tests.some((path) => path.includes(word)))).toEqual([]);
  });

  it("names files that there are in its folders' READMEs", () => {
    const sources = projectFiles('{common,packages,src,server,tests,tools}/**/*.{ts,tsx}').map((path) => `/${path}`);
    const missing = projectFiles('**/README.md').flatMap((page) =>
      [...readSource(page).matchAll(/`([\w./-]+\.tsx?)`/g)]
        .filter(([, path = '']) => !sources.some((source) => source.endsWith(`/${path}`)))
        .map(([, path]) => `${page}: ${path}`),
    );
    expect(missing).toEqual([]);
  });
});

describe('the rules find', () => {
  it.each([
    ["a machine's path", ['', 'home', 'someone', 'ready'].join('/')],
    ['a registry', `https://${['registry', 'npmjs', 'org'].join('.')}/ready`],
    ['owed work', `// ${['TO', 'DO'].join('')}: later`],
  ])('%s', (_what, text) => {
    expect(contentProblems({ path: 'src/x.test.ts', text: `const a = 1;\n${text}\n` })).toEqual([
      expect.stringMatching(/^src\/x\.test\.ts:2 /),
    ]);
  });

  it('nothing in a line that names the interpreter', () => {
    expect(
      contentProblems({ path: '.ci/run', text: `#!${['', 'usr', 'bin', 'env bash'].join('/')}\nset -u\n` }),
    ).toEqual([]);
  });

  it('nothing in an address that only looks like a path', () => {
    const text = "fetch('https://example.org/home/x'); const a = '/wips/home/'; const b = folder + 'x/tmp/x';";
    expect(contentProblems({ path: 'src/x.ts', text })).toEqual([]);
  });

  it('a file that is too long', () => {
    expect(lengthProblems({ path: 'src/x.ts', text: 'a\n'.repeat(601) })).toHaveLength(1);
    expect(lengthProblems({ path: 'src/x.ts', text: 'a\n'.repeat(600) })).toEqual([]);
  });

  it('a comment that refers to what is not there', () => {
    const text = [
      '/** Section 4, login: see decision 22, `s4.login` and quality.md. */',
      "const title = 'Section 1'; // decisions 7 and 8",
      '/* as in `s4.log*`, `s4.logn`, ../docs/a.md and b.md */',
      ' * docs/b.md',
    ].join('\n');
    expect(referenceProblems({ path: 'src/x.ts', text }, ['docs/a.md'], ['s4.login'])).toEqual(
      [
        [1, 'Section 4'],
        [1, 'decision 22'],
        [1, 'quality.md'],
        [2, 'decisions 7'],
        [3, 's4.logn'],
        [3, 'b.md'],
        [4, 'docs/b.md'],
      ].map(([line, name]) => `src/x.ts:${line} refers to ${name}, which is not in the repository`),
    );
  });

  it('a folder of more than 25 files', () => {
    const paths = Array.from({ length: 26 }, (_, at) => `src/a/${at}.ts`);
    expect(folderProblems([...paths, 'src/a/b/c.ts'])).toEqual(['src/a: 26 files, at most 25']);
    expect(folderProblems(paths.slice(1))).toEqual([]);
  });

  it('a file that a comment names and that is not there', () => {
    const text = `${'/'.repeat(2)} \`src/a.ts\` and src/b/c.tsx\nimport x from 'src/d.ts';\n`;
    expect(pathProblems({ path: 'tests/x.ts', text }, ['src/a.ts'])).toEqual([
      'tests/x.ts:1 src/b/c.tsx is not in the repository',
    ]);
  });

  it('two CSS modules of one file name', () => {
    const paths = ['src/a/card.module.css', 'src/b/card.module.css', 'src/b/page.module.css', 'src/b/card.tsx'];
    expect(styleNameProblems(paths)).toEqual(['src/a/card.module.css', 'src/b/card.module.css']);
  });

  it('a link to a file or a heading that is not there', () => {
    const files: Record<string, string> = { 'docs/b.md': '# One thing, and `code`\n' };
    const page = {
      path: 'docs/a.md',
      text: '[1](b.md) [2](b.md#one-thing-and-code) [3](c.md) [4](b.md#two) `[5](d.md)`',
    };
    expect(linkProblems(page, (path) => files[path] ?? null)).toEqual([
      "docs/a.md:1 links to 'c.md', which is not there",
      "docs/a.md:1 links to 'b.md#two': no such heading",
    ]);
  });

  it('a dependency that is not pinned, and a lockfile with addresses', () => {
    expect(pinProblems({ dependencies: { a: '1.2.3', b: '^1.2.3' }, devDependencies: { c: 'latest' } })).toHaveLength(
      2,
    );
    const lockfile = {
      packages: {
        'node_modules/a': {
          resolved: 'https://example.org/a.tgz',
          optionalDependencies: { 'a-mac': '1', 'a-linux': '1' },
        },
        'node_modules/a-linux': {},
      },
    };
    expect(lockfileProblems(JSON.stringify(lockfile))).toEqual([
      expect.stringContaining('download addresses'),
      "package-lock.json: 'a-mac', which node_modules/a may bring, is missing",
    ]);
  });
});
