import * as v from 'valibot';

/** Characters of a region's id in a word of who is there. */
export const PRESENCE_REGION_MAX = 200;

const here = v.object({
  type: v.literal('person_here'),
  /** The person's uuid, and what tells this window from their others. */
  user: v.string(),
  tab: v.string(),
  name: v.string(),
  region: v.nullable(v.string()),
});
const left = v.object({ type: v.literal('person_left'), user: v.string(), tab: v.string() });
const deleted = v.object({ type: v.literal('document_deleted'), name: v.string() });

/** Data of a named event `presence` (`capabilities.presence`): somebody has the document open, which holds for 45 s, or has it no longer; or has deleted it. */
export const presenceEvent = v.variant('type', [here, left, deleted]);
export type PresenceEvent = v.InferOutput<typeof presenceEvent>;

/** The same on a stream of many. */
export const multiplexedPresence = v.intersect([v.object({ id: v.string() }), presenceEvent]);
