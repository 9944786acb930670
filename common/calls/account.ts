import * as v from 'valibot';
import { identity, listOf, moment, optionalText } from './fields.ts';

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

/** GET /v1/account/sessions */
export const sessionsReply = v.object({ sessions: listOf(session) });

/** GET /v1/account/second-factor: the time since which each sign-in requires a code; null if none does. */
export const secondFactorReply = v.object({ since: moment, recovery_codes_left: v.fallback(v.number(), 0) });
/** The output of `secondFactorReply`. */
export type SecondFactor = v.InferOutput<typeof secondFactorReply>;

/**
 * POST /v1/account/second-factor/begin: a secret for an authenticator, the address that it reads, and a picture of that: its width in squares, and
 * the path of the dark ones.
 */
export const beginReply = v.object({
  secret: v.string(),
  uri: v.string(),
  picture: v.object({ size: v.number(), path: v.string() }),
});
/** The output of `beginReply`. */
export type NewSecret = v.InferOutput<typeof beginReply>;

/** POST /v1/account/second-factor: the recovery codes, sent only this once. */
export const recoveryReply = v.object({ recovery_codes: v.array(v.string()) });
