import type { Client } from '../client.ts';
import {
  claimReply,
  type Display,
  displayReply,
  type DisplaySelf,
  displaysReply,
  pairingReply,
  selfReply,
} from '#common/calls/displays.ts';

const OWN = '/v1/displays/self';
const id = encodeURIComponent;

/** Address of a display's one stream for many ids. */
export const DISPLAY_STREAMS = '/events/displays/self';

/** The calls of a display: each read of a user's has a counterpart that accepts the display's cookie. */
export function clientOfDisplay(client: Client): Client {
  const own = (path: string): string => path.replace(/^\/v1\//, `${OWN}/`);
  return {
    get: (path, reply, options) => client.get(own(path), reply, options),
    run: (path, options) => client.run(own(path), options),
    post: (path, body, reply, options) => client.post(own(path), body, reply, options),
    send: (path, body, options) => client.send(own(path), body, options),
  };
}

/** Requests a code for an administrator to enter. */
export async function askPairing(client: Client): Promise<{ code: string; expires_in: number }> {
  return client.post('/v1/displays/pairings', {}, pairingReply);
}

/** Checks if the code was entered. */
export async function claimPairing(client: Client): Promise<'waiting' | 'paired' | 'expired'> {
  return (await client.post('/v1/displays/pairings/claim', {}, claimReply)).state;
}

/** Reads the identity of this screen. */
export async function loadSelf(client: Client, signal?: AbortSignal): Promise<DisplaySelf> {
  return client.get(OWN, selfReply, { signal });
}

export async function listDisplays(client: Client, signal?: AbortSignal): Promise<Display[]> {
  return (await client.get('/v1/displays', displaysReply, { signal })).displays;
}

/** Makes the screen that shows this code a display. */
export async function pairDisplay(
  client: Client,
  pairing: { code: string; name: string; board: string },
): Promise<Display> {
  return (await client.post('/v1/displays/pair', pairing, displayReply)).display;
}

export async function updateDisplay(
  client: Client,
  display: string,
  change: { name: string; board?: string },
): Promise<Display> {
  return (await client.post(`/v1/displays/${id(display)}/update`, change, displayReply)).display;
}

export async function endDisplay(client: Client, display: string): Promise<void> {
  await client.send(`/v1/displays/${id(display)}/end`, {});
}
