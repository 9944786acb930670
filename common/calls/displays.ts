import * as v from 'valibot';
import { identity, listOf, moment, optionalText } from './fields.ts';

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

/** GET /v1/displays */
export const displaysReply = v.object({ displays: listOf(display) });
/** POST /v1/displays/pair and POST /v1/displays/{uuid}/update */
export const displayReply = v.object({ display });

/**
 * POST /v1/displays/pairings: the code for the administrator to enter, and its lifetime in seconds. A cookie of this call lets the screen claim the
 * pairing.
 */
export const pairingReply = v.object({ code: identity, expires_in: v.number() });

/** POST /v1/displays/pairings/claim: state of this screen's pairing. With `paired` the reply sets the display's own cookie. */
export const claimReply = v.object({ state: v.picklist(['waiting', 'paired', 'expired']) });

/** GET /v1/displays/self: identity of this screen, and its board. 401 if it was ended, or never was a display. */
export const selfReply = v.object({
  display: v.object({ uuid: identity, name: optionalText, board: v.fallback(v.nullable(v.string()), null) }),
  /** Capabilities of our host; the same list as a session's. */
  capabilities: v.fallback(v.array(v.string()), []),
});
/** The output of `selfReply`. */
export type DisplaySelf = v.InferOutput<typeof selfReply>;

/** The data of a 'display' event on a stream of many: this display got another board or name, or was ended. */
export const displayEvent = v.object({ id: v.string(), type: v.literal('display_changed') });
