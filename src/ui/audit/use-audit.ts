import type { AuditPage, UsageReply } from '#common/calls/audit.ts';
import { auditActions } from '#common/config/audit-actions.ts';
import type { auditFileMachine } from '#machines/audit/audit-file.machine.ts';
import { ALL_ENTRIES, type AuditFilter } from '#machines/audit/audit-readings.ts';
import type { Reading } from '#machines/shared/reading.ts';
import { useReading } from '../lists/use-reading.ts';
import { useScreenActor } from '../shared/use-screen-actor.ts';
import { tagsOf, useSelected } from '../shared/use-selected.ts';

export type AuditLogMachine = Reading<AuditPage, AuditFilter>;
export type AuditFileMachine = typeof auditFileMachine;
export type ServerUsageMachine = Reading<UsageReply>;
export { actionText } from '#machines/audit/audit-texts.ts';

/** Actions to choose from, by their words. */
export const actionOptions = Object.entries(auditActions)
  .map(([value, label]) => ({ value, label }))
  .sort((one, other) => one.label.localeCompare(other.label));

/** The loaded part of the audit log, and a file of it. */
export function useAuditLog(machine: AuditLogMachine, file: AuditFileMachine) {
  const { data, find, ...list } = useReading(machine, ALL_ENTRIES);
  const actor = useScreenActor(file, undefined);
  const { message: fileMessage, ...shown } = useSelected(actor, (snapshot) => ({
    message: snapshot.context.message,
    written: snapshot.context.written,
    ...tagsOf(snapshot, 'writing'),
  }));
  return {
    ...list,
    ...shown,
    fileMessage,
    entries: data?.entries ?? [],
    hasMore: (data?.next ?? null) !== null,
    find: (filter: AuditFilter) => {
      find(filter);
      actor.send({ type: 'search.begun' });
    },
    download: () => actor.send({ type: 'file.requested', filter: list.filter }),
  };
}

/** The used share of the server's budgets. */
export function useServerUsage(machine: ServerUsageMachine) {
  const { data: usage, ...shown } = useReading(machine, undefined);
  return { ...shown, usage };
}
