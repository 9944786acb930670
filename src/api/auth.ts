import type { Client } from './client.ts';
import type { Credentials, SessionUser } from './contract/session.ts';
import { ApiError } from './failure.ts';
import { sessionContract, sessionUserOf } from './session-reply.ts';

/**
 * GET /auth/verify.
 * @param moment 'initial' goes through the refresh rule and falls back to 'User'; 'later' likewise with 'guest'; 'afterSignIn' never refreshes (decision 5)
 */
export async function verifySession(
  client: Client,
  moment: 'initial' | 'later' | 'afterSignIn',
  signal?: AbortSignal,
): Promise<SessionUser> {
  const reply = await client.get('/auth/verify', sessionContract, {
    ...(signal && { signal }),
    refresh: moment === 'afterSignIn' ? 'never' : 'once',
  });
  return sessionUserOf(reply, moment === 'initial' ? 'User' : 'guest');
}

/**
 * POST /auth/login.
 * @throws {ApiError} also when the reply does not say `success: true` (section 5): then as a malformed reply
 */
export async function signIn(client: Client, credentials: Credentials): Promise<SessionUser> {
  const reply = await client.post('/auth/login', credentials, sessionContract, { refresh: 'never' });
  if (reply.success !== true) throw new ApiError({ kind: 'malformed' });
  return sessionUserOf(reply, 'guest');
}

/** POST /auth/logout. */
export async function signOut(client: Client): Promise<void> {
  await client.send('/auth/logout', null, { refresh: 'never' });
}

/** POST /auth/refresh-token. */
export async function refreshToken(client: Client): Promise<void> {
  await client.send('/auth/refresh-token', null, { refresh: 'never' });
}
