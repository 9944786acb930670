import { expect, test } from 'vitest';

import { escapeText } from '#common/document/text/splice.ts';
import { canonicalText } from '#common/document/regions/values.ts';

import { isFull } from '../../tools/test/suites.ts';
import { desk, deskForEachTest, PATIENCE } from './harness.ts';

/*
 * As `tests/documents/long-values.test.ts`, for what only a browser can run: a document whose region and whose label are very long is opened, read and
 * edited within a test's ordinary limit, which a quadratic way of reading it misses by far.
 */
deskForEachTest();

const LENGTH = 900_000;

/** The rest of them a full run reads. */
const FEW = [' '];

test.each(isFull ? [...FEW, '\n', 'https://a[', '\t \n', '\u00a0', '[', '\\]', '"', '😀'] : FEW)(
  'a region with a very long run of %j is opened, read and edited',
  async (unit) => {
    const text = `a${unit.repeat(LENGTH / unit.length)}b`;
    await desk.show(
      `<label for="a">${escapeText(text)}</label><p class="editable" id="a">${escapeText(text)}</p><p class="editable" id="b">x<br>${escapeText(text)}</p><p class="editable" id="c"></p>`,
      'edit',
      '',
      'guessed',
    );
    expect((await desk.values())['a']?.length).toBe(canonicalText(text).length);
    await desk.command('names');
    await desk.event('names.reported');
    await desk.frame.locator('#a').press('ControlOrMeta+End');
    await desk.page.keyboard.type('!');
    await expect.poll(async () => (await desk.values())['a']?.at(-1), PATIENCE).toBe('!');
    await desk.command('patch', [['c', text]]);
    await expect.poll(async () => (await desk.values())['c']?.length, PATIENCE).toBeGreaterThan(LENGTH / 2);
  },
);
