import * as v from 'valibot';
import { get } from './call.ts';
import { listOf, moment, optionalText } from './fields.ts';

/** Actions that our server's audit log knows. */
export const auditActions = [
  'signed_in',
  'sign_in_failed',
  'sign_in_refused',
  'second_factor_set',
  'second_factor_removed',
  'identity_linked',
  'identity_unlinked',
  'signed_out',
  'session_revoked',
  'role_assigned',
  'user_updated',
  'document_submitted',
  'document_deleted',
  'user_added',
  'user_disabled',
  'user_enabled',
  'user_unlocked',
  'password_set',
  'password_changed',
  'sessions_ended',
  'organisation_added',
  'role_added',
  'template_imported',
  'template_replaced',
  'template_removed',
  'template_restored',
  'template_put_back',
  'template_moved',
  'command_chosen',
  'database_restored',
  'secret_rotated',
  'role_removed',
  'role_unassigned',
  'user_removed',
  'user_renamed',
  'user_moved',
  'organisation_renamed',
  'organisation_removed',
  'audit_purged',
  'content_removed',
  'board_added',
  'board_changed',
  'board_removed',
  'display_paired',
  'display_changed',
  'display_ended',
  'records_read',
  'records_exported',
  'records_bundled',
  'checkpoint_signed',
  'record_held',
  'record_released',
  'retention_applied',
] as const;

const entry = v.object({
  /** Unique number of the entry in the log. */
  number: v.fallback(v.number(), 0),
  /** Name of its kind in the log: one of `auditActions`, or of a later server. */
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
