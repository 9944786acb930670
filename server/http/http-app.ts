import cookie from '@fastify/cookie';
import fastify, { LogController, type FastifyInstance } from 'fastify';
import type { DemoSignIn } from '#common/config/env.ts';
import type { Settings } from '#server/settings.ts';
import { createCookies } from './cookies.ts';
import { sendCallHeaders } from './guards/cors.ts';
import { handleErrors } from './errors.ts';
import { guardCalls, guardHost, withoutAuthority } from './guards/callers.ts';
import { createBodyRoom } from './guards/bodies.ts';
import { answerUnknown } from './guards/methods.ts';
import { createGuards } from './guards/session.ts';
import { healthRoutes } from './ops/health.ts';
import { logRequests, warnOfUnknownProxy } from './ops/log.ts';
import { metricsRoute } from './ops/metrics.ts';
import { openApiRoute } from './ops/openapi.ts';
import { connectionOptions } from './connections.ts';
import { createOrigins } from './origins.ts';
import { createRate } from './guards/rate.ts';
import { readJsonOnly, requireKnownRoutes, type Api, type Served } from './serve.ts';
import { addCalls, servedCalls, type CallParts } from './served.ts';
import { serveSpa, type Spa } from './ops/spa.ts';
import { limitTime } from './waiting.ts';

/** The rules and stores from which calls are answered, and the state of the server. */
export type HttpParts = Omit<CallParts, 'cookies' | 'origins'> & {
  /** True if the server can do its work; may reject. */
  isReady: () => Promise<boolean>;
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

  const served: Served[] = [];
  requireKnownRoutes(app, served);
  limitTime(app);
  logRequests(app);
  warnOfUnknownProxy(app);
  handleErrors(app);
  guardHost(app, origins, settings.frameUrl);
  answerUnknown(app, (path) => spa?.holds(path) ?? false);
  metricsRoute(app, { ...parts, token: settings.metricsToken });
  healthRoutes(app, parts);
  openApiRoute(app, servedCalls);
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
      served,
    };
    await addCalls(api, { ...parts, cookies, origins });
  });
  if (spa) {
    const { demo, firstRun } = parts;
    serveSpa(app, spa, {
      origins,
      frame: settings.frame,
      frameUrl: settings.frameUrl,
      demo,
      firstRun,
      cookies,
      provider: settings.identityProvider?.name ?? null,
    });
  }
  return app;
}
