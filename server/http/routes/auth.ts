import {
  beginAtProvider,
  beginFirstRun,
  refreshSession,
  returnFromProvider,
  signIn as signInCall,
  signOut,
  verifySession,
} from '#common/calls/session-calls.ts';
import { loginReply, providerBeginReply, verifyReply } from '#common/calls/session.ts';
import { ownCheck, read } from '../guards/access.ts';
import { firstRunRequest, loginRequest, providerReturnRequest } from '#common/calls/requests.ts';
import type { Actor } from '#server/domain/access.ts';
import type { FirstRun } from '#server/domain/session/first-run.ts';
import type { ProviderSignIn } from '#server/domain/session/provider-sign-in.ts';
import { Refusal } from '#server/domain/refusal.ts';
import type { InstallationSecret } from '#server/domain/credentials/secret.ts';
import type { Sessions, TokenPair } from '#server/domain/session/sessions.ts';
import { signIn, type SignInParts } from '#server/domain/session/sign-in.ts';
import { networkOf, plainAddress } from '#server/domain/credentials/throttle.ts';
import { usernameKey } from '#server/storage/names.ts';
import { antiForgeryToken, browserOf, draftsKey, draftsMark, signedBrowser } from '#server/domain/session/tokens.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { paths } from '#common/config/paths.ts';
import type { Cookies } from '../cookies.ts';
import type { Origins } from '../origins.ts';
import { createRate } from '../guards/rate.ts';
import { requireAntiForgery, sessionOf } from '../guards/session.ts';
import { serve, serveAnyone, type Api } from '../serve.ts';
import { waitingOf } from '../waiting.ts';

/**
 * Maximum a second of sign-ins of one name from one network, and of refreshes of one session, and seconds of them that
 * may be saved up: each is written.
 */
const SIGN_INS_MAX = 0.5;
const REFRESHES_MAX = 0.5;
const SAVED = 600;
/**
 * Maximum a second of codes of the first run that one network may try, and seconds whose tries may be saved up: users
 * mistype passwords, too.
 */
const FIRST_RUNS_MAX = 1 / 30;
const FIRST_RUNS_SAVED = 600;
/** Seconds in which `startsMax` sign-ins by the provider may be begun in one network. */
const STARTS_TIME = 900;
/** Seconds for which a browser is known in which a user has signed in by the provider, as networks are (ADR 23). */
const BROWSER_LIFE = 90 * 86_400;
/** Maximum characters that are stored of a browser's user agent. */
const AGENT_MAX = 300;

/** The parts of `authRoutes`. */
export type AuthParts = {
  signIn: SignInParts;
  firstRun: FirstRun;
  /** Null if the operator has named no identity provider. */
  providerSignIn: ProviderSignIn | null;
  origins: Pick<Origins, 'ofHost'>;
  sessions: Sessions;
  cookies: Cookies;
  secret: InstallationSecret;
  /** The secret from which marks are made. */
  marks: string;
  /** The capabilities of this host that a user gets. */
  announce: (user: Actor) => readonly string[];
};

/** Sources of a session's reply: the installation's secret and that for marks, and the capabilities of this host. */
type SessionSources = Pick<AuthParts, 'marks' | 'announce' | 'providerSignIn'> & { secret: string };

/** A user; `isFactorDue`: they have to set up a second factor first. */
type Described = { actor: Actor; isFactorDue: boolean };

const described = async (
  { actor, isFactorDue }: Described,
  { secret, marks, announce, providerSignIn }: SessionSources,
) => ({
  success: true,
  username: actor.username,
  uuid: actor.uuid,
  organization: actor.organization_name,
  permission: actor.permission,
  capabilities: announce(actor),
  drafts_key: draftsKey(secret, actor.uuid),
  drafts_mark: draftsMark(marks, actor.uuid),
  must_change_password: actor.password_until !== null,
  must_set_second_factor: isFactorDue,
  command_docs: { left: actor.command_left, right: actor.command_right },
  identity_provider: (await providerSignIn?.linkOf(actor.uuid)) ?? null,
});

const placeOf = (request: FastifyRequest) => ({
  address: request.ip,
  agent: request.headers['user-agent']?.slice(0, AGENT_MAX) ?? null,
  waiting: waitingOf(request),
});

