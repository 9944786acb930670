/** A cell of a table for spreadsheets (RFC 4180): text that would start a formula there stays text. */
export function csvCell(text: string): string {
  const plain = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}

/** A line of such a table. */
export const csvLine = (cells: readonly string[]): string => `${cells.map(csvCell).join(',')}\r\n`;

/** Begins such a file: spreadsheets take a text without this mark for one of an old code page. */
export const CSV_MARK = '\ufeff';
