import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { serialize } from 'parse5';
import { describe, expect, test } from 'vitest';

import { parseDocument, parsing } from '../html/html-tree.ts';
import { atOnce } from '../text/in-slices.ts';
import { readNewAttributes } from './new-attributes.ts';
import { readDocument } from './read-document.ts';
import { findRegions, radioGroupsIn } from '../html/regions.ts';

const corpus = join(import.meta.dirname, '../../../tests/frame/corpus');
const documents = readdirSync(corpus)
  .filter((name) => name.endsWith('.html'))
  .map((name) => [name, readFileSync(join(corpus, name), 'utf8')] as const);
const odd: (readonly [string, string])[] = [
  ['nothing', ''],
  [
    'line ends, surrogates, references and tags that a slice cuts',
    'a\r\nb\r\u{1F525}&amp;&notit;<p class=editable id=a>x\r\ny<!-- c --></P ><scr',
  ],
  ['a byte order mark', '\uFEFF<!doctype html><p class=editable id=a>x<table><td class=editable id=b>y</table>'],
  ['scripts that hold tags', '<script><!--<script></script>--></script><p>1<script>"</scripty>"</script>'],
];

describe('a document that is read in slices', () => {
  test.each([...documents, ...odd])('%s: is the same wherever it is cut', async (_name, html) => {
    const whole = serialize(parseDocument(html));
    for (const step of [1, 2, 7, 1_000]) expect(serialize(atOnce(parsing(html, step)))).toBe(whole);
    expect(await readDocument(html, 'guessed')).toEqual({
      regions: findRegions(html, 'guessed').map(({ id, value }) => [id, value]),
      newAttributes: readNewAttributes(html) ?? [],
      required: [],
      shared: [],
      computed: [],
      ticked: findRegions(html, 'guessed').flatMap(({ id, kind }) => (/^(radio|checkbox)$/.test(kind) ? [id] : [])),
      groups: radioGroupsIn(findRegions(html, 'guessed')),
    });
  });

  test('says which regions have to be filled in, and what stands there while they are not', async () => {
    const html =
      '<p class=editable id=a data-ready-required>x</p><p class=editable id=b>y</p><input type=checkbox class=editable id=c data-ready-required><input type=radio class=editable id=d data-ready-required>';
    const { required, ticked } = await readDocument(html, 'marked');
    expect(required).toEqual([
      ['a', ''],
      ['c', 'false'],
    ]);
    expect(ticked).toEqual(['c', 'd']);
  });

  test('says which regions mean the same in other documents', async () => {
    const html = '<p class=editable id=a data-ready-shared>x</p><p class=editable id=b>y</p>';
    expect((await readDocument(html, 'marked')).shared).toEqual(['a']);
  });

  test('where its host says nothing of line breaks, a text that says what is known was saved by nobody', async () => {
    const html =
      '<p class=editable id=a>wrapped\nsource</p><p class=editable id=b>two\nlines</p><p class=editable id=c>as\nit is</p>';
    const known: [string, string][] = [
      ['a', 'wrapped source'],
      ['b', 'two'],
      ['gone', ''],
    ];
    const regionsOf = async (lines: 'guessed' | 'marked', all?: typeof known): Promise<unknown> =>
      (await readDocument(html, lines, all)).regions.map(([, value]) => value);
    expect(await regionsOf('guessed', known)).toEqual(['wrapped source', 'two\nlines', 'as\nit is']);
    expect(await regionsOf('guessed')).toEqual(['wrapped\nsource', 'two\nlines', 'as\nit is']);
    expect(await regionsOf('marked', known)).toEqual(['wrapped source', 'two lines', 'as it is']);
  });

  test('a long one lets others have their turn, over and over', async () => {
    const section = `<section><p>${'All of it. '.repeat(20)}</p><p class="editable" id="r">x</p></section>`;
    let turns = 0;
    let isOver = false;
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      turns += 1;
      if (isOver) port1.close();
      else port2.postMessage(null);
    };
    port2.postMessage(null);
    const { regions } = await readDocument(section.repeat(4_000), 'marked');
    isOver = true;
    port1.close();
    expect(regions).toEqual([['r', 'x']]);
    expect(turns).toBeGreaterThan(5);
  });
});
