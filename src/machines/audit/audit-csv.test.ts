import { expect, it } from 'vitest';
import { auditCsv } from './audit-csv.ts';

const entry = { number: 1, action: 'user_added', at: 0, actor: null, subject: null, address: null, detail: null };

it('gives a spreadsheet text, whatever a name begins with, and keeps each cell whole', () => {
  const names = ['=1+1', '+1', '-1', '@x', '\tx', 'a "b", c', 'two\nlines', 'rana'];
  const lines = auditCsv(names.map((subject) => ({ ...entry, subject }))).split('\r\n');
  expect(lines[0]).toBe('When (UTC),Who,What,To whom or what,From,Detail');
  expect(lines.slice(1, -1).map((line) => line.replace('1970-01-01T00:00:00.000Z,,added a person,', ''))).toEqual([
    "'=1+1,,",
    "'+1,,",
    "'-1,,",
    "'@x,,",
    "'\tx,,",
    '"a ""b"", c",,',
    '"two\nlines",,',
    'rana,,',
  ]);
});
