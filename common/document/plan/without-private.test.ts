import { expect, it } from 'vitest';
import { withoutPrivate } from './without-private.ts';

it('empties the regions that are marked as private, and changes no other byte', () => {
  const document = (values: boolean): string => `<!doctype html><TITLE>A</TITLE>
    <p class=editable id=open>x &amp; y
    <section data-ready-private><b class="editable" id="a">${values ? 'Ann <i>B</i>' : ''}</b><p>Fixed words</p></section>
    <input class="editable" id="b" data-ready-private value="${values ? '0123' : ''}">
    <textarea class="editable" id="c" data-ready-private>${values ? 'one' : ''}</textarea>
    <input type="radio" class="editable" name="s" id="s1" data-ready-private>
    <input type="radio" class="editable" name="s" id="s2"${values ? ' checked' : ''}>
    <input type="checkbox" class="editable" id="t" checked>
    <select class="editable" id="d" data-ready-private multiple><option${values ? ' selected' : ''}>1<option>2</select>`;
  expect(withoutPrivate(document(true), new Set())).toBe(document(false));
  const plain = '<p class="editable" id="a">x<p>';
  expect(withoutPrivate(plain, new Set())).toBe(plain);
  expect(withoutPrivate(plain, new Set(['a']))).toBe(plain.replace('x', ''));
});
