import { fromPromise } from 'xstate';
import { type AuditQuery, readAllAudit, readAuditPage } from '#api/resources/audit.ts';
import { readUsage } from '#common/calls/audit.ts';
import { AUDIT_FILE } from '#common/config/constants.ts';
import { CSV_MARK } from '#common/document/text/csv.ts';
import { auditCsv } from '#machines/audit/audit-csv.ts';
import { auditFileMachine } from '#machines/audit/audit-file.machine.ts';
import { type AuditFilter, auditLog, serverUsage } from '#machines/audit/audit-readings.ts';
import { AuditScreen } from '#ui/audit/audit.tsx';
import { saveFile } from '../save-file.ts';
import { screenRouteWithParts, type Services } from '../screen-route.ts';

/** The start of a day by this browser's clock, or of the day after it; empty for an invalid day. */
function momentOf(day: string, after: number): string {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  const moment = new Date(year, month - 1, date + after);
  return day === '' || Number.isNaN(moment.getTime()) ? '' : moment.toISOString();
}

const queryOf = ({ person, action, from, to }: AuditFilter): AuditQuery => ({
  person: person.trim(),
  action,
  since: momentOf(from, 0),
  until: momentOf(to, 1),
});

/** The log as a file, with its calls. */
export const auditFile = ({ client }: Pick<Services, 'client'>) =>
  auditFileMachine.provide({
    actors: {
      writeFile: fromPromise(async ({ input: { filter }, signal }) => {
        const { entries, isWhole } = await readAllAudit(client, queryOf(filter), AUDIT_FILE, signal);
        saveFile('audit.csv', `${CSV_MARK}${auditCsv(entries)}`, 'text/csv');
        return { entries: entries.length, isWhole };
      }),
    },
  });

export const route = screenRouteWithParts(
  AuditScreen,
  ({ client }) => auditLog(({ filter, cursor }, signal) => readAuditPage(client, queryOf(filter), cursor, signal)),
  (services) => ({
    file: auditFile(services),
    server: serverUsage((_, signal) => services.client.call(readUsage, {}, { signal })),
  }),
);
