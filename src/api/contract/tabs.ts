import * as v from 'valibot';
import { presenceEvent } from './presence.ts';

/**
 * What is known of the event stream of a WIP, a template, a board or a display. `heard`: it carried a sign of life. `polled`: it has none, and is to be asked for from time to
 * time. `changed`: the board or the display itself is another one now. `presence.told`: somebody has the WIP open, or has left it. `again`: it was taken for open already, by a
 * stream that may have been dead.
 */
const streamNews = v.variant('type', [
  v.object({
    id: v.string(),
    type: v.picklist(['stream.interrupted', 'stream.closed', 'stream.polled', 'stream.heard', 'topic.changed']),
  }),
  v.object({ id: v.string(), type: v.literal('stream.opened'), again: v.optional(v.literal(true)) }),
  v.object({
    id: v.string(),
    type: v.literal('submission.received'),
    archive: v.string(),
    readers: v.optional(v.number()),
  }),
  v.object({ id: v.string(), type: v.literal('presence.told'), told: presenceEvent }),
]);
export type StreamNews = v.InferOutput<typeof streamNews>;

/** What the tabs of one browser tell each other: who has the streams, what each one listens to, whose stream seems dead, what the streams said. */
export const tabMessage = v.variant('type', [
  v.object({ type: v.literal('leader.changed'), from: v.string() }),
  v.object({ type: v.literal('tab.asked'), from: v.string(), ids: v.array(v.string()) }),
  v.object({ type: v.literal('renewal.asked'), from: v.string(), ids: v.array(v.string()) }),
  v.object({ type: v.literal('news.told'), from: v.string(), news: v.array(streamNews) }),
]);
export type TabMessage = v.InferOutput<typeof tabMessage>;
