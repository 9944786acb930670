import { type AuditAction, readAudit } from '#common/calls/audit.ts';
import { auditActions } from '#common/config/audit-actions.ts';
import { inspect } from '../guards/access.ts';
import * as v from 'valibot';
import { AUDIT_PAGE } from '#common/config/constants.ts';
import type { AuditReading } from '#server/domain/audit/audit-reading.ts';
import { queryIn } from '../query.ts';
import { picked, serve, type Api } from '../serve.ts';

const momentIn = (name: string) =>
  v.pipe(
    v.string(),
    v.check(
      (text) => v.is(v.pipe(v.string(), v.isoTimestamp()), text) && !Number.isNaN(Date.parse(text)),
      `'${name}' must be a moment such as 2026-01-31T00:00:00.000Z.`,
    ),
    v.transform((text) => new Date(text).toISOString()),
  );

const ACTIONS = Object.keys(auditActions) as AuditAction[];

const auditQuery = v.object({
  person: v.exactOptional(
    v.pipe(v.string("'person' must be one username."), v.maxLength(200, "'person' is too long.")),
  ),
  action: v.exactOptional(v.picklist(ACTIONS, "'action' must be one that the log knows.")),
  since: v.exactOptional(momentIn('since')),
  until: v.exactOptional(momentIn('until')),
  before: v.exactOptional(
    v.pipe(v.string(), v.regex(/^\d{1,15}$/, "'before' must be what a page gave as 'next'."), v.transform(Number)),
  ),
});

/** The same for the description. */
const AUDIT_QUERY = Object.entries({
  person: { type: 'string', description: 'A username or a uuid: what they did, and what was done to them.' },
  action: { enum: ACTIONS },
  since: { type: 'string', format: 'date-time' },
  until: { type: 'string', format: 'date-time' },
  before: { type: 'string' },
}).map(([name, schema]) => ({ name, in: 'query', schema }));

/** Routes of the audit log (`audit.read` in `capabilities`). */
export function auditRoutes(server: Api, { audit }: { audit: AuditReading }): void {
  const api: Api = { ...server, capability: 'audit.read' };
  serve(
    api,
    readAudit,
    {
      access: inspect,
      about: 'The audit log, newest first, in pages: `next` is the `before` of the next one',
      query: AUDIT_QUERY,
    },
    async ({ actor, request }) => {
      const { entries, next } = await audit.page(actor, { ...queryIn(auditQuery, request), limit: AUDIT_PAGE });
      return {
        success: true,
        entries: entries.map((one) => ({
          ...picked(one, 'number', 'action', 'at', 'address', 'detail'),
          actor: one.actor_name ?? one.actor,
          subject: one.subject_name ?? one.subject,
        })),
        next: next === null ? null : String(next),
      };
    },
  );
}
