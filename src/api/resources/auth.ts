import type { Call } from '#common/calls/call.ts';
import type { SessionUser } from '#common/calls/session.ts';
import * as calls from '#common/calls/session-calls.ts';
import type { Client } from '../client.ts';
import { ApiError } from '../failure.ts';
import { providerBeginContract, sessionContract, sessionUserOf } from '../session-reply.ts';

const NEVER = { refresh: 'never' } as const;

/** The failure of a check that is not made, because the server has said that there is no session. */
export const noSession = (): ApiError => new ApiError({ kind: 'http', status: 401, message: null, retryAfter: null });

/**
 * Checks the session.
 * @param moment 'initial' and 'later' refresh on a 401 and name a nameless user 'User' or 'guest'; 'afterSignIn' never refreshes
 */
export async function verifySession(
  client: Client,
  moment: 'initial' | 'later' | 'afterSignIn',
  signal?: AbortSignal,
): Promise<SessionUser> {
  const options = { signal, refresh: moment === 'afterSignIn' ? 'never' : 'once' } as const;
  const reply = await client.call(calls.verifySession, {}, options, sessionContract);
  return sessionUserOf(reply, moment === 'initial' ? 'User' : 'guest');
}

/**
 * Begins a session: signs in, or creates the first administrator.
 * @param call that of signing in, or one of those that are answered alike
 * @throws {ApiError} also, as a malformed reply, without `success: true` (`s5.login.success-true`)
 */
export async function openSession<Body extends object>(
  client: Client,
  call: Call<string, unknown, Body>,
  body: Body,
): Promise<SessionUser> {
  const reply = await client.call(call, { body }, NEVER, sessionContract);
  if (reply.success !== true) throw new ApiError({ kind: 'malformed' });
  return sessionUserOf(reply, 'guest');
}

/** @returns the sign-in address of the identity provider. @throws {ApiError} also, as a malformed reply, if it is not the address of a page */
export async function beginAtProvider(client: Client): Promise<string> {
  const { url } = await client.call(calls.beginAtProvider, {}, NEVER, providerBeginContract);
  if (!/^https?:\/\//.test(url)) throw new ApiError({ kind: 'malformed' });
  return url;
}

export const signOut = (client: Client): Promise<void> => client.call(calls.signOut, { body: null }, NEVER);
export const refreshToken = (client: Client): Promise<void> => client.call(calls.refreshSession, { body: null }, NEVER);
