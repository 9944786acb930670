import * as v from 'valibot';
import { bodyOf, get, post } from './call.ts';
import { identity, listOf, moment, only, optionalText } from './fields.ts';
import type { factorRemovalRequest, passwordRequest, secondFactorRequest } from './requests.ts';

const session = v.object({
  uuid: identity,
  /** True for the session of this request. */
  is_this: v.fallback(v.boolean(), false),
  opened_on: moment,
  used_on: moment,
  address: optionalText,
  /** Name that its browser gives itself. */
  agent: optionalText,
});
/** A session of the signed-in user. */
export type OwnSession = v.InferOutput<typeof session>;

/** The user's own sessions, used last first. */
export const listSessions = get('/v1/account/sessions', { reply: only('sessions', listOf(session)) });
/** Ends one of them. */
export const endSession = post('/v1/account/sessions/:uuid/end');
/** Changes the user's own password, which ends their other sessions. */
export const changePassword = post('/v1/account/password', { body: bodyOf<typeof passwordRequest>() });

/** The time since which each sign-in requires a code; null if none does. */
const secondFactorReply = v.object({ since: moment, recovery_codes_left: v.fallback(v.number(), 0) });
export type SecondFactor = v.InferOutput<typeof secondFactorReply>;

/**
 * A secret for an authenticator, which the host does not keep yet, the address that it reads, and a picture of that: its width in squares, and
 * the path of the dark ones.
 */
const beginReply = v.object({
  secret: v.string(),
  uri: v.string(),
  picture: v.object({ size: v.number(), path: v.string() }),
});
export type NewSecret = v.InferOutput<typeof beginReply>;

export const readSecondFactor = get('/v1/account/second-factor', { reply: secondFactorReply });
export const beginSecondFactor = post('/v1/account/second-factor/begin', { reply: beginReply });
/** Requires a code at each sign-in. The reply has the recovery codes, sent only this once. */
export const setSecondFactor = post('/v1/account/second-factor', {
  body: bodyOf<typeof secondFactorRequest>(),
  reply: only('recovery_codes', v.array(v.string())),
});
export const removeSecondFactor = post('/v1/account/second-factor/remove', {
  body: bodyOf<typeof factorRemovalRequest>(),
});
