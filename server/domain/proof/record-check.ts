import { setImmediate } from 'node:timers/promises';
import * as say from '#common/proof/sentences.ts';
import { nameOf, problemOf } from '#server/storage/lifecycle/archive-proof.ts';
import { nextLink, type Link } from '#server/storage/chain.ts';
import type { Storage } from '#server/storage/storage.ts';
import { found } from '../access.ts';
import { compareCheckpoint, readThere } from './checkpoints.ts';
import { fingerprintOf } from './signed-note.ts';

/** Milliseconds in which links are read: two checks one after the other end before a call is given up. */
const PATIENCE = 3_000;

/**
 * Checks one record: its texts against its checksum, its document against its hash, its place after the records before it in both chains, and each
 * link of its organization's chain up to the first checkpoint that covers it; that checkpoint, and the newest.
 * @param ending ends it, with its reason
 * @param patience milliseconds after which it ends without the checkpoint, and says up to where it came
 * @throws {Refusal} missing
 */
export async function checkRecord(
  { archives, checkpoints }: Pick<Storage, 'archives' | 'checkpoints'>,
  uuid: string,
  ending: AbortSignal | null,
  patience = PATIENCE,
): Promise<say.Checked> {
  const end = performance.now() + patience;
  const broken = (text: string): say.Checked => ({ fits: false, sentences: [text] });
  const { record, before } = found(await archives.proof(uuid), 'archive');
  const problem = await problemOf(record, before);
  if (problem !== null) return broken(problem);
  const { organisation, link_number: no, dropped_at } = record;
  // A checkpoint may be signed meanwhile: the counts are read after both.
  const covering = await checkpoints.covering(organisation, no);
  const newest = await checkpoints.newest(organisation);
  const there = await readThere(checkpoints);
  const to = covering?.records ?? no;
  let last: Link | undefined;
  for (let from = no - 1; from <= to && (!last || performance.now() < end);) {
    // oxlint-disable no-await-in-loop -- some at once, and the calls of others come between
    const links = await archives.links(organisation, from, to);
    await setImmediate();
    ending?.throwIfAborted();
    // oxlint-enable no-await-in-loop
    for (const one of links) {
      const next = nextLink(last, one.checksum);
      // Nothing before the first is checked here.
      const isLinked = one.link_number < no || (one.link_number === next.link_number && one.link === next.link);
      if (!isLinked) return broken(say.misplacedText(nameOf(one)));
      last = one;
    }
    if (links.length === 0) break;
    from = (last?.link_number ?? to) + 1;
  }
  const notes = new Set([covering, newest].flatMap((one) => one?.note ?? []));
  let key = '';
  for (const note of notes) {
    // oxlint-disable-next-line no-await-in-loop -- two
    const { signed, problems } = await compareCheckpoint(checkpoints, note, there);
    const [first] = problems;
    if (first !== undefined) return broken(first);
    if (note === covering?.note && signed) key = fingerprintOf(signed.by.public);
  }
  const reached = last?.link_number ?? no;
  const proof = reached < to ? say.unreachedText(reached, to) : say.provedByText(no, covering?.at ?? '', to, key);
  return {
    fits: covering && reached === to ? true : null,
    sentences: [
      say.soundText(nameOf(record), dropped_at?.slice(0, 10) ?? null),
      covering ? proof : say.UNSIGNED_YET,
      ...(covering || !newest ? [] : [say.endText(newest.at)]),
      say.BY_THIS_SERVER,
      say.LIMITS,
    ],
  };
}
