import type { RequestListener } from 'node:http';
import cookie from '@fastify/cookie';
import fastify, { LogController, type FastifyInstance } from 'fastify';
import type { Archives } from '#server/domain/archives.ts';
import type { People } from '#server/domain/people.ts';
import type { Sessions } from '#server/domain/sessions.ts';
import type { SignInParts } from '#server/domain/sign-in.ts';
import type { Templates } from '#server/domain/templates.ts';
import type { Wips } from '#server/domain/wips.ts';
import type { Hub } from '#server/events/hub.ts';
import type { Settings } from '#server/settings.ts';
import type { Storage } from '#server/storage/port.ts';
import { archiveRoutes } from './archives.ts';
import { authRoutes } from './auth.ts';
import { createCookies } from './cookies.ts';
import { answerPreflights, createCallHeaders } from './cors.ts';
import { limitCalls } from './deadlines.ts';
import { docsRoute } from './docs-page.ts';
import { createDocumentReplies } from './document-reply.ts';
import { handleErrors } from './errors.ts';
import { eventRoutes } from './events.ts';
import { createGuards, guardCalls, guardHost } from './guards.ts';
import { healthRoutes } from './health.ts';
import { logStream, noteRequests, requestLines, type Note } from './log.ts';
import { metricsRoute } from './metrics.ts';
import { openApiRoute } from './openapi.ts';
import { createNodeServer } from './node-server.ts';
import { createOrigins } from './origins.ts';
import { peopleRoutes } from './people.ts';
import type { Finder } from './prepared.ts';
import { createRate } from './rate.ts';
import { createRepeats } from './repeats.ts';
import { callHeaders, readJsonOnly, requireKnownRoutes, type Api } from './route.ts';
import { shortWay } from './short-way.ts';
import type { SpaFiles } from './spa-files.ts';
import { findFiles, serveSpa } from './spa.ts';
import { templateRoutes } from './templates.ts';
import { wipRoutes } from './wips.ts';

/** What the addresses of section 7 are answered from. */
export type HttpParts = {
  sessions: Sessions;
  signIn: SignInParts;
  secret: string;
  templates: Templates;
  wips: Wips;
  archives: Archives;
  people: People;
  hub: Hub;
  /** Keeps what was made of the database until that changes. */
  remember: Storage['remember'];
  /** The name of the database's state, where it has one. */
  state: Storage['state'];
  now: () => Date;
  /** Whether the server can do its work; may reject. */
  isReady: () => Promise<boolean>;
};

/** quality.md, "Bodies": bytes of any body but a save's. */
const BODY_LIMIT = 64 * 1024;
/** quality.md, "Time-outs", in milliseconds; those of connections: `node-server.ts`. */
const HANDLER_TIMEOUT = 8_000;

/**
 * Section 7 over HTTP, and the built application beside it.
 * @param settings addresses, limits and the folder of the application
 * @param parts the rules
 * @param spa the built application, or null where somebody else serves it
 */
export async function createHttpApp(
  settings: Settings,
  parts: HttpParts,
  spa: SpaFiles | null,
): Promise<FastifyInstance> {
  const log = logStream();
  const { sessions, secret, people } = parts;
  const ids = counter();
  const repeats = createRepeats(parts);
  let findFile: Finder = () => null;
  let isEnding = false;
  let note: Note = () => undefined;
  const app: FastifyInstance = fastify({
    bodyLimit: BODY_LIMIT,
    exposeHeadRoutes: false,
    trustProxy: settings.trustProxy ?? false,
    logger: { level: settings.logLevel, stream: log },
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: ids,
    serverFactory: (handler) => {
      const short = shortWay(
        {
          repeats,
          findFile: (request) => findFile(request),
          nextId: ids,
          note: (answered) => note(answered),
        },
        handler,
      );
      // A server that ends turns calls away.
      const answer: RequestListener = (request, response) => (isEnding ? handler : short)(request, response);
      return createNodeServer(settings.tls, answer);
    },
  });
  const origins = createOrigins(settings, () => {
    const address = app.server.address();
    return address && typeof address === 'object' ? address.port : settings.port;
  });
  const cookies = createCookies(origins.isSecure, settings.cookieDomain);

  requireKnownRoutes(app);
  noteRequests(app, (answered) => note(answered));
  app.addHook('preClose', async () => {
    isEnding = true;
  });
  app.addHook('onClose', async () => log.end());
  limitCalls(app, HANDLER_TIMEOUT);
  handleErrors(app);
  guardHost(app, origins, settings.frameUrl);
  const count = metricsRoute(app, { hub: parts.hub, token: settings.metricsToken });
  const line = requestLines(log, settings.logLevel);
  note = (answered) => {
    line(answered);
    count(answered);
  };
  healthRoutes(app, parts.isReady);
  openApiRoute(app);
  docsRoute(app);
  app.decorateRequest('session', null);
  app.setNotFoundHandler((_request, reply) =>
    reply.headers(callHeaders).code(404).send({ message: 'There is nothing at this address.' }),
  );
  // Parsed by who asks for them: most requests need one of them, files none.
  await app.register(cookie, { hook: false });
  await app.register(async (calls) => {
    const headersFor = createCallHeaders(settings.appOrigins);
    calls.addHook('onRequest', (request, reply, done) => {
      reply.headers(headersFor(request));
      done();
    });
    guardCalls(calls, origins);
    readJsonOnly(calls);
    answerPreflights(calls, settings.appOrigins);
    const api: Api = {
      app: calls,
      guards: createGuards({ sessions, cookies, secret, rate: createRate(settings.callsMax) }),
      repeats,
    };
    const documents = createDocumentReplies();
    authRoutes(api, { signIn: parts.signIn, sessions, cookies, secret });
    templateRoutes(api, { ...parts, documents });
    wipRoutes(api, { ...parts, documents });
    archiveRoutes(api, { ...parts, documents });
    eventRoutes(api, { ...parts, headersFor });
    peopleRoutes(api, people);
  });
  if (spa) serveSpa(app, spa, { origins, frame: settings.frame, frameUrl: settings.frameUrl });
  if (spa) findFile = findFiles(spa, origins);
  return app;
}

/** Names of requests, by which the lines of the log about one are found. */
function counter(): () => string {
  let last = 0;
  return () => {
    last += 1;
    return `req-${last.toString(36)}`;
  };
}
