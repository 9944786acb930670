import { describe, expect, it } from 'vitest';
import { compareSave, isConflict, storedContent, contentOfHtml } from '#server/domain/documents/save-guard.ts';
import { applyAttributes } from '../plan/apply-values.ts';
import { merged, renderDocument, type Written } from '../plan/document-plan.ts';
import { parseDocument } from '../html/html-tree.ts';
import { planOf } from '../plan/make-plan.ts';
import { oneOfEach } from './radio-groups.ts';
import { collectRegions, findRegions, radioGroupsOf } from '../html/regions.ts';

const radio = (id: string, more = 'name="safe"'): string => `<input type="radio" ${more} class="editable" id="${id}">`;
const html = `${radio('yes')}${radio('no')}${radio('unknown', 'name="safe" checked')}<p class="editable" id="text">x</p>`;
const plan = planOf(html);
const nothing: Written = { values: new Map(), rows: null };

type Edit = [id: string, value: string, was?: string];
const save = (...edits: Edit[]) => ({
  save_name: 'One',
  edited_attributes: edits.map(([id, value, was]) => ({ id, value, ...(was !== undefined && { was }) })),
  new_attributes: [],
  new_attributes_was: [],
});
const checked = (text: string): string[] =>
  [...text.matchAll(/<input[^>]*\schecked[^>]*id="(\w+)"|<input checked[^>]*id="(\w+)"/g)].map(
    (one) => one[1] ?? one[2] ?? '',
  );

describe('radio buttons of one name and form are one value', () => {
  it('by the form that they belong to, wherever they stand', () => {
    const forms = `<form id="f">${radio('a', 'name=x')}${radio('b', 'name=x')}${radio('c', 'name=y')}</form>${radio('d', 'name=x form=f')}
      ${radio('e', 'name=x')}<div>${radio('g', 'name=x')}</div>${radio('h', '')}${radio('i', '')}${radio('j', 'name=x form=none')}
      <input type=checkbox name=x class=editable id=k>`;
    expect(radioGroupsOf(collectRegions(parseDocument(forms)))).toEqual([
      ['a', 'b', 'd'],
      ['e', 'g', 'j'],
    ]);
  });

  it('not where a form begins between the cells of a table: of which form they are is not known', () => {
    const table = (one: string, other: string): string =>
      `<table><form><tr><td>${radio(one, 'name=q')}<td>${radio(other, 'name=q')}</tr></form></table>`;
    expect(radioGroupsOf(collectRegions(parseDocument(table('a', 'b') + table('c', 'd'))))).toEqual([]);
  });

  it.each<[string, Edit[], string[]]>([
    ['one is chosen', [['no', 'true']], ['no']],
    [
      'two are, and the last counts',
      [
        ['yes', 'true'],
        ['no', 'true'],
      ],
      ['no'],
    ],
    ['one is taken back', [['unknown', 'false']], []],
  ])('the stored document has one answer where %s', (_name, edits, expected) => {
    const body = save(...edits);
    expect(checked(applyAttributes(html, body.edited_attributes).html)).toEqual(expected);
    const written = merged(plan, nothing, body);
    expect(checked(renderDocument(html, plan, written))).toEqual(expected);
    const next = merged(plan, written, save(['yes', 'true']));
    expect(checked(renderDocument(html, plan, next))).toEqual(['yes']);
  });

  it('of which one is no region: a save leaves one answer, also where the document lists the other first', () => {
    const other = (id: string): string => `<input type="radio" name="safe" checked id="${id}">`;
    const form = `<form>${other('apart')}</form>`;
    const mixed = `${other('before')}${radio('yes')}${radio('no')}${other('behind')}${form}<p class="editable" id="text">x${other('within')}</p>`;
    const own = planOf(mixed);
    expect(own.isSteady).toBe(true);
    const answers = (...edits: Edit[]): string[][] => {
      const body = save(...edits);
      const ways = [
        applyAttributes(mixed, body.edited_attributes).html,
        renderDocument(mixed, own, merged(own, nothing, body)),
      ];
      return ways.map(checked);
    };
    const one = ['no', 'apart'];
    expect(answers(['no', 'true'])).toEqual([one, one]);
    expect(answers(['no', 'true'], ['text', 'y'])).toEqual([one, one]);
    // A group without an answer stays the author's.
    const all = ['before', 'behind', 'apart', 'within'];
    expect(answers(['no', 'false'])).toEqual([all, all]);
    // If the author has chosen two, the region is the answer, once it is saved.
    const two = other('before') + radio('yes', 'name="safe" checked');
    expect(checked(applyAttributes(two, [{ id: 'yes', value: 'true' }]).html)).toEqual(['yes']);
  });

  it('of a document with several answers the last counts, as in a browser', () => {
    const two = radio('a', 'name=x checked') + radio('b', 'name=x checked') + radio('c', 'name=x');
    expect(findRegions(two, 'marked').map(({ value }) => value)).toEqual(['false', 'true', 'false']);
  });

  it.each<[string, Edit[], boolean]>([
    [
      'another answer, made of the one before',
      [
        ['no', 'true', 'false'],
        ['unknown', 'false', 'true'],
      ],
      true,
    ],
    ['another answer, where none was seen', [['no', 'true', 'false']], true],
    ['no answer, made of the one before', [['unknown', 'false', 'true']], true],
    [
      'the same answer',
      [
        ['yes', 'true', 'false'],
        ['unknown', 'false', 'true'],
      ],
      false,
    ],
    [
      'another answer, made of theirs',
      [
        ['no', 'true', 'false'],
        ['yes', 'false', 'true'],
      ],
      false,
    ],
    ['something else', [['text', 'y', 'x']], false],
    ['what it does not say what it was made of', [['no', 'true']], false],
  ])('after somebody has answered, a save of %s is asked about: %#', (_name, edits, isAsked) => {
    const theirs = merged(plan, nothing, save(['yes', 'true'], ['unknown', 'false']));
    const stored = { values: JSON.stringify(Object.fromEntries(theirs.values)), rows: null };
    for (const standing of [storedContent(plan, stored), contentOfHtml(renderDocument(html, plan, theirs))]) {
      const outcome = compareSave(standing, save(...edits));
      const all = [
        { id: 'yes', value: 'true' },
        { id: 'no', value: 'false' },
        { id: 'unknown', value: 'false' },
      ];
      expect(isConflict(outcome) ? outcome.conflicts : []).toEqual(isAsked ? all : []);
    }
  });

  it('are listed as one', () => {
    const groups = [['yes', 'no', 'unknown']];
    const pairs: [string, string][] = [
      ['text', 'x'],
      ['yes', 'false'],
      ['no', 'true'],
      ['unknown', 'false'],
    ];
    expect(oneOfEach(pairs, groups)).toEqual([
      ['text', 'x'],
      ['no', 'true'],
    ]);
    expect(oneOfEach(pairs.slice(3), groups)).toEqual([['unknown', 'false']]);
  });
});
