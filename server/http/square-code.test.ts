import newSquareCode from 'qrcode-generator';
import { expect, it, vi } from 'vitest';
import { squaresOf } from './square-code.ts';

it('has the UTF-8 bytes of the text', () => {
  // The dash of a signed note.
  const text = 'ready\n\n— ready Łódź 🚒\n';
  const code = newSquareCode(0, 'M');
  const bytes = vi.spyOn(newSquareCode, 'stringToBytes').mockImplementation((all) => [...Buffer.from(all)]);
  code.addData(text);
  bytes.mockRestore();
  code.make();
  const { size, path } = squaresOf(text);
  const dark = new Set(path.match(/M\d+ \d+/g));
  const expected = Array.from({ length: size * size }, (_, at) => [at % size, Math.floor(at / size)] as const)
    .filter(([column, row]) => code.isDark(row, column))
    .map(([column, row]) => `M${column} ${row}`);
  expect([size, dark]).toEqual([code.getModuleCount(), new Set(expected)]);
});
