import type { AuditPage, UsageReply } from '#common/calls/audit.ts';
import { reading } from '../shared/reading.ts';
import { auditMessage, usageMessage } from './audit-texts.ts';

/** Filter of the log as it was typed: days such as 2026-01-31; empty for all. */
export type AuditFilter = { person: string; action: string; from: string; to: string };
export const ALL_ENTRIES: AuditFilter = { person: '', action: '', from: '', to: '' };

/** The audit log for administrators (ADR 56), filtered by person, action and days. */
export const auditLog = reading<AuditPage, AuditFilter>(
  (failure) => auditMessage('listing', failure),
  (before, more) => ({ ...more, entries: [...before.entries, ...more.entries] }),
);

/** Used part of the server's budgets (ADR 56), as it was when the page was opened. */
export const serverUsage = reading<UsageReply>(usageMessage);
