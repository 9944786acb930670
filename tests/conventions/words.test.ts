import { expect, test } from 'vitest';

import { projectFiles, readSource } from './source.ts';
import { wordProblems } from './word-rules.ts';

test('comments are plain English', () => {
  const sources = projectFiles('{src,server,tests,tools}/**/*.{ts,tsx,mjs}');
  expect(sources.length).toBeGreaterThan(50);
  expect(sources.flatMap((path) => wordProblems(path, readSource(path)))).toEqual([]);
});

test('the rule finds each kind, and lets plain comments pass', () => {
  const text = `/** What it does. */\n// It stands\n// anew.\nconst says = 'told'; // Removes it again.\n/** ${'long '.repeat(40)}*/\n`;
  expect(wordProblems('src/x.ts', text)).toEqual([
    expect.stringMatching(/^src\/x\.ts:1 a comment begins with 'What'/),
    expect.stringMatching(/^src\/x\.ts:2 'stands'/),
    expect.stringMatching(/^src\/x\.ts:2 'anew'/),
    expect.stringMatching(/^src\/x\.ts:5 .*columns/),
  ]);
});
