import type { Client } from '../client.ts';
import {
  beginReply,
  type NewSecret,
  type OwnSession,
  recoveryReply,
  type SecondFactor,
  secondFactorReply,
  sessionsReply,
} from '#common/calls/account.ts';

/** Changes the user's own password, which ends their other sessions. */
export async function changePassword(client: Client, change: { current: string; password: string }): Promise<void> {
  await client.send('/v1/account/password', change);
}

/** The user's own sessions, used last first. */
export async function listSessions(client: Client, signal?: AbortSignal): Promise<OwnSession[]> {
  return (await client.get('/v1/account/sessions', sessionsReply, { signal })).sessions;
}

export async function endSession(client: Client, session: string): Promise<void> {
  await client.send(`/v1/account/sessions/${encodeURIComponent(session)}/end`, {});
}

/** The time since which the user's sign-ins require a code. */
export async function readSecondFactor(client: Client, signal?: AbortSignal): Promise<SecondFactor> {
  return client.get('/v1/account/second-factor', secondFactorReply, { signal });
}

/** A secret for a new authenticator, which the host does not keep yet. */
export async function beginSecondFactor(client: Client): Promise<NewSecret> {
  return client.post('/v1/account/second-factor/begin', {}, beginReply);
}

/** @returns the recovery codes */
export async function setSecondFactor(
  client: Client,
  wanted: { current: string; secret: string; code: string },
): Promise<string[]> {
  return (await client.post('/v1/account/second-factor', wanted, recoveryReply)).recovery_codes;
}

export async function removeSecondFactor(client: Client, proof: { current: string; code: string }): Promise<void> {
  await client.send('/v1/account/second-factor/remove', proof);
}
