import type { FastifyRequest } from 'fastify';
import * as v from 'valibot';
import { auditActions } from '#common/calls/audit.ts';
import { AUDIT_PAGE } from '#common/config/constants.ts';
import type { AuditQuestion, AuditReading } from '#server/domain/audit/audit-reading.ts';
import { Refusal } from '#server/domain/refusal.ts';
import { addRoute, type Api } from '../route.ts';

const momentIn = (name: string) =>
  v.pipe(
    v.string(),
    v.check(
      (text) => v.is(v.pipe(v.string(), v.isoTimestamp()), text) && !Number.isNaN(Date.parse(text)),
      `'${name}' must be a moment such as 2026-01-31T00:00:00.000Z.`,
    ),
    v.transform((text) => new Date(text).toISOString()),
  );

const auditQuery = v.object({
  person: v.exactOptional(
    v.pipe(v.string("'person' must be one username."), v.maxLength(200, "'person' is too long.")),
  ),
  action: v.exactOptional(v.picklist(auditActions, "'action' must be one that the log knows.")),
  since: v.exactOptional(momentIn('since')),
  until: v.exactOptional(momentIn('until')),
  before: v.exactOptional(
    v.pipe(v.string(), v.regex(/^\d{1,15}$/, "'before' must be what a page gave as 'next'."), v.transform(Number)),
  ),
});

/** @throws {Refusal} invalid, in words */
function questionIn({ query }: FastifyRequest): Omit<AuditQuestion, 'limit'> {
  const parsed = v.safeParse(auditQuery, query, { abortEarly: true });
  if (!parsed.success) throw new Refusal('invalid', parsed.issues[0].message);
  return parsed.output;
}

/** Routes of the audit log (`audit.read` in `capabilities`). */
export function auditRoutes(api: Api, audit: AuditReading): void {
  addRoute(api, {
    route: 'GET /v1/audit',
    async handle({ actor, request }) {
      const { entries, next } = await audit.page(actor, { ...questionIn(request), limit: AUDIT_PAGE });
      return {
        success: true,
        entries: entries.map((one) => ({
          number: one.number,
          action: one.action,
          at: one.at,
          actor: one.actor_name ?? one.actor,
          subject: one.subject_name ?? one.subject,
          address: one.address,
          detail: one.detail,
        })),
        next: next === null ? null : String(next),
      };
    },
  });
}
