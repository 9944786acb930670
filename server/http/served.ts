import fastify from 'fastify';
import { type Capability, capabilities } from '#common/calls/capabilities.ts';
import { ADMIN_PERMISSION } from '#common/config/constants.ts';
import type { Actor } from '#server/domain/access.ts';
import type { Account } from '#server/domain/session/account.ts';
import type { AuditReading } from '#server/domain/audit/audit-reading.ts';
import type { Archives } from '#server/domain/documents/archives.ts';
import type { Boards } from '#server/domain/boards/boards.ts';
import type { DisplayReading } from '#server/domain/boards/display-reading.ts';
import type { FirstRun } from '#server/domain/session/first-run.ts';
import type { Displays } from '#server/domain/boards/displays.ts';
import type { ReceivedNotes } from '#server/domain/boards/received.ts';
import type { Pages } from '#server/domain/pages.ts';
import type { Presence } from '#server/domain/documents/presence.ts';
import type { PeopleAdmin } from '#server/domain/people/people-admin.ts';
import type { RoleAdmin } from '#server/domain/people/role-admin.ts';
import type { People } from '#server/domain/people/people.ts';
import type { InstallationSecret } from '#server/domain/credentials/secret.ts';
import type { Sessions } from '#server/domain/session/sessions.ts';
import type { SignInParts } from '#server/domain/session/sign-in.ts';
import type { ProviderSignIn } from '#server/domain/session/provider-sign-in.ts';
import type { RecordExports } from '#server/domain/records/export.ts';
import type { Holds } from '#server/domain/holds.ts';
import type { Records } from '#server/domain/records/records.ts';
import type { RecentChanges } from '#server/domain/documents/recent-changes.ts';
import type { PutBack } from '#server/domain/documents/submissions.ts';
import type { Suggestions } from '#server/domain/documents/suggestions.ts';
import type { TemplateAdmin } from '#server/domain/templates/template-admin.ts';
import type { Templates } from '#server/domain/templates/templates.ts';
import type { Wips } from '#server/domain/documents/wips.ts';
import type { Hub } from '#server/events/hub.ts';
import type { Settings } from '#server/settings.ts';
import type { Storage } from '#server/storage/storage.ts';
import type { Condition } from '#server/storage/lifecycle/disk.ts';
import type { Cookies } from './cookies.ts';
import { createDocumentReplies } from './document-reply.ts';
import type { Guards } from './guards/session.ts';
import type { Operation } from './ops/metrics.ts';
import type { Origins } from './origins.ts';
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
import { usageRoute, type UsageParts } from './routes/usage.ts';
import { wipRoutes } from './routes/wips.ts';
import type { Api, Served } from './serve.ts';

/** The rules and stores from which calls are answered. */
export type CallParts = {
  sessions: Sessions;
  signIn: SignInParts;
  firstRun: FirstRun;
  /** Null if the operator has named no identity provider. */
  providerSignIn: ProviderSignIn | null;
  secret: InstallationSecret;
  /** The secret from which marks are made. */
  marks: string;
  templates: Templates;
  wips: Wips;
  archives: Archives;
  putBack: PutBack;
  recentChanges: RecentChanges;
  records: Records;
  /** Checkpoints and keys. */
  proof: Storage['checkpoints'];
  recordExports: RecordExports;
  holds: Holds;
  people: People;
  admin: PeopleAdmin;
  templateAdmin: TemplateAdmin;
  account: Account;
  audit: AuditReading;
  roles: RoleAdmin;
  /** For the used parts of the budgets. */
  usage: UsageParts['usage'];
  pages: Pages;
  boards: Boards;
  presence: Presence;
  /** Null if the operator has turned them off. */
  suggestions: Suggestions | null;
  displays: Displays;
  displayReading: DisplayReading;
  received: ReceivedNotes;
  hub: Hub;
  /** State of the installation, for monitors; may reject. */
  operation: () => Promise<Operation>;
  /** State of the database's disk. */
  condition: Condition;
  /** True if this process has not received the events of others for some time. */
  isCutOff: () => boolean;
  cookies: Cookies;
  origins: Origins;
  settings: Pick<Settings, 'hasPresence'>;
};

/** Adds every call of the application. */
export async function addCalls(api: Api, parts: CallParts): Promise<void> {
  const { settings, suggestions } = parts;
  const documents = createDocumentReplies();
  const turnedOff: Capability[] = [
    ...(settings.hasPresence ? [] : (['presence'] as const)),
    ...(suggestions ? [] : (['regions.suggestions'] as const)),
  ];
  const announce = (caller: Parameters<typeof announcedTo>[2]) => announcedTo(api.served, turnedOff, caller);
  authRoutes(api, { ...parts, announce });
  templateRoutes(api, { ...parts, documents });
  await templateAdminRoutes(api, parts.templateAdmin);
  wipRoutes(api, { ...parts, documents, presence: settings.hasPresence ? parts.presence : null });
  archiveRoutes(api, { ...parts, documents });
  recordExportRoutes(api, parts);
  holdRoutes(api, parts.holds);
  recordRoutes(api, parts);
  eventRoutes(api, parts);
  if (settings.hasPresence) presenceRoutes(api, parts);
  if (suggestions) suggestionRoutes(api, suggestions);
  peopleRoutes(api, parts);
  accountRoutes(api, parts);
  auditRoutes(api, parts.audit);
  roleRoutes(api, parts.roles);
  usageRoute(api, parts);
  boardRoutes(api, parts);
  displayRoutes(api, { ...parts, documents, announce });
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
  const none = { settings: { hasPresence: true }, suggestions: {}, usage: {} };
  await addCalls(api, none as unknown as CallParts);
  await api.app.ready();
  return api.served;
}
