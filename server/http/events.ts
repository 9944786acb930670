import type { Archives } from '#server/domain/archives.ts';
import type { Hub } from '#server/events/hub.ts';
import { Refusal } from '#server/domain/refusal.ts';
import { sessionOf } from './guards.ts';
import { addRoute, callHeaders, type Api } from './route.ts';

/** Section 7, the event stream: of a WIP or of a template (section 4, live dashboards). */
export function eventRoutes(api: Api, { archives, hub }: { archives: Archives; hub: Hub }): void {
  addRoute(api, {
    method: 'GET',
    url: '/events/wips/:id',
    async handle({ actor, id, request, reply }) {
      const topic = await archives.topic(actor, id('id', 'document'));
      const { socket } = request.raw;
      const reader = { topic, family: sessionOf(request).family, user: actor.uuid };
      if (!hub.hasRoom(reader)) {
        throw new Refusal('busy', 'Too many live views are open. Close some and try again.', 10);
      }
      reply.hijack();
      // Not chunked, so that one buffer can go to every socket as it is; the end of the stream is the end of the connection.
      reply.raw.useChunkedEncodingByDefault = false;
      reply.raw.shouldKeepAlive = false;
      reply.raw.writeHead(200, {
        ...callHeaders,
        'Content-Type': 'text/event-stream; charset=utf-8',
        'Cache-Control': 'no-store, no-transform',
        'X-Accel-Buffering': 'no',
      });
      reply.raw.flushHeaders();
      socket.setTimeout(0);
      const after = request.headers['last-event-id'];
      hub.subscribe({ ...reader, sink: socket, after: typeof after === 'string' ? after : undefined });
      return reply;
    },
  });
}
