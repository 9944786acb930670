import { describe, expect, it } from 'vitest';
import { BUILD_TARGETS, OLDEST_BROWSERS } from '#config/browsers.ts';
import { projectFiles, readSource } from './source.ts';

/** A browser with a version, as a page names those that the product works in. */
const NAMED = /(?:Chrome and Edge|Firefox|Safari) \d[\d.]*(?:, (?:Chrome and Edge|Firefox|Safari) \d[\d.]*)+ or newer/g;

const listsIn = (text: string): string[] => text.match(NAMED) ?? [];

describe('the oldest browsers', () => {
  it('are what the build is made for', () => {
    expect(BUILD_TARGETS).toEqual(['chrome111', 'edge111', 'firefox114', 'safari16.4', 'ios16.4']);
  });

  it('are named by the README and by the page for operators, and nowhere otherwise', () => {
    for (const page of ['README.md', 'docs/server.md']) expect(listsIn(readSource(page))).toEqual([OLDEST_BROWSERS]);
    const lists = projectFiles('*.md', 'docs/**/*.md', '{common,src}/**/*.{ts,tsx}').flatMap((path) =>
      path === 'src/config/browsers.ts' ? [] : listsIn(readSource(path)),
    );
    expect(new Set(lists)).toEqual(new Set([OLDEST_BROWSERS]));
  });

  it('are found where a page names other ones', () => {
    expect(listsIn('It works in Chrome and Edge 99, Safari 12 or newer.')).toEqual([
      'Chrome and Edge 99, Safari 12 or newer',
    ]);
  });
});
