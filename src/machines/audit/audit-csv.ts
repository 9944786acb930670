import type { AuditEntry } from '#api/contract/audit.ts';
import { actionText } from './audit-texts.ts';

const HEADS = ['When (UTC)', 'Who', 'What', 'To whom or what', 'From', 'Detail'];

/** A cell of a table that is opened in a spreadsheet: what begins like a formula there is text. */
function cell(text: string): string {
  const plain = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}

/** Entries of the audit log as CSV, for spreadsheets, with their first line. */
export const auditCsv = (entries: readonly AuditEntry[]): string =>
  [
    HEADS,
    ...entries.map(({ at, actor, action, subject, address, detail }) => [
      at === null ? '' : new Date(at).toISOString(),
      actor ?? '',
      actionText(action),
      subject ?? '',
      address ?? '',
      detail ?? '',
    ]),
  ]
    .map((row) => `${row.map(cell).join(',')}\r\n`)
    .join('');
