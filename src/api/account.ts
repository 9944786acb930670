import type { Client } from './client.ts';
import { type OwnSession, sessionsReply } from './contract/account.ts';

/** Changes the person's own password, which ends their other sessions. */
export async function changePassword(client: Client, change: { current: string; password: string }): Promise<void> {
  await client.send('/v1/account/password', change);
}

/** The person's own sessions, used last first. */
export async function listSessions(client: Client, signal?: AbortSignal): Promise<OwnSession[]> {
  return (await client.get('/v1/account/sessions', sessionsReply, { signal })).sessions;
}

export async function endSession(client: Client, session: string): Promise<void> {
  await client.send(`/v1/account/sessions/${encodeURIComponent(session)}/end`, {});
}
