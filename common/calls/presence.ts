import * as v from 'valibot';
import { bodyOf, post } from './call.ts';
import { outcomeReply } from './fields.ts';
import type { presenceRequest } from './requests.ts';

const here = v.object({
  type: v.literal('person_here'),
  /** User id, and an id of this window. */
  user: v.string(),
  tab: v.string(),
  name: v.string(),
  region: v.nullable(v.string()),
});
const left = v.object({ type: v.literal('person_left'), user: v.string(), tab: v.string() });
/** `revision`: the one that the save has made. `name`: of the user who saved. */
const saved = v.object({ type: v.literal('document_saved'), name: v.string(), revision: v.number() });
const deleted = v.object({ type: v.literal('document_deleted'), name: v.string() });

/**
 * Data of a named event `presence` (`capabilities.presence`): a user has the document open, which is valid for 45 s, or has closed it; or has
 * saved it, or deleted it.
 */
export const presenceEvent = v.variant('type', [here, left, saved, deleted]);
export type PresenceEvent = v.InferOutput<typeof presenceEvent>;

/** Reply to a message about presence. `revision`: the document's current one, for a user who has missed the event of a save. */
const presenceReply = v.object({ ...outcomeReply.entries, revision: v.optional(v.number()) });

/** The same on a stream of many. */
export const multiplexedPresence = v.intersect([v.object({ id: v.string() }), presenceEvent]);

/** Reports to the other users of an open WIP that this user is there, or has left. */
export const reportPresence = post('/v1/wips/:uuid/presence', {
  body: bodyOf<typeof presenceRequest>(),
  reply: presenceReply,
});
