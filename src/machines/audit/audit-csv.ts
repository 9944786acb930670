import type { AuditEntry } from '#common/calls/audit.ts';
import { actionText } from './audit-texts.ts';

const HEADS = ['When (UTC)', 'Who', 'What', 'To whom or what', 'From', 'Detail'];

/** Returns a cell for a spreadsheet: text that would start a formula there stays text. */
function cell(text: string): string {
  const plain = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}

/** Returns entries of the audit log as CSV, for spreadsheets, with a header line. */
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
