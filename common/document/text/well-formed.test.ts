import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isWellFormed, wellFormed } from './well-formed.ts';

test('halves of surrogate pairs are found and replaced as by the functions of newer browsers', () => {
  const unit = fc.constantFrom('a', 'ä', '漢', '😀', '\uD83D', '\uDE00', '\uD800', '\uDFFF', '\uFFFD', '\n');
  fc.assert(
    fc.property(fc.array(unit), (units) => {
      const text = units.join('');
      expect(wellFormed(text)).toBe(text.toWellFormed());
      expect(isWellFormed(text)).toBe(text.isWellFormed());
    }),
    { seed: 15, numRuns: 2_000 },
  );
});
