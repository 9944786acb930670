import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { applyAttributes } from './apply-values.ts';
import { bytesAtMost, merged, renderDocument, type Save, type Written } from './document-plan.ts';
import { planOf } from './make-plan.ts';
import { embedNewAttributes } from './new-attributes.ts';
import { writtenIn } from './written-in.ts';

const root = join(import.meta.dirname, '../../..');
const documents = ['templates', 'tests/frame/corpus'].flatMap((folder) =>
  readdirSync(join(root, folder))
    .filter((name) => name.endsWith('.html'))
    .map((name) => ({ name, html: readFileSync(join(root, folder, name), 'utf8') })),
);
const nothing: Written = { values: new Map(), rows: null };
const save = (edits: Record<string, string>, rows: unknown[] = []): Save => ({
  edited_attributes: Object.entries(edits).map(([id, value]) => ({ id, value })),
  new_attributes: rows,
});
/** The same by parsing, as saves worked without plans. */
const byParsing = (html: string, { edited_attributes, new_attributes }: Save): string =>
  embedNewAttributes(applyAttributes(html, edited_attributes).html, new_attributes);

describe.each(documents)('$name', ({ html }) => {
  const plan = planOf(html);
  const all = (text: string): Save => save(Object.fromEntries(plan.regions.map(([id]) => [id, text])), [text]);

  it.each(['x', '', 'Süd & <b>"x"</b>\n\tand more', 'true'])(
    'with the value %j is what a save by parsing leaves',
    (text) => {
      const written = merged(plan, nothing, all(text));
      const rendered = renderDocument(html, plan, written);
      expect(rendered).toBe(byParsing(html, all(text)));
      const json = JSON.stringify(Object.fromEntries(written.values));
      expect(Buffer.byteLength(rendered)).toBeLessThanOrEqual(bytesAtMost(plan, json, written.rows ?? ''));
    },
  );

  it('is itself without any', () => {
    expect(renderDocument(html, plan, nothing)).toBe(html);
    expect(writtenIn(html, html, plan)).toEqual(nothing);
  });
});

it.each(documents.filter(({ html }) => planOf(html).isSteady))('finds what was written into $name', ({ html }) => {
  const plan = planOf(html);
  const edits = Object.fromEntries(plan.regions.map(([id]) => [id, 'Süd']));
  const rendered = renderDocument(html, plan, merged(plan, nothing, save(edits, [1])));
  const found = writtenIn(rendered, html, plan);
  expect(found && renderDocument(html, plan, found)).toBe(rendered);
  expect(writtenIn(`${rendered} `, html, plan)).toBeNull();
});

it('knows which documents a value may change', () => {
  const unsteady = documents.filter(({ html }) => !planOf(html).isSteady).map(({ name }) => name);
  expect(unsteady).toEqual(['open-end.html']);
  for (const html of [
    '<p class="editable" id="a">x <!-- </p><p class="editable" id="b">x</p>',
    '<select class="editable" id="a"><option>x</select><select class="editable" id="a"><option>y</select>',
  ]) {
    expect([html, planOf(html).isSteady]).toEqual([html, false]);
  }
});

it('lays saves over one another: the last value of an id counts, what cannot be shown changes nothing', () => {
  const html = '<p class="editable" id="a">1</p><select class="editable" id="s"><option>x<option selected>y</select>';
  const plan = planOf(html);
  const first = merged(plan, nothing, save({ a: 'one', s: 'x', gone: 'z' }));
  expect([...first.values]).toEqual([
    ['a', 'one'],
    ['s', 'x'],
  ]);
  const twice = [
    { id: 'a', value: 'two' },
    { id: 'a', value: 'three' },
    { id: 's', value: 'no such choice' },
  ];
  const second = merged(plan, first, { edited_attributes: twice, new_attributes: [] });
  expect([...second.values]).toEqual([
    ['a', 'three'],
    ['s', 'x'],
  ]);
  // A control that shows its own value again has its author's bytes again.
  const back = merged(plan, second, save({ s: 'y' }));
  expect(renderDocument(html, plan, back)).toBe(html.replace('>1<', '>three<'));
});

it('adds no rows where there were none, and keeps an emptied list', () => {
  const plan = planOf('<body><p class="editable" id="a">x</p></body>');
  expect(merged(plan, nothing, save({})).rows).toBeNull();
  const some = merged(plan, nothing, save({}, [1]));
  expect([some.rows, merged(plan, some, save({})).rows]).toEqual(['[1]', '[]']);
});

it('writes a choice of very many options', () => {
  const options = Array.from({ length: 130_000 }, (_, at) => ({ value: `${at}`, at: null, insert: at }));
  const slot = { kind: 'select', own: '', isMultiple: true, options } as const;
  const plan = { ...planOf(''), regions: [['s', [slot]]] } as const;
  const value = options.map((option) => option.value).join('\n');
  const written = merged(plan, nothing, save({ s: value }));
  expect(renderDocument('x'.repeat(options.length), plan, written)).toHaveLength(options.length * ' selectedx'.length);
});
