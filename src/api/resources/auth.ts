import type { Client } from '../client.ts';
import type { Credentials, FirstRun, SessionUser } from '#common/calls/session.ts';
import { ApiError } from '../failure.ts';
import { providerBeginContract, sessionContract, sessionUserOf } from '../session-reply.ts';

/**
 * GET /auth/verify.
 * @param moment 'initial' and 'later' refresh on a 401 and name a nameless user 'User' or 'guest'; 'afterSignIn' never refreshes
 */
export async function verifySession(
  client: Client,
  moment: 'initial' | 'later' | 'afterSignIn',
  signal?: AbortSignal,
): Promise<SessionUser> {
  const reply = await client.get('/auth/verify', sessionContract, {
    signal,
    refresh: moment === 'afterSignIn' ? 'never' : 'once',
  });
  return sessionUserOf(reply, moment === 'initial' ? 'User' : 'guest');
}

/**
 * POST /auth/login.
 * @throws {ApiError} also, as a malformed reply, without `success: true` (`s5.login.success-true`)
 */
export async function signIn(client: Client, credentials: Credentials): Promise<SessionUser> {
  const reply = await client.post('/auth/login', credentials, sessionContract, { refresh: 'never' });
  if (reply.success !== true) throw new ApiError({ kind: 'malformed' });
  return sessionUserOf(reply, 'guest');
}

/** Creates the organization and the first administrator, who is then signed in. */
export async function beginFirstRun(client: Client, wanted: FirstRun): Promise<SessionUser> {
  return sessionUserOf(await client.post('/auth/first-run', wanted, sessionContract, { refresh: 'never' }), 'guest');
}

/** @returns the sign-in address of the identity provider. @throws {ApiError} also, as a malformed reply, if it is not the address of a page */
export async function beginAtProvider(client: Client): Promise<string> {
  const { url } = await client.post('/auth/provider/begin', {}, providerBeginContract, { refresh: 'never' });
  if (!/^https?:\/\//.test(url)) throw new ApiError({ kind: 'malformed' });
  return url;
}

/** Signs in with the identity provider's answer. @param answer the query of its redirect */
export async function exchangeAnswer(client: Client, answer: string): Promise<SessionUser> {
  return sessionUserOf(
    await client.post('/auth/provider/return', { answer }, sessionContract, { refresh: 'never' }),
    'guest',
  );
}

export async function signOut(client: Client): Promise<void> {
  await client.send('/auth/logout', null, { refresh: 'never' });
}

export async function refreshToken(client: Client): Promise<void> {
  await client.send('/auth/refresh-token', null, { refresh: 'never' });
}