/** Signing in and out, the session check and its refresh (`s7.login`, `s7.logout`, `s7.verify`, `s7.refresh`). */
export function authRoutes(api: Api, parts: AuthParts): void {
  const { signIn: signInParts, firstRun, providerSignIn, origins, sessions, cookies, secret, marks, announce } = parts;

  /** The session family of the request's cookies, alive or not. */
  const familyOf = async (request: FastifyRequest): Promise<string | null> => {
    const access = cookies.access(request);
    const session = access === null ? null : await sessions.authenticate(access);
    const refresh = cookies.refresh(request);
    return session?.family ?? (refresh === null ? null : await sessions.familyOf(refresh));
  };

  const signIns = createRate(SIGN_INS_MAX, SAVED);
  const refreshes = createRate(REFRESHES_MAX, SAVED);
  const starts = createRate((providerSignIn?.startsMax ?? 1) / STARTS_TIME, STARTS_TIME);
  const startsOfBrowser = createRate(SIGN_INS_MAX, SAVED);
  const strayReturns = createRate(SIGN_INS_MAX, SAVED);
  const firstRuns = createRate(FIRST_RUNS_MAX, FIRST_RUNS_SAVED);

  /** Gives the browser the session, which replaces the one that it had. */
  const admit = async (
    request: FastifyRequest,
    reply: FastifyReply,
    { tokens, ...who }: Described & { tokens: TokenPair },
  ) => {
    const before = await familyOf(request);
    if (before !== null) await sessions.end(before);
    const key = await secret.current();
    cookies.give(reply, tokens, antiForgeryToken(key, tokens.family));
    return described(who, { secret: key, marks, announce, providerSignIn });
  };

  const signingIn = {
    access: ownCheck,
    about: 'Sign in',
    body: loginRequest,
    reply: loginReply,
    refusals: { 429: 'Too many failed sign-ins.' },
    busy: 'too many sign in, ',
  };
  serveAnyone(api, signInCall, signingIn, async ({ body: credentials, request, reply }) => {
    // By network too, so that a client elsewhere cannot use up a user's sign-ins.
    signIns.count(`${usernameKey(credentials.username)}\n${networkOf(plainAddress(request.ip))}`);
    const opened = await signIn(signInParts, credentials, {
      ...placeOf(request),
      note: (note) => request.log.warn(note, `sign-in ${note.signIn}`),
    });
    return admit(request, reply, opened);
  });

  const beginning = {
    access: ownCheck,
    about: 'Make the first administrator and their organization with the code that the server printed, and sign in',
    body: firstRunRequest,
    reply: loginReply,
    status: 201,
    refusals: { 410: 'There are users: it is over.', 429: 'Too many tries.' },
  } as const;
  serveAnyone(api, beginFirstRun, beginning, async ({ body: wanted, request, reply }) => {
    firstRuns.count(networkOf(plainAddress(request.ip)));
    const opened = await firstRun.begin(wanted, placeOf(request));
    return admit(request, reply, opened);
  });

  const requireProvider = (): ProviderSignIn => {
    if (!providerSignIn) throw new Refusal('missing', 'No identity provider is set up here.');
    return providerSignIn;
  };
  const atProvider = async (request: FastifyRequest) => {
    const cookie = cookies.atProvider(request);
    return cookie === null ? { browser: null, isSigned: false } : browserOf(await secret.current(), cookie);
  };
  /** The address of the application to which the provider sends the user back: it is never one of a call. */
  const returnAddress = (request: FastifyRequest): URL =>
    new URL(paths.loginReturn(), origins.ofHost(request.headers.host) ?? undefined);

  const leaving = {
    access: ownCheck,
    about: 'Where the identity provider signs somebody in; the answer is for this browser alone',
    reply: providerBeginReply,
    refusals: { 404: 'No identity provider is set up.', 429: 'Too many sign-ins were begun.' },
  };
  serveAnyone(api, beginAtProvider, leaving, async ({ request, reply }) => {
    const provider = requireProvider();
    const known = await atProvider(request);
    // A known browser has its own limit, so that others in its network cannot use up its sign-ins.
    if (known.browser !== null && known.isSigned) startsOfBrowser.count(known.browser);
    else starts.count(networkOf(plainAddress(request.ip)));
    const { url, browser } = await provider.begin(returnAddress(request).href, known.browser);
    if (!known.isSigned) cookies.giveAtProvider(reply, browser, provider.life);
    return { success: true, url };
  });

  const returning = {
    access: ownCheck,
    about: 'Sign in with what the identity provider answered, as the query with which it led back has it',
    body: providerReturnRequest,
    reply: loginReply,
    refusals: { 404: 'No identity provider is set up.', 429: 'Too many answers that were not asked for.' },
  };
  serveAnyone(api, returnFromProvider, returning, async ({ body: { answer }, request, reply }) => {
    const provider = requireProvider();
    const answered = returnAddress(request);
    answered.search = answer;
    const { browser } = await atProvider(request);
    // An answer to a sign-in that was begun here comes once, and its start was counted.
    if (!(await provider.isOwn(answered, browser))) strayReturns.count(networkOf(plainAddress(request.ip)));
    const opened = await provider.finish(answered, browser, {
      ...placeOf(request),
      note: (note) => request.log.warn(note, `sign-in ${note.signIn}`),
    });
    if (browser !== null) cookies.giveAtProvider(reply, signedBrowser(await secret.current(), browser), BROWSER_LIFE);
    return admit(request, reply, opened);
  });

  serve(
    api,
    verifySession,
    { access: { ...read(), withOneTimePassword: true }, about: 'Who is signed in', reply: verifyReply },
    async ({ request }) =>
      described(sessionOf(request), { secret: await secret.current(), marks, announce, providerSignIn }),
  );

  const refreshing = { access: ownCheck, about: 'Exchange the refresh token' };
  serveAnyone(api, refreshSession, refreshing, async ({ request, reply }) => {
    const presented = cookies.refresh(request);
    const family = presented === null ? null : await sessions.familyOf(presented);
    if (presented === null || family === null) throw ended();
    refreshes.count(family);
    const antiForgery = await requireAntiForgery(request, secret, family);
    const tokens = await sessions.refresh(presented);
    if (!tokens) {
      cookies.clear(reply);
      throw ended();
    }
    // The same value again: a call of another tab may use it at this moment.
    cookies.give(reply, tokens, antiForgery);
    return { success: true, message: 'The session goes on.' };
  });

  serveAnyone(api, signOut, { access: ownCheck, about: 'Sign out' }, async ({ request, reply }) => {
    const family = await familyOf(request);
    if (family !== null) {
      await requireAntiForgery(request, secret, family);
      await sessions.signOut(family, request.ip);
    }
    cookies.clear(reply);
    return { success: true, message: 'Signed out.' };
  });
}

function ended(): Refusal {
  return new Refusal('unauthenticated', 'Your session has ended. Please sign in again.');
}
