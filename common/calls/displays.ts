import * as v from 'valibot';
import { bodyOf, get, post, type Call } from './call.ts';
import { identity, listOf, moment, only, optionalText } from './fields.ts';
import type { displayUpdateRequest, pairRequest } from './requests.ts';

const display = v.object({
  uuid: identity,
  name: optionalText,
  /** The uuid of the board that it shows; null if that board was removed. */
  board: v.fallback(v.nullable(v.string()), null),
  paired_on: moment,
  paired_by: optionalText,
  last_seen: moment,
  /** The network address of its last request; null until it is known. */
  address: optionalText,
});
/** A screen without a user, as an administrator sees it. */
export type Display = v.InferOutput<typeof display>;

/** Displays of the organization (`capabilities.displays`). */
export const listDisplays = get('/v1/displays', { reply: only('displays', listOf(display)) });
/** Makes the screen that shows a code a display. */
export const pairDisplay = post('/v1/displays/pair', {
  body: bodyOf<typeof pairRequest>(),
  reply: only('display', display),
});
export const updateDisplay = post('/v1/displays/:uuid/update', {
  body: bodyOf<typeof displayUpdateRequest>(),
  reply: only('display', display),
});
export const endDisplay = post('/v1/displays/:uuid/end');

/**
 * The code for the administrator to enter, and its lifetime in seconds. A cookie of this call lets the screen claim the
 * pairing.
 */
export const requestPairing = post('/v1/displays/pairings', {
  reply: v.object({ code: identity, expires_in: v.number() }),
});

/** State of this screen's pairing. With `paired` the reply sets the display's own cookie. */
export const claimPairing = post('/v1/displays/pairings/claim', {
  reply: only('state', v.picklist(['waiting', 'paired', 'expired'])),
});

const selfReply = v.object({
  display: v.object({ uuid: identity, name: optionalText, board: v.fallback(v.nullable(v.string()), null) }),
  /** Capabilities of our host; the same list as a session's. */
  capabilities: v.fallback(v.array(v.string()), []),
});
export type DisplaySelf = v.InferOutput<typeof selfReply>;

const OWN = '/v1/displays/self';
/** Identity of this screen, and its board. 401 if it was ended, or never was a display. */
export const readSelf = get(OWN, { reply: selfReply });

/** The counterpart of a user's read that accepts a display's cookie. */
// @__NO_SIDE_EFFECTS__
export const ofDisplay = <Path extends string, Reply, Body>(
  call: Call<Path, Reply, Body>,
): Call<Path, Reply, Body> => ({
  ...call,
  // The names in it are the same.
  path: call.path.replace(/^\/v1/, OWN) as Path,
});

/** The data of a 'display' event on a stream of many: this display got another board or name, or was ended. */
export const displayEvent = v.object({ id: v.string(), type: v.literal('display_changed') });
