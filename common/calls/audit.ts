import * as v from 'valibot';
import type { auditActions } from '#common/config/audit-actions.ts';
import { get } from './call.ts';
import { listOf, moment, optionalText } from './fields.ts';

/** An action that our server's audit log knows. */
export type AuditAction = keyof typeof auditActions;

const entry = v.object({
  /** Unique number of the entry in the log. */
  number: v.fallback(v.number(), 0),
  /** Name of its kind in the log: an `AuditAction`, or one of a later server. */
  action: v.string(),
  at: moment,
  /** The user who did it, by the present name; null for the command line, and if no user was signed in. */
  actor: optionalText,
  /** The object or the user of the action, by the present name, else the uuid. */
  subject: optionalText,
  address: optionalText,
  detail: optionalText,
});
/** A line of the audit log. */
export type AuditEntry = v.InferOutput<typeof entry>;

/** A page, the newest first; `next` is the cursor of the one after it. */
const auditReply = v.object({
  entries: listOf(entry),
  next: v.fallback(v.nullable(v.string()), null),
});
export type AuditPage = v.InferOutput<typeof auditReply>;

/** The audit log (`capabilities.audit`). */
export const readAudit = get('/v1/audit', { reply: auditReply });

const amount = v.fallback(v.nullable(v.number()), null);

/**
 * Amounts that organizations have stored today (UTC) and in total, and their limits; null for no limit. `server`: for site
 * administrators only.
 */
const usageReply = v.object({
  organizations: listOf(
    v.object({ name: optionalText, stored: v.number(), stored_most: amount, wips: v.number(), wips_most: amount }),
  ),
  server: v.fallback(
    v.nullable(v.object({ database: v.number(), free: amount, last_backup: moment, version: optionalText })),
    null,
  ),
});
export type UsageReply = v.InferOutput<typeof usageReply>;

/** The used part of the server's budgets (`capabilities.usage`). */
export const readUsage = get('/v1/usage', { reply: usageReply });
