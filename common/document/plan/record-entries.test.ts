import fc from 'fast-check';
import { expect, it } from 'vitest';
import { compareEntries, type Change, type Entry } from '../regions/compare.ts';
import { atOnce } from '../text/in-slices.ts';
import { findingEntries } from './record-entries.ts';

const entriesOf = (html: string): Entry[] => atOnce(findingEntries({ html, lines: 'marked' }));
const rows = (list: unknown): string =>
  `<script type="application/json" id="ready-new-attributes">${JSON.stringify(list)}</script>`;

it('lists regions by their names, a group of radio buttons as one answer, rows of the script, and nothing private', () => {
  const html = `<label for="a">People evacuated</label><span class="editable" id="a">438</span>
    <div data-ready-private><p class="editable" id="phone">0123</p></div>
    <input type="radio" class="editable" name="s" id="s1" aria-label="Secret, yes" data-ready-private checked>
    <input type="radio" class="editable" name="s" id="s2" aria-label="Secret, no">
    <input type="radio" class="editable" name="q" id="y" aria-label="Resolved, Yes">
    <input type="radio" class="editable" name="q" id="n" aria-label="Resolved, No" checked>
    <input type="checkbox" class="editable" id="c" checked>
    ${rows([{ id: 'r1', time: '05:40', what: 'Dozer line' }, { time: 'no id' }, 'text', { id: 'a', x: 1 }, { id: 'phone', x: '0123' }, { id: 'i'.repeat(257), x: 'too long' }])}`;
  expect(entriesOf(html)).toEqual([
    { id: 'a', label: 'People evacuated', value: '438' },
    { id: 'y', label: 'Resolved', value: 'No' },
    { id: 'c', label: 'c', value: 'true' },
    { id: 'r1', label: '05:40', value: '05:40, Dozer line', isRow: true },
  ]);
});

it('names a group without a question by its attribute, and one without a choice has an empty answer', () => {
  const html = `<input type="radio" class="editable" name="q" id="y" aria-label="Yes"><input type="radio" class="editable" name="q" id="n" aria-label="No">`;
  expect(entriesOf(html)).toEqual([{ id: 'y', label: 'q', value: '' }]);
});

const entry = fc.record({
  id: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', '__proto__'),
  value: fc.constantFrom('', '1', '2'),
  isRow: fc.boolean(),
});
const entries = fc
  .uniqueArray(entry, { selector: ({ id }) => id })
  .map((all): Entry[] => all.map((one) => ({ ...one, label: one.id.toUpperCase() })));
const sorted = (changes: readonly Change[]): Change[] =>
  changes.toSorted((one, other) => one.id.localeCompare(other.id));
const mirrored = ({ id, label, was, is, kind }: Change): Change => {
  const other = kind === 'added' ? 'removed' : kind === 'removed' ? 'added' : kind;
  return { id, label, was: is, is: was, kind: other };
};

it('reports nothing that is equal, and the same in both directions', () => {
  fc.assert(
    fc.property(entries, entries, (before, now) => {
      const { changes, unchanged } = compareEntries(before, now);
      for (const { was, is, kind } of changes) expect(was === is).toBe(kind === 'moved');
      expect(sorted(compareEntries(now, before).changes)).toEqual(sorted(changes.map(mirrored)));
      expect(unchanged + changes.filter(({ kind }) => kind !== 'removed').length).toBe(now.length);
      expect(compareEntries(now, now)).toEqual({ changes: [], unchanged: now.length });
    }),
  );
});

it('reports as moved as few rows as possible, and a region of the template never', () => {
  const of = (ids: string, isRow: boolean): Entry[] =>
    Array.from(ids, (id) => ({ id, label: id, value: id, ...(isRow && { isRow }) }));
  expect(compareEntries(of('abcd', true), of('dabc', true)).changes).toMatchObject([{ id: 'd', kind: 'moved' }]);
  expect(compareEntries(of('abcd', true), of('xabcd', true)).changes).toMatchObject([{ id: 'x', kind: 'added' }]);
  expect(compareEntries(of('abcd', false), of('dcba', false)).changes).toEqual([]);
});
