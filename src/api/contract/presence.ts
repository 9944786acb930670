import * as v from 'valibot';

/** Maximum length of a region's id in a message about presence. */
export const PRESENCE_REGION_MAX = 200;

const here = v.object({
  type: v.literal('person_here'),
  /** User id, and an id of this window. */
  user: v.string(),
  tab: v.string(),
  name: v.string(),
  region: v.nullable(v.string()),
});
const left = v.object({ type: v.literal('person_left'), user: v.string(), tab: v.string() });
const deleted = v.object({ type: v.literal('document_deleted'), name: v.string() });

/**
 * Data of a named event `presence` (`capabilities.presence`): a user has the document open, which is valid for 45 s, or has closed it; or has
 * deleted it.
 */
export const presenceEvent = v.variant('type', [here, left, deleted]);
export type PresenceEvent = v.InferOutput<typeof presenceEvent>;

/** The same on a stream of many. */
export const multiplexedPresence = v.intersect([v.object({ id: v.string() }), presenceEvent]);
