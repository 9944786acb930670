import newSquareCode from 'qrcode-generator';

/** The UTF-8 bytes of a text as a QR code: its width in squares, and the path of the dark ones. */
export function squaresOf(text: string): { size: number; path: string } {
  const code = newSquareCode(0, 'M');
  // The package takes one byte of each character.
  code.addData(Buffer.from(text).toString('latin1'));
  code.make();
  const size = code.getModuleCount();
  const at = Array.from({ length: size }, (_, index) => index);
  const path = at.flatMap((row) =>
    at.flatMap((column) => (code.isDark(row, column) ? `M${column} ${row}h1v1h-1z` : [])),
  );
  return { size, path: path.join('') };
}
