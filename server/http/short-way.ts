import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Note } from './log.ts';
import { sendPrepared, type Finder } from './prepared.ts';
import type { Kept, Repeats } from './repeats.ts';

/** What the short way needs. */
export type ShortWayParts = {
  findFile: Finder;
  repeats: Pick<Repeats, 'find' | 'look'>;
  /** Names a request in the log. */
  nextId: () => string;
  note: Note;
};

type Waiting = { request: IncomingMessage; response: ServerResponse; kept: Kept };

/**
 * Answers what is ready by itself, and leaves the rest to the framework. One look at the database's state is enough for all calls that one turn of the event
 * loop brings, as long as it comes after the last of them: so their replies wait for the turn's end.
 * @param framework answers everything else
 */
export function shortWay(
  { findFile, repeats, nextId, note }: ShortWayParts,
  framework: RequestListener,
): RequestListener {
  let waiting: Waiting[] = [];
  const answerWaiting = (): void => {
    const all = waiting;
    waiting = [];
    const holds = repeats.look();
    for (const { request, response, kept } of all) {
      if (holds(kept)) sendPrepared(response, kept, nextId, note);
      else framework(request, response);
    }
  };
  return (request, response) => {
    const kept = repeats.find(request);
    if (kept) {
      waiting.push({ request, response, kept });
      if (waiting.length === 1) setImmediate(answerWaiting);
      return;
    }
    const file = findFile(request);
    if (file) sendPrepared(response, file, nextId, note);
    else framework(request, response);
  };
}
