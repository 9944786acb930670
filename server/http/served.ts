import fastify from 'fastify';
import { type Capability, capabilities } from '#common/config/capabilities.ts';
import { ADMIN_PERMISSION } from '#common/config/constants.ts';
import type { Actor } from '#server/domain/access.ts';
import { createDocumentReplies } from './document-reply.ts';
import type { Guards } from './guards/session.ts';
import { accountRoutes } from './routes/account.ts';
import { archiveRoutes } from './routes/archives.ts';
import { auditRoutes } from './routes/audit.ts';
import { authRoutes } from './routes/auth.ts';
import { boardRoutes } from './routes/boards.ts';
import { displayRoutes } from './routes/displays.ts';
import { eventRoutes } from './routes/events.ts';
import { peopleRoutes } from './routes/people.ts';
import { presenceRoutes } from './routes/presence.ts';
import { recordExportRoutes } from './routes/record-exports.ts';
import { holdRoutes, recordRoutes } from './routes/records.ts';
import { suggestionRoutes } from './routes/suggestions.ts';
import { roleRoutes } from './routes/roles.ts';
import { templateAdminRoutes } from './routes/template-admin.ts';
import { templateRoutes } from './routes/templates.ts';
import { usageRoute } from './routes/usage.ts';
import { wipRoutes } from './routes/wips.ts';
import type { Api, Served } from './serve.ts';

/** The routes of all calls: each names the parts that it needs, and adds none where its part is null: `turnedOff` has to have its capability then. */
const routes = [
  authRoutes,
  templateRoutes,
  templateAdminRoutes,
  wipRoutes,
  archiveRoutes,
  recordExportRoutes,
  holdRoutes,
  recordRoutes,
  eventRoutes,
  presenceRoutes,
  suggestionRoutes,
  peopleRoutes,
  accountRoutes,
  auditRoutes,
  roleRoutes,
  usageRoute,
  boardRoutes,
  displayRoutes,
];

/** The rules and stores from which calls are answered: all parts that one of the routes needs, but those that are made here. */
export type CallParts = Omit<
  [(typeof routes)[number]] extends [(api: Api, parts: infer Parts) => unknown] ? Parts : never,
  'documents' | 'announce'
>;

/** Adds every call of the application. */
export async function addCalls(api: Api, parts: CallParts): Promise<void> {
  const turnedOff: Capability[] = [
    ...(parts.presence ? [] : (['presence'] as const)),
    ...(parts.suggestions ? [] : (['regions.suggestions'] as const)),
  ];
  const announce = (caller: Parameters<typeof announcedTo>[2]) => announcedTo(api.served, turnedOff, caller);
  const all = { ...parts, announce, documents: createDocumentReplies() };
  // oxlint-disable-next-line no-await-in-loop -- in the order of the description
  for (const add of routes) await add(api, all);
}

const ADMINISTRATORS: readonly string[] = ['administer', 'site'];

/**
 * The capabilities of this host that a caller gets: those that announce no call of their own, and those of which the caller may make a call.
 * @param served the calls of this host
 * @param turnedOff by its operator
 */
function announcedTo(
  served: readonly Served[],
  turnedOff: readonly Capability[],
  caller: 'display' | Pick<Actor, 'permission'>,
): Capability[] {
  return Object.values(capabilities).filter((one) => {
    if (turnedOff.includes(one)) return false;
    const needs = served.filter(({ capability }) => capability === one).map(({ access }) => access.needs);
    if (needs.length === 0) return true;
    if (caller === 'display') return needs.includes('display');
    return caller.permission >= ADMIN_PERMISSION || needs.some((level) => !ADMINISTRATORS.includes(level));
  });
}

/** Every call that this server can serve, without a server behind it: for the description, and for the tests. */
export async function servedCalls(): Promise<readonly Served[]> {
  const api: Api = { app: fastify(), guards: {} as Guards, served: [] };
  // No handler runs, so that none of the parts is needed.
  const none = { presence: {}, suggestions: {}, usage: {} };
  await addCalls(api, none as unknown as CallParts);
  await api.app.ready();
  return api.served;
}
