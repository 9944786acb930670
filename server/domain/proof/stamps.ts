import { hash } from 'node:crypto';
import type { Storage } from '#server/storage/storage.ts';

/** Milliseconds for which a stamp is sought. */
export const STAMPED_WITHIN = 7 * 86_400_000;
/** Checkpoints that are stamped in a row, milliseconds to wait for each, and bytes of an answer. */
const AT_ONCE = 20;
const PATIENCE = 15_000;
const ANSWER_MAX = 100_000;
/** Milliseconds between two tries: the first pause after a failure, and the longest. */
const PAUSE = 60_000;
const PAUSE_MAX = 3_600_000;

/** SHA-256 in DER, with what surrounds the hash (RFC 3161, MessageImprint). */
const IMPRINT = Buffer.from('3031300d060960864801650304020105000420', 'hex');
/** The version before it, and after it the wish for the authority's certificate. */
const BEFORE = Buffer.from('3039020101', 'hex');
const AFTER = Buffer.from('0101ff', 'hex');

const imprintOf = (note: string): Buffer => Buffer.concat([IMPRINT, hash('sha256', note, 'buffer')]);

/** The request for a stamp of a checkpoint: always of 59 bytes. */
export const stampRequest = (note: string): Buffer => Buffer.concat([BEFORE, imprintOf(note), AFTER]);

/** The content of a DER value at a place, and where it ends; null if there is none. */
function valueAt(bytes: Buffer, at: number): { begin: number; end: number } | null {
  const first = bytes[at + 1];
  if (first === undefined) return null;
  const more = first < 0x80 ? 0 : first & 0x7f;
  if (more > 4 || at + 2 + more > bytes.length) return null;
  const length = more === 0 ? first : bytes.readUIntBE(at + 2, more);
  const begin = at + 2 + more;
  return begin + length > bytes.length ? null : { begin, end: begin + length };
}

/** The reason why an answer is no stamp of a checkpoint, in words; null if it is one. */
export function whyNoStamp(answer: Buffer, note: string): string | null {
  const whole = answer[0] === 0x30 ? valueAt(answer, 0) : null;
  const info = whole && answer[whole.begin] === 0x30 ? valueAt(answer, whole.begin) : null;
  const status = info && answer[info.begin] === 0x02 ? valueAt(answer, info.begin) : null;
  if (!whole || whole.end !== answer.length || !info || !status || status.begin === status.end)
    return 'it answers with something else than a stamp';
  const code = answer.readUIntBE(status.begin, Math.min(status.end - status.begin, 4));
  if (code > 1) return `it refuses to stamp (status ${code})`;
  return answer.includes(imprintOf(note)) ? null : 'its stamp is of another text';
}

type Answer = { stamp: Uint8Array } | { failure: string };

async function asked(url: URL, note: string, ending: AbortSignal): Promise<Answer> {
  try {
    const reply = await fetch(url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/timestamp-query' },
      body: Uint8Array.from(stampRequest(note)),
      redirect: 'error',
      signal: AbortSignal.any([ending, AbortSignal.timeout(PATIENCE)]),
    });
    const pieces: Uint8Array[] = [];
    let length = 0;
    for await (const piece of reply.body ?? []) {
      pieces.push(piece);
      length += piece.length;
      if (length > ANSWER_MAX) return { failure: 'its answer is too long' };
    }
    if (!reply.ok) return { failure: `it answers with the status ${reply.status}` };
    const answer = Buffer.concat(pieces);
    const failure = whyNoStamp(answer, note);
    return failure === null ? { stamp: answer } : { failure };
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    return { failure: `it does not answer (${cause instanceof Error ? cause.message : 'unknown'})` };
  }
}

/**
 * Gets stamps for checkpoints.
 * @param url the authority's; null without
 * @param now the clock
 */
export function createStamps({ checkpoints }: Pick<Storage, 'checkpoints'>, url: URL | null, now: () => Date) {
  let pause = 0;
  let next = -Infinity;
  let failures = 0;
  let running: Promise<void> | null = null;
  const ending = new AbortController();
  const waiting = (most: number) =>
    checkpoints.unstamped(new Date(now().getTime() - STAMPED_WITHIN).toISOString(), most);
  const ask = async (): Promise<void> => {
    // A clock that was set back must not end it for long.
    const wait = next - now().getTime();
    if (url === null || (wait > 0 && wait <= PAUSE_MAX)) return;
    for (const { number, note } of await waiting(AT_ONCE)) {
      const result = await asked(url, note, ending.signal);
      if (ending.signal.aborted) return;
      await checkpoints.setStamp(number, result);
      pause = 'stamp' in result ? 0 : Math.min(Math.max(pause * 2, PAUSE), PAUSE_MAX);
      next = now().getTime() + pause;
      if (!('stamp' in result)) {
        failures += 1;
        return;
      }
    }
  };
  return {
    /** Asks for the stamps that are missing, the newest first, until one fails; not again before it has ended and a pause has passed. */
    work: (): Promise<void> => (running ??= ask().finally(() => (running = null))),
    /** Gives up what is being asked for, at the end of the process. */
    async close(): Promise<void> {
      ending.abort();
      await running?.catch(() => undefined);
    },
    /** For monitors: how many checkpoints wait, and how often a stamp failed in this process; null without an authority. */
    figures: async () => (url === null ? null : { waiting: (await waiting(1_000)).length, failures }),
  };
}
