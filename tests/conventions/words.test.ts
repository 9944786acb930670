import { expect, test } from 'vitest';

import { projectFiles, readSource } from './source.ts';
import { nameProblems, proseProblems, wordProblems } from './word-rules.ts';

test('comments are plain English', () => {
  const sources = projectFiles('{common,deploy,packages,src,server,tests,tools}/**/*.{ts,tsx,mjs}');
  expect(sources.length).toBeGreaterThan(50);
  expect(sources.flatMap((path) => wordProblems(path, readSource(path)))).toEqual([]);
});

test('names are plain English', () => {
  const sources = projectFiles('{common,deploy,packages,src,server,tests,tools}/**/*.{ts,tsx}');
  expect(sources.flatMap((path) => nameProblems(path, readSource(path)))).toEqual([]);
});

test('handwritten pages are plain English', () => {
  const generated = ['docs/packages.md', 'docs/spec-coverage.md'];
  const pages = projectFiles('*.md', 'docs/*.md', '**/README.md');
  expect(pages).toContain('docs/server.md');
  const written = pages.filter((path) => !generated.includes(path));
  expect(written.flatMap((path) => proseProblems(path, readSource(path)))).toEqual([]);
});

test('the rule finds each kind, and lets plain comments pass', () => {
  const text = `/** What it does. */\n// It stands\n// anew.\nconst says = 'told'; // Removes it again.\n/** ${'long '.repeat(40)}*/\n`;
  expect(wordProblems('src/x.ts', text)).toEqual([
    expect.stringMatching(/^src\/x\.ts:1 a comment begins with 'What'/),
    expect.stringMatching(/^src\/x\.ts:2 'stands'/),
    expect.stringMatching(/^src\/x\.ts:2 'anew'/),
    expect.stringMatching(/^src\/x\.ts:5 .*columns/),
  ]);
  expect(nameProblems('src/x.ts', 'const isToldAnew = 1; const DEEDS = 2; const untold = 3;')).toEqual([
    expect.stringMatching(/^src\/x\.ts 'isToldAnew'/),
    expect.stringMatching(/^src\/x\.ts 'DEEDS'/),
  ]);
  const page =
    "It says 'It lies' or \"Nobody\"; `told`, the user's.\n```\nwhoever\n```\nA [key](lies.md) that stands.\n";
  expect(proseProblems('x.md', page)).toEqual([expect.stringMatching(/^x\.md:5 'stands'/)]);
});
