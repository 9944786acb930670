import type { AuditFilter, auditLogMachine } from '#machines/audit/audit-log.machine.ts';
import { actionText, actionTexts } from '#machines/audit/audit-texts.ts';
import { useScreenActor } from '../shared/use-screen-actor.ts';
import { tagsOf, useSelected } from '../shared/use-selected.ts';

export type AuditLogMachine = typeof auditLogMachine;
export { actionText };

/** Actions to choose from, by their words. */
export const actionOptions = Object.entries(actionTexts)
  .map(([value, label]) => ({ value, label }))
  .sort((one, other) => one.label.localeCompare(other.label));

/** The loaded part of the audit log. */
export function useAuditLog(machine: AuditLogMachine) {
  const actor = useScreenActor(machine, undefined);
  const shown = useSelected(actor, (snapshot) => ({
    ...snapshot.context,
    hasMore: snapshot.context.next !== null,
    ...tagsOf(snapshot, 'loading', 'failed', 'adding', 'writing'),
  }));
  return {
    ...shown,
    find: (filter: AuditFilter) => actor.send({ type: 'filter.changed', filter }),
    more: () => actor.send({ type: 'more.requested' }),
    retry: () => actor.send({ type: 'retry.requested' }),
    download: () => actor.send({ type: 'file.requested' }),
  };
}
