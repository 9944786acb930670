import type { IncomingMessage } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Refusal } from '#server/domain/refusal.ts';

/** Bytes from which on a body is big: reading, checking and storing it takes memory and the one thread from everybody else. */
export const BIG_BODY = 1_000_000;
/** Big bodies that a process reads at once. */
const PLACES = 2;
/** Seconds until a place is likely to be free again. */
const RETRY = 1;

/** The places for big bodies of one process. */
export type BodyPlaces = {
  /**
   * Takes a place for a body that is big, before anything of it is read. It is given back when the call is over, however it
   * ends, and nothing more of its body comes. A body that does not tell its length counts as big: it cannot be turned away once it has been taken in.
   * @param user the caller's uuid
   * @throws {Refusal} busy, when every place is taken, or this person has one
   */
  take(request: FastifyRequest, reply: FastifyReply, user: string): void;
};

function isBig({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > BIG_BODY;
}

/** One for a process. */
export function createBodyPlaces(): BodyPlaces {
  const taken = new Set<string>();
  return {
    take({ raw: request }, { raw: reply }, user) {
      if (!isBig(request)) return;
      if (taken.has(user)) {
        throw new Refusal('busy', 'Your last large save is still being taken in. Please try again in a moment.', RETRY);
      }
      if (taken.size >= PLACES) {
        throw new Refusal('busy', 'The server is taking in other large saves. Please try again in a moment.', RETRY);
      }
      taken.add(user);
      const giveBack = (): void => void taken.delete(user);
      // Both close with their connection too. After a time-out the reply is sent, and the body may still be coming.
      reply.once('close', () => {
        if (request.closed) giveBack();
        else request.once('close', giveBack);
      });
    },
  };
}
