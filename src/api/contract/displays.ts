import * as v from 'valibot';
import { identity, listOf, moment, optionalText } from './fields.ts';

const display = v.object({
  uuid: identity,
  name: optionalText,
  /** The uuid of what it shows; null when that board was removed. */
  board: v.fallback(v.nullable(v.string()), null),
  paired_on: moment,
  paired_by: optionalText,
  last_seen: moment,
  /** The network address where it was seen last; null until it is known. */
  address: optionalText,
});
/** A screen without a user, as an administrator sees it. */
export type Display = v.InferOutput<typeof display>;

/** GET /v1/displays */
export const displaysReply = v.object({ displays: listOf(display) });
/** POST /v1/displays/pair and POST /v1/displays/{uuid}/update */
export const displayReply = v.object({ display });

/** POST /v1/displays/pairings: the code that a person enters, and for how many seconds it holds. A cookie of this call lets the screen claim the pairing. */
export const pairingReply = v.object({ code: identity, expires_in: v.number() });

/** POST /v1/displays/pairings/claim: how the pairing of this screen stands. With `paired` the display's own cookie comes. */
export const claimReply = v.object({ state: v.picklist(['waiting', 'paired', 'expired']) });

/** GET /v1/displays/self: what this screen is, and what it shows. 401 when it was ended, or never was one. */
export const selfReply = v.object({
  display: v.object({ uuid: identity, name: optionalText, board: v.fallback(v.nullable(v.string()), null) }),
  /** What our host offers; the same list as a session's. */
  capabilities: v.fallback(v.array(v.string()), []),
});
/** What `selfReply` reads. */
export type DisplaySelf = v.InferOutput<typeof selfReply>;

/** The data of a 'display' event on a stream of many: this display got another board or name, or was ended. */
export const displayEvent = v.object({ id: v.string(), type: v.literal('display_changed') });
