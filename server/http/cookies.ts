import type { CookieSerializeOptions } from '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { XSRF_COOKIE } from '#common/config/constants.ts';
import type { TokenPair } from '#server/domain/session/sessions.ts';

/** The cookies of a session, and of a screen without one. Their names and flags follow the public address: over https they are bound to the host and to TLS. */
export type Cookies = ReturnType<typeof createCookies>;

/** Maximum seconds for which browsers keep a cookie. A display's is set again at each start of its page. */
const DISPLAY_LIFE = 400 * 86_400;

/**
 * @param isSecure true if users reach the server by https; some browsers refuse `Secure` on plain loopback
 * @param domain under which the application's pages on other hosts read the anti-forgery cookie, and that one alone;
 * null keeps it on this host
 */
export function createCookies(isSecure: boolean, domain: string | null) {
  const accessName = isSecure ? '__Host-at' : 'at';
  const refreshName = isSecure ? '__Secure-rt' : 'rt';
  const displayName = isSecure ? '__Host-display' : 'display';
  const pairingName = isSecure ? '__Secure-pairing' : 'pairing';
  const atProviderName = isSecure ? '__Host-at-provider' : 'at-provider';
  const hidden: CookieSerializeOptions = { httpOnly: true, sameSite: 'strict', secure: isSecure };
  const access = { ...hidden, path: '/' };
  const refresh = { ...hidden, path: '/auth' };
  const pairing = { ...hidden, path: '/v1/displays/pairings' };
  // Not for a domain: a page of a neighbour host could set another one, and so decide whose sign-in ends here.
  const atProvider = { ...hidden, path: '/' };
  const ofHost = { ...hidden, httpOnly: false, path: '/' };
  const readable = domain === null ? ofHost : { ...ofHost, domain };
  const read = ({ cookies }: FastifyRequest, name: string): string | null => cookies[name] || null;
  return {
    access: (request: FastifyRequest): string | null => read(request, accessName),
    refresh: (request: FastifyRequest): string | null => read(request, refreshName),
    /** True if a request may be one of a session, perhaps of one that has to be renewed. */
    hasSession: ({ cookies }: FastifyRequest): boolean => Boolean(cookies[accessName] ?? cookies[XSRF_COOKIE]),
    /** Sets a session's tokens and its anti-forgery value in the browser. */
    give(reply: FastifyReply, tokens: TokenPair, antiForgery: string): void {
      reply.setCookie(accessName, tokens.access, { ...access, maxAge: tokens.accessLife });
      reply.setCookie(refreshName, tokens.refresh, { ...refresh, maxAge: tokens.refreshLife });
      // A cookie from before the domain was set would be read instead of the new one.
      if (domain !== null) reply.clearCookie(XSRF_COOKIE, ofHost);
      reply.setCookie(XSRF_COOKIE, antiForgery, { ...readable, maxAge: tokens.refreshLife });
    },
    /** Removes them. */
    clear(reply: FastifyReply): void {
      reply.clearCookie(accessName, access);
      reply.clearCookie(refreshName, refresh);
      reply.clearCookie(XSRF_COOKIE, readable);
      if (domain !== null) reply.clearCookie(XSRF_COOKIE, ofHost);
    },
    /** A display's token. */
    display: (request: FastifyRequest): string | null => read(request, displayName),
    giveDisplay(reply: FastifyReply, token: string): void {
      reply.setCookie(displayName, token, { ...access, maxAge: DISPLAY_LIFE });
    },
    /** The claim of a screen's pairing. */
    pairing: (request: FastifyRequest): string | null => read(request, pairingName),
    /** @param life in seconds */
    givePairing(reply: FastifyReply, claim: string, life: number): void {
      reply.setCookie(pairingName, claim, { ...pairing, maxAge: life });
    },
    /** Binds a sign-in by the identity provider to this browser. */
    atProvider: (request: FastifyRequest): string | null => read(request, atProviderName),
    /** @param life in seconds */
    giveAtProvider(reply: FastifyReply, browser: string, life: number): void {
      reply.setCookie(atProviderName, browser, { ...atProvider, maxAge: life });
    },
  };
}
