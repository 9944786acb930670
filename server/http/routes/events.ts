import { read } from '../guards/access.ts';
import type { OutgoingHttpHeaders } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { MULTIPLEX_IDS_MAX, streamMany, streamOne } from '#common/calls/archives.ts';
import type { Actor } from '#server/domain/access.ts';
import type { Archives } from '#server/domain/documents/archives.ts';
import type { Boards } from '#server/domain/boards/boards.ts';
import type { Hub, NamedTopic } from '#server/events/hub.ts';
import { Refusal } from '#server/domain/refusal.ts';
import type { Condition } from '#server/storage/lifecycle/disk.ts';
import { StorageUnavailable } from '#server/storage/unavailable.ts';
import { sessionOf } from '../guards/session.ts';
import { serve, type Api, uuidOf } from '../serve.ts';

/** Owner of a stream: a session and its user, or a display. */
type Owner = { family: string; user: string; isPersons?: true; until?: readonly string[] };

/** The topics of a stream, and the requested ids that may not be read. */
type Wanted = { topics: NamedTopic[]; refused?: string[]; isMultiplexed?: true };

const ownerOf = (request: FastifyRequest): Owner => {
  const { family, actor } = sessionOf(request);
  return { family, user: actor.uuid, isPersons: true };
};

/** The parts of event streams. */
type EventParts = { archives: Archives; boards: Boards; hub: Hub } & NewsParts;

/** Conditions under which this process sends events. */
export type NewsParts = {
  condition: Pick<Condition, 'trouble'>;
  /** True if this process has not received the events of others for some time. */
  isCutOff: () => boolean;
};

/**
 * Refuses streams while the database's file is gone, or events of other processes are not received: nothing is sent
 * then, and no wall may take that for quiet.
 * @throws {StorageUnavailable}
 */
export function requireNews({ condition, isCutOff }: NewsParts): void {
  const trouble = condition.trouble();
  if (trouble?.kind === 'moved') throw trouble;
  if (isCutOff()) throw new StorageUnavailable(null, 'This process does not hear of the others.');
}

/** Event streams (`s7.events`): of one WIP or template, and of many at once (`events.multiplex` in `capabilities`). */
export function eventRoutes(api: Api, { archives, boards, hub, ...news }: EventParts): void {
  serve(
    api,
    streamOne,
    { access: read('topic'), about: 'Submissions of a WIP or a template as they happen', reply: 'stream' },
    async ({ actor, id, request, reply }) => {
      requireNews(news);
      const topics = [{ id, topic: await archives.topic(actor, id) }];
      return stream(hub, { topics, ...ownerOf(request) }, request, reply);
    },
  );
  serve(
    api,
    streamMany,
    {
      access: { ...read('topic'), query: 'ids' },
      about:
        'The same for many at once (`events.multiplex` in `capabilities`): each event tells its `id`; `refused` names an id that may not be read beside others that may',
      capability: 'events.multiplex',
      reply: 'stream',
    },
    async ({ actor, request, reply }) => {
      requireNews(news);
      const wanted = await readable((id) => topicOf({ archives, boards }, actor, id), idsIn(request));
      return stream(hub, { ...wanted, ...ownerOf(request) }, request, reply);
    },
  );
}

/** @throws {Refusal} invalid, for none or too many */
export function idsIn({ query }: FastifyRequest): string[] {
  const { ids } = query as { ids?: unknown };
  const asked = typeof ids === 'string' ? ids.split(',') : [];
  // Events name an id in the spelling of the request.
  const all = [...new Map(asked.map((id) => [id.toLowerCase(), id])).values()];
  if (all.length === 0 || all.length > MULTIPLEX_IDS_MAX) {
    throw new Refusal(
      'invalid',
      `ids must name 1 to ${MULTIPLEX_IDS_MAX} documents or templates, with commas between.`,
    );
  }
  return all;
}

/** @throws {Refusal} when the actor may not read it, or it does not exist */
async function topicOf({ archives, boards }: Pick<EventParts, 'archives' | 'boards'>, actor: Actor, id: string) {
  try {
    return await archives.topic(actor, id);
  } catch (error) {
    const board = error instanceof Refusal && error.kind === 'missing' ? await boards.topic(actor, id) : null;
    if (board === null) throw error;
    return board;
  }
}

/**
 * Reads the topics of ids. An id that may not be read does not close the stream to the others: an event names it.
 * @param look returns the topic of an id, or throws a refusal
 * @throws {Refusal} the first one's, when none may be read
 */
export async function readable(look: (id: string) => Promise<string>, ids: readonly string[]): Promise<Wanted> {
  const answers = await Promise.all(
    ids.map(async (id) => {
      try {
        return { id, topic: await look(uuidOf(id, 'document')) };
      } catch (error) {
        if (error instanceof Refusal) return { id, error };
        throw error;
      }
    }),
  );
  const topics = answers.flatMap(({ id, topic }) => (topic === undefined ? [] : [{ id, topic }]));
  const refused = answers.filter(({ topic }) => topic === undefined);
  const [first] = refused;
  if (topics.length === 0 && first?.error) throw first.error;
  return { topics, refused: refused.map(({ id }) => id), isMultiplexed: true };
}

/**
 * Opens a stream.
 * @throws {Refusal} invalid, after a call of the same connection that is not answered yet: the hub writes to the
 * connection itself, so that the events would come before that answer; busy, when there are too many streams
 */
export function stream(hub: Hub, reader: Wanted & Owner, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  // Node gives a reply its socket when the ones before it have been sent.
  if (reply.raw.socket === null) {
    throw new Refusal('invalid', 'An event stream must be the first call on its connection, or wait for the answers.');
  }
  const { socket } = request.raw;
  if (!hub.hasRoom(reader)) {
    throw new Refusal('busy', 'Too many live views are open. Close some and try again.', 10);
  }
  reply.headers({
    'Content-Type': 'text/event-stream; charset=utf-8',
    'Cache-Control': 'no-store, no-transform',
    'X-Accel-Buffering': 'no',
  });
  reply.hijack();
  // Without chunks one buffer can go to every socket as it is. The stream ends with its connection.
  reply.raw.useChunkedEncodingByDefault = false;
  reply.raw.shouldKeepAlive = false;
  reply.raw.writeHead(200, reply.getHeaders() as OutgoingHttpHeaders);
  reply.raw.flushHeaders();
  socket.setTimeout(0);
  const after = request.headers['last-event-id'];
  hub.subscribe({ ...reader, sink: socket, after: typeof after === 'string' ? after : undefined });
  return reply;
}
