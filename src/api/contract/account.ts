import * as v from 'valibot';
import { identity, listOf, moment, optionalText } from './fields.ts';

const session = v.object({
  uuid: identity,
  /** True for the one that asks. */
  is_this: v.fallback(v.boolean(), false),
  opened_on: moment,
  used_on: moment,
  address: optionalText,
  /** Name that its browser gives itself. */
  agent: optionalText,
});
/** A session of the person who asks. */
export type OwnSession = v.InferOutput<typeof session>;

/** GET /v1/account/sessions */
export const sessionsReply = v.object({ sessions: listOf(session) });
