import * as v from 'valibot';
import { presenceEvent } from '#common/calls/presence.ts';

/**
 * News of the event stream of a WIP, a template, a board or a display, by type: a stream carried a sign of life; an id has no stream (`polled`) and
 * is to be requested from time to time; the board or the display itself has changed; a user has opened or left the WIP. `again`: it counted as open
 * already, on a stream that may have been dead.
 */
const streamNews = v.variant('type', [
  v.object({
    id: v.string(),
    type: v.picklist(['stream.interrupted', 'stream.closed', 'stream.polled', 'stream.beat', 'topic.changed']),
  }),
  v.object({ id: v.string(), type: v.literal('stream.opened'), again: v.optional(v.literal(true)) }),
  v.object({
    id: v.string(),
    type: v.literal('submission.received'),
    archive: v.string(),
    readers: v.optional(v.number()),
  }),
  v.object({ id: v.string(), type: v.literal('presence.received'), presence: presenceEvent }),
]);
export type StreamNews = v.InferOutput<typeof streamNews>;

/**
 * Messages between the tabs of one browser: the holder of the streams, the ids that each tab needs, streams that seem dead, and news of the
 * streams.
 */
export const tabMessage = v.variant('type', [
  v.object({ type: v.literal('leader.changed'), from: v.string() }),
  v.object({ type: v.literal('tab.asked'), from: v.string(), ids: v.array(v.string()) }),
  v.object({ type: v.literal('renewal.asked'), from: v.string(), ids: v.array(v.string()) }),
  v.object({ type: v.literal('news.sent'), from: v.string(), news: v.array(streamNews) }),
]);
export type TabMessage = v.InferOutput<typeof tabMessage>;
