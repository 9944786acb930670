import fc from 'fast-check';
import { expect, test } from 'vitest';

import type { Pair } from './protocol.ts';
import { ValueList } from './value-list.ts';

const id = fc.constantFrom('a', 'b', 'c', '__proto__', 'constructor');
const pairs = fc.array(fc.tuple(id, fc.string({ maxLength: 2 })), { maxLength: 6 });
const step = fc.oneof(
  fc.record({ kind: fc.constantFrom('set' as const, 'replace' as const), pairs }),
  fc.record({ kind: fc.constant('remove' as const), ids: fc.array(id, { maxLength: 3 }) }),
);

test('is a map in every respect, and what it gave away stays as it was', () => {
  fc.assert(
    fc.property(pairs, fc.array(step, { maxLength: 8 }), (first, steps) => {
      const list = new ValueList();
      const model = new Map<string, string>(first);
      list.begin(first);
      const given: [Pair[], string][] = [];
      for (const one of steps) {
        if (one.kind === 'remove') {
          list.remove(one.ids);
          for (const gone of one.ids) model.delete(gone);
        } else {
          list[one.kind](one.pairs);
          const known = new Set(model.keys());
          for (const [name, value] of one.pairs) if (one.kind === 'set' || known.has(name)) model.set(name, value);
        }
        expect(list.all()).toEqual([...model]);
        for (const name of ['a', '__proto__']) expect(list.get(name)).toBe(model.get(name));
        given.push([list.all(), JSON.stringify(list.all())]);
      }
      for (const [copy, before] of given) expect(JSON.stringify(copy)).toBe(before);
    }),
  );
});
