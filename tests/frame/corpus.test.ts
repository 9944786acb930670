import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { applyAttributes } from '#common/document/plan/apply-values.ts';
import { readNewAttributes } from '#common/document/plan/new-attributes.ts';
import { findRegions } from '#common/document/html/regions.ts';

import { isFull } from '../../tools/test/suites.ts';
import { desk, deskForEachTest } from './harness.ts';
import { shipped } from './shipped.ts';

const folder = join(import.meta.dirname, 'corpus');
const files = (await readdir(folder)).filter((name) => name.endsWith('.html'));

const paragraph = 'All of it is written down, and read again by those who come after. ';
const handbook = `<!doctype html><title>Handbook</title>${Array.from(
  { length: 300 },
  (_, n) =>
    `<section><h2>Part ${n}</h2><p>${paragraph.repeat(22)}</p><p class="editable" id="note-${n}">Note ${n}</p></section>`,
).join('\n')}`;
const register = `<!doctype html><title>Register</title>${Array.from(
  { length: 20_000 },
  (_, n) =>
    `<section><h3>${n}</h3><p>${paragraph.repeat(3)}</p><p class="editable" id="cell-${n}">Value ${n}</p></section>`,
).join('\n')}`;

deskForEachTest();

const load = async (name: string): Promise<string> => {
  if (name === 'handbook') return handbook;
  return name === 'register' ? register : readFile(join(folder, name), 'utf8');
};

/** Regions that a document's own script makes. */
const made = new Set(['row-2']);

/** Those that are written in the most different ways; a full run opens all of them. */
const FEW = /byte-order|controls|nested|odd-ids|open-end|preformatted|quirks|throwing/;
test.each(isFull ? [...files, 'handbook', 'register'] : [...files.filter((name) => FEW.test(name)), 'handbook'])(
  '%s: opens clean, one edit changes one region and no other byte',
  async (name) => {
    const html = await load(name);
    const regions = findRegions(html, 'marked');
    const stored = regions.map((region) => [region.id, region.value]);
    expect(stored.length).toBeGreaterThan(0);

    await desk.show(html);
    const shown = await desk.page.evaluate(() => window.page.values());
    expect(shown.filter(([id]) => !made.has(id))).toEqual(stored);

    const region = regions.find((candidate) => candidate.kind === 'text');
    if (!region) throw new Error('The document needs a text region.');
    const place = desk.frame.locator(`[id=${JSON.stringify(region.id)}].editable`).first();
    await place.focus();
    await place.press('ControlOrMeta+End');
    await desk.page.keyboard.type('<&> 変');
    const typed = `${region.value}<&> 変`;
    await desk.value(region.id, typed);
    expect(
      (await desk.seen('text.edited')).flat().every((change) => (change as [string, string])[0] === region.id),
    ).toBe(true);
    const { values, newAttributes } = await desk.snapshot();
    if (name === 'rows.html') expect(newAttributes).toEqual(readNewAttributes(html));

    const before = new Map(stored as [string, string][]);
    const edited = values.filter(([id, value]) => before.has(id) && before.get(id) !== value);
    expect(edited).toEqual([[region.id, typed]]);
    const saved = applyAttributes(
      html,
      edited.map(([id, value]) => ({ id, value })),
    );
    expect(saved.ignored).toEqual([]);
    const [taken, put] = apart(html, saved.html);
    expect(put).toContain('&lt;&amp;&gt; 変');
    expect(taken).not.toMatch(/class=["']?editable/i);

    await desk.show(saved.html);
    expect((await desk.values())[region.id]).toBe(typed);
    const others = (list: (readonly [string, string] | string[])[]) => list.filter(([id]) => id !== region.id);
    expect(others(await desk.page.evaluate(() => window.page.values()))).toEqual(others(shown));
  },
);

test('the shipped documents, and those of the corpora, give no reason to ask before a submission in ordinary use', async () => {
  const others = join(import.meta.dirname, '../documents/corpus');
  const found = await readdir(others, { recursive: true });
  const documents = [
    ...Object.entries(shipped),
    ...(await Promise.all(files.map(async (name) => [name, await load(name)] as const))),
    ...(await Promise.all(
      found
        .filter((name) => name.endsWith('.html'))
        .map(async (name) => [name, await readFile(join(others, name), 'utf8')] as const),
    )),
  ];
  const odd: unknown[] = [];
  for (const [name, html] of documents) {
    const host = new Map(findRegions(html, 'marked').map(({ id, value }) => [id, value]));
    // oxlint-disable no-await-in-loop -- one document after the other
    await desk.page.evaluate(() => void (window.page.seen.length = 0));
    await desk.show(html);
    const opened = Object.entries(await desk.values()).filter(([id, value]) => (host.get(id) ?? value) !== value);
    const text = desk.frame.locator('[contenteditable]:visible').first();
    if ((await text.count()) > 0) {
      await text.click();
      await desk.page.keyboard.type('1');
      await desk.event('text.edited');
    }
    const unasked = [...opened.map(([id]) => id), ...((await desk.seen('unasked')).flat() as string[])];
    const { hidden, hiddenRows } = await desk.snapshot(unasked);
    // oxlint-enable no-await-in-loop
    if (hidden.length + hiddenRows.length > 0) odd.push([name, hidden, hiddenRows]);
  }
  expect(documents.length).toBeGreaterThan(30);
  expect(odd).toEqual([]);
});

test('a byte order mark is no text of the document, which stays in the mode that its doctype says', async () => {
  await desk.show(await load('byte-order-mark.html'));
  const seen = desk.frame
    .locator('html')
    .evaluate((html) => [document.compatMode, html.textContent.includes('\uFEFF')]);
  expect(await seen).toEqual(['CSS1Compat', false]);
});

/** Returns the middle of each of two texts, where they differ. */
function apart(a: string, b: string): [string, string] {
  let start = 0;
  while (start < a.length && a[start] === b[start]) start += 1;
  let end = 0;
  while (end < a.length - start && end < b.length - start && a.at(-1 - end) === b.at(-1 - end)) end += 1;
  return [a.slice(start, a.length - end), b.slice(start, b.length - end)];
}
