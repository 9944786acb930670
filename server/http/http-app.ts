import cookie from '@fastify/cookie';
import fastify, { LogController, type FastifyInstance } from 'fastify';
import type { DemoSignIn } from '#common/config/env.ts';
import type { Account } from '#server/domain/session/account.ts';
import type { AuditReading } from '#server/domain/audit/audit-reading.ts';
import type { Archives } from '#server/domain/documents/archives.ts';
import type { Boards } from '#server/domain/boards/boards.ts';
import type { DisplayReading } from '#server/domain/boards/display-reading.ts';
import type { FirstRun } from '#server/domain/session/first-run.ts';
import type { Displays } from '#server/domain/boards/displays.ts';
import type { Pages } from '#server/domain/pages.ts';
import type { Presence } from '#server/domain/documents/presence.ts';
import type { PeopleAdmin } from '#server/domain/people/people-admin.ts';
import type { RoleAdmin } from '#server/domain/people/role-admin.ts';
import type { People } from '#server/domain/people/people.ts';
import type { InstallationSecret } from '#server/domain/credentials/secret.ts';
import type { Sessions } from '#server/domain/session/sessions.ts';
import type { SignInParts } from '#server/domain/session/sign-in.ts';
import type { ProviderSignIn } from '#server/domain/session/provider-sign-in.ts';
import type { RecentChanges } from '#server/domain/documents/recent-changes.ts';
import type { PutBack } from '#server/domain/documents/submissions.ts';
import type { Suggestions } from '#server/domain/documents/suggestions.ts';
import type { TemplateAdmin } from '#server/domain/templates/template-admin.ts';
import type { Templates } from '#server/domain/templates/templates.ts';
import type { Wips } from '#server/domain/documents/wips.ts';
import type { Hub } from '#server/events/hub.ts';
import type { Settings } from '#server/settings.ts';
import type { Condition } from '#server/storage/lifecycle/disk.ts';
import { announcedToPeople } from './announced.ts';
import { accountRoutes } from './routes/account.ts';
import { archiveRoutes } from './routes/archives.ts';
import { auditRoutes } from './routes/audit.ts';
import { authRoutes } from './routes/auth.ts';
import { boardRoutes } from './routes/boards.ts';
import { createCookies } from './cookies.ts';
import { sendCallHeaders } from './guards/cors.ts';
import { displayRoutes } from './routes/displays.ts';
import { createDocumentReplies } from './document-reply.ts';
import { handleErrors } from './errors.ts';
import { eventRoutes } from './routes/events.ts';
import { guardCalls, guardHost, withoutAuthority } from './guards/callers.ts';
import { createBodyRoom } from './guards/bodies.ts';
import { answerUnknown } from './guards/methods.ts';
import { createGuards } from './guards/session.ts';
import { healthRoutes } from './ops/health.ts';
import { logRequests, warnOfUnknownProxy } from './ops/log.ts';
import { metricsRoute, type Operation } from './ops/metrics.ts';
import { openApiRoute } from './ops/openapi.ts';
import { connectionOptions } from './connections.ts';
import { createOrigins } from './origins.ts';
import { peopleRoutes } from './routes/people.ts';
import { presenceRoutes } from './routes/presence.ts';
import { createRate } from './guards/rate.ts';
import { readJsonOnly, requireKnownRoutes, type Api } from './route.ts';
import { suggestionRoutes } from './routes/suggestions.ts';
import { serveSpa, type Spa } from './ops/spa.ts';
import { roleRoutes } from './routes/roles.ts';
import { templateAdminRoutes } from './routes/template-admin.ts';
import { templateRoutes } from './routes/templates.ts';
import { usageRoute, type UsageParts } from './routes/usage.ts';
import { wipRoutes } from './routes/wips.ts';
import { limitTime } from './waiting.ts';

/** The rules and stores from which calls are answered. */
export type HttpParts = {
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
  hub: Hub;
  /** True if the server can do its work; may reject. */
  isReady: () => Promise<boolean>;
  /** State of the installation, for monitors; may reject. */
  operation: () => Promise<Operation>;
  /** State of the database's disk. */
  condition: Condition;
  /** True if this process has not received the events of others for some time. */
  isCutOff: () => boolean;
  /** The demo's sign-ins, if the database contains the demo. */
  demo: readonly DemoSignIn[];
};

/** Maximum bytes of any body except a save's. */
const BODY_LIMIT = 64 * 1024;

/**
 * Every call of the application over HTTP, and the built application besides them.
 * @param settings addresses, limits and the folder of the application
 * @param parts the rules
 * @param spa the built application, or null if another server serves it
 */
export async function createHttpApp(settings: Settings, parts: HttpParts, spa: Spa | null): Promise<FastifyInstance> {
  const { sessions, secret } = parts;
  const app: FastifyInstance = fastify({
    ...connectionOptions(settings.tls),
    bodyLimit: BODY_LIMIT,
    exposeHeadRoutes: false,
    rewriteUrl: ({ url = '/' }) => withoutAuthority(url),
    trustProxy: settings.trustProxy ?? false,
    logger: { level: settings.logLevel },
    logController: new LogController({ disableRequestLogging: true }),
  });
  const origins = createOrigins(settings, () => {
    const address = app.server.address();
    return address && typeof address === 'object' ? address.port : settings.port;
  });
  const cookies = createCookies(origins.isSecure, settings.cookieDomain);

  requireKnownRoutes(app);
  limitTime(app);
  logRequests(app);
  warnOfUnknownProxy(app);
  handleErrors(app);
  guardHost(app, origins, settings.frameUrl);
  answerUnknown(app, (path) => spa?.holds(path) ?? false);
  metricsRoute(app, { ...parts, token: settings.metricsToken });
  healthRoutes(app, parts);
  openApiRoute(app);
  app.decorateRequest('session', null);
  app.decorateRequest('display', null);
  await app.register(cookie);
  await app.register(async (calls) => {
    sendCallHeaders(calls, settings.appOrigins);
    guardCalls(calls, origins);
    readJsonOnly(calls);
    const api: Api = {
      app: calls,
      guards: createGuards({
        sessions,
        displayReading: parts.displayReading,
        cookies,
        secret,
        rate: createRate(settings.callsMax),
        bodies: createBodyRoom(),
      }),
    };
    const documents = createDocumentReplies();
    const announced = announcedToPeople(settings);
    authRoutes(api, { ...parts, cookies, origins, announced });
    templateRoutes(api, { ...parts, documents });
    await templateAdminRoutes(api, parts.templateAdmin);
    wipRoutes(api, { ...parts, documents, presence: settings.hasPresence ? parts.presence : null });
    archiveRoutes(api, { ...parts, documents });
    eventRoutes(api, parts);
    if (settings.hasPresence) presenceRoutes(api, parts);
    if (parts.suggestions) suggestionRoutes(api, parts.suggestions);
    peopleRoutes(api, parts);
    accountRoutes(api, parts);
    auditRoutes(api, parts.audit);
    roleRoutes(api, parts.roles);
    usageRoute(api, parts);
    boardRoutes(api, parts);
    displayRoutes(api, { ...parts, documents, cookies });
  });
  if (spa) {
    const { demo, firstRun } = parts;
    serveSpa(app, spa, {
      origins,
      frame: settings.frame,
      frameUrl: settings.frameUrl,
      demo,
      firstRun,
      provider: settings.identityProvider?.name ?? null,
    });
  }
  return app;
}
