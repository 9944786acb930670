import type { FastifyReply, FastifyRequest } from 'fastify';
import { Refusal } from '#server/domain/refusal.ts';
import { waitingOf } from '../waiting.ts';

/** Bytes of bodies that a process holds at once, in all and of one user: each is in memory until its call is over. */
const ROOM = 64 * 1024 * 1024;
const ROOM_EACH = ROOM / 4;
/** Seconds until there is likely to be room again. */
const RETRY = 1;

/** The room for bodies of one process. */
export type BodyRoom = ReturnType<typeof createBodyRoom>;

function bytesOf({ headers, routeOptions }: FastifyRequest): number {
  const most = routeOptions.bodyLimit ?? 0;
  if (headers['transfer-encoding'] !== undefined) return most;
  // A longer one is refused, and not held.
  return Math.min(most, Number(headers['content-length'] ?? 0));
}

/** One for a process. */
export function createBodyRoom() {
  const takenBy = new Map<string, number>();
  let taken = 0;
  const add = (user: string, bytes: number): void => {
    const own = (takenBy.get(user) ?? 0) + bytes;
    if (own > 0) takenBy.set(user, own);
    else takenBy.delete(user);
    taken += bytes;
  };
  return {
    /**
     * Reserves room for a body before any of it is read. The room is released when the call is over, however it ends, and
     * no more of its body comes. A body without a length counts as the longest that its route accepts: it cannot be
     * refused once it has been read.
     * @param user the caller's uuid
     * @throws {Refusal} busy, when there is no room
     */
    take(request: FastifyRequest, reply: FastifyReply, user: string): void {
      // A call that is already over would never release its room.
      waitingOf(request).throwIfAborted();
      const bytes = bytesOf(request);
      if (bytes === 0) return;
      if ((takenBy.get(user) ?? 0) + bytes > ROOM_EACH) {
        throw new Refusal('busy', 'Your last saves are still being taken in. Please try again in a moment.', RETRY);
      }
      if (taken + bytes > ROOM) {
        throw new Refusal('busy', 'The server is taking in other saves. Please try again in a moment.', RETRY);
      }
      add(user, bytes);
      const { socket } = request.raw;
      const giveBack = (): void => {
        request.raw.off('close', giveBack);
        socket.off('close', giveBack);
        add(user, -bytes);
      };
      // After a time-out the reply is sent, and the body may still be coming. A request whose reply was sent gets no
      // event when its connection ends.
      reply.raw.once('close', () => {
        if (request.raw.closed || socket.destroyed) return giveBack();
        request.raw.once('close', giveBack);
        socket.once('close', giveBack);
      });
    },
  };
}
