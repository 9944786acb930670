import { expect, test } from 'vitest';

import { projectFiles, readSource } from './source.ts';
import { wordProblems } from './word-rules.ts';

/** Files with comments from before the rule, and how many problems each has. It only shrinks: nothing is added to it. */
const left = JSON.parse(readSource('tests/conventions/words-left.json')) as Record<string, number>;

test('comments are plain English', () => {
  const found = projectFiles('{src,server,tests,tools}/**/*.{ts,tsx,mjs}').map((path) => ({
    path,
    problems: wordProblems(path, readSource(path)),
  }));
  expect(found.flatMap(({ path, problems }) => (problems.length > (left[path] ?? 0) ? problems : []))).toEqual([]);
  const fewer = found.flatMap(({ path, problems }) =>
    problems.length < (left[path] ?? 0) ? [`${path}: ${problems.length}`] : [],
  );
  expect(fewer, 'write the smaller numbers into words-left.json').toEqual([]);
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
