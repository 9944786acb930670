import type { FastifyReply, FastifyRequest } from 'fastify';
import { XSRF_HEADER } from '#common/config/constants.ts';
import type { DisplayReading } from '#server/domain/boards/display-reading.ts';
import { Refusal } from '#server/domain/refusal.ts';
import type { InstallationSecret } from '#server/domain/credentials/secret.ts';
import type { Session, Sessions } from '#server/domain/session/sessions.ts';
import { isAntiForgeryToken } from '#server/domain/session/tokens.ts';
import type { DisplayRecord } from '#server/storage/stores/displays.ts';
import type { Cookies } from '../cookies.ts';
import type { BodyRoom } from './bodies.ts';
import type { Rate } from './rate.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The session of a route that requires one. */
    session: Session | null;
    /** The display of a route that is for displays. */
    display: DisplayRecord | null;
  }
}

/** The parts of `createGuards`. */
export type GuardParts = {
  sessions: Sessions;
  displayReading: Pick<DisplayReading, 'authenticate'>;
  cookies: Cookies;
  secret: InstallationSecret;
  rate: Rate;
  bodies: BodyRoom;
};

/** The guards of a route that needs a session. */
export type Guards = ReturnType<typeof createGuards>;

/**
 * @param family the session's
 * @returns the anti-forgery value of this session in the request
 * @throws {Refusal} forbidden when there is none, or another
 */
export async function requireAntiForgery(
  request: FastifyRequest,
  secret: InstallationSecret,
  family: string,
): Promise<string> {
  const token = request.headers[XSRF_HEADER.toLowerCase()];
  if (typeof token !== 'string' || !(await secret.accepts((key) => isAntiForgeryToken(key, family, token)))) {
    throw new Refusal(
      'forbidden',
      `The request lacks its anti-forgery header (${XSRF_HEADER}). Reload the page and try again.`,
    );
  }
  return token;
}

/** @param parts sessions, displays, cookies, the installation's secret, the limit on calls and the room for bodies */
export function createGuards({ sessions, displayReading, cookies, secret, rate, bodies }: GuardParts) {
  const displayBy = async (request: FastifyRequest): Promise<DisplayRecord | null> => {
    const token = cookies.display(request);
    return token === null ? null : displayReading.authenticate(token, request.ip);
  };
  return {
    /** @throws {Refusal} unauthenticated without a session (never a redirect); throttled when this user makes too many calls */
    async session(request: FastifyRequest): Promise<void> {
      const token = cookies.access(request);
      request.session = token === null ? null : await sessions.authenticate(token);
      if (!request.session) throw new Refusal('unauthenticated', 'You are not signed in, or your session has ended.');
      rate.count(request.session.actor.uuid);
    },
    /** @throws {Refusal} as `session`, for a display's own cookie, whatever session the request has */
    display: async (request: FastifyRequest): Promise<void> => {
      request.display = await displayBy(request);
      if (!request.display) throw new Refusal('unauthenticated', 'This screen is not a display, or it was ended.');
      rate.count(request.display.uuid);
    },
    /** Runs before `session`. @throws {Refusal} forbidden for a display's cookie without a session's */
    async noDisplay(request: FastifyRequest): Promise<void> {
      if (cookies.access(request) !== null) return;
      const display = await displayBy(request);
      if (!display) return;
      rate.count(display.uuid);
      throw new Refusal('forbidden', 'A display shows documents, and reads no records.');
    },
    /** Runs after `session`. @throws {Refusal} forbidden without the header that only this application's page can set */
    async antiForgery(request: FastifyRequest): Promise<void> {
      await requireAntiForgery(request, secret, sessionOf(request).family);
    },
    /** Runs last, on routes that take a body. @throws {Refusal} busy, while there is no room for this one */
    body(request: FastifyRequest, reply: FastifyReply): void {
      bodies.take(request, reply, sessionOf(request).actor.uuid);
    },
  };
}

/** The session of a request that passed the session guard. */
export function sessionOf(request: FastifyRequest): Session {
  if (!request.session) throw new Error('The route has no session guard.');
  return request.session;
}

/** The display of a request that passed the display guard. */
export function displayOf(request: FastifyRequest): DisplayRecord {
  if (!request.display) throw new Error('The route has no display guard.');
  return request.display;
}
