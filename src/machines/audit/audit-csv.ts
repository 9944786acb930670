import type { AuditEntry } from '#common/calls/audit.ts';
import { csvLine } from '#common/document/text/csv.ts';
import { actionText } from './audit-texts.ts';

const HEADS = ['When (UTC)', 'Who', 'What', 'To whom or what', 'From', 'Detail'];

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
    .map(csvLine)
    .join('');
