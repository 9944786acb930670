import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { expect, it, vi } from 'vitest';
import type { RecordHead } from '#server/storage/stores/records.ts';
import { createRecordExports } from './export.ts';

type Parts = Parameters<typeof createRecordExports>;

/**
 * 2,000 records. `failing`: the number of the document that cannot be read; `ending`: that of the page at which the session ends;
 * `unread`: that of the record that leaves the index.
 */
function given({ failing = Infinity, ending = Infinity, unread = Infinity } = {}) {
  const seen = { listed: 0, read: 0 };
  const head = (number: number): RecordHead => ({
    uuid: `${number}-1234567`,
    wip: 'w',
    template: 't',
    organisation: 'o',
    name: 'Long',
    file_name: 'long.html',
    format: 'html',
    submitted_on: '2026-01-31T14:00:00.000Z',
    author: 'u',
    dropped_at: null,
    checksum: 'c',
    number,
    place: number,
    changed: null,
    is_indexed: 1,
    wip_deleted: null,
  });
  const storage = {
    users: { byUuid: async () => null },
    templates: { head: async () => ({ template_version: 'v' }) },
    records: {
      newestUnread: async () => null,
      lastNumber: async () => 2_000,
      regionsOf: async () => ['a'],
      spans: async () => [{ region: 'a', label: 'A', value: 'x'.repeat(10_000), is_row: 0, position: 0 }],
      head: async (uuid: string) => {
        const one = head(Number.parseInt(uuid, 10));
        return { ...one, is_indexed: one.number === unread ? 0 : 1 };
      },
      page: async (_: unknown, after: { at: string; number: number } | null) => {
        seen.listed += 100;
        const before = after?.number ?? 2_001;
        return Array.from({ length: Math.min(100, before - 1) }, (_one, at) => head(before - 1 - at));
      },
    },
  };
  const list = {
    wanted: async () => ({ organisation: 'o', words: [] }),
    noted: async () => undefined,
    received: async () => [],
    async html() {
      seen.read += 1;
      if (seen.read === failing) throw new Error('It is damaged.');
      return { html: randomBytes(50_000).toString('hex'), lines: 'marked' };
    },
  };
  const documents = { withoutPrivate: async (html: string) => html };
  const [one, two, three] = [storage, list, documents] as unknown as [Parts[0], Parts[1], Parts[2]];
  const sessions = { isOpen: async () => seen.listed < ending * 100 };
  const files = createRecordExports(
    one,
    two,
    three,
    sessions,
    { sign: async () => undefined, checkPage: () => null },
    () => new Date(),
  );
  const begin = (format: 'values' | 'zip', waiting = new AbortController().signal) =>
    files.begin({ uuid: 'u', waiting } as unknown as Parameters<typeof files.begin>[0], { q: '', format }, () => ({}));
  return { seen, begin };
}

it.each(['values', 'zip'] as const)(
  'reads no more for %s than its reader takes, and others have their turns',
  async (format) => {
    const { seen, begin } = given();
    const { content } = await begin(format);
    content.resume();
    await once(content, 'data');
    content.pause();
    const stopped = { listed: 0, read: -1 };
    while (stopped.listed !== seen.listed || stopped.read !== seen.read) {
      Object.assign(stopped, seen);
      await setTimeout(100);
    }
    expect(format === 'zip' ? stopped.read : stopped.listed / 100).toBeLessThan(9);
    content.resume();
    await vi.waitFor(() => expect(seen).not.toEqual(stopped));
    // Others have their turns: otherwise it would be at its end here.
    expect(content.readableEnded).toBe(false);
    content.destroy();
  },
);

it.each([
  [{ failing: 3 }, 'It is damaged.'],
  [{ unread: 1_980 }, 'A record has changed while it was taken away.'],
  [{ ending: 45 }, 'The session of a download has ended.'],
])('fails at %o, so that a file which is not whole does not look complete', async (when, words) => {
  const { content } = await given(when).begin('zip');
  const pieces: Buffer[] = [];
  await expect(
    (async () => {
      for await (const piece of content) pieces.push(piece as Buffer);
    })(),
  ).rejects.toThrow(words);
  expect(Buffer.concat(pieces).includes('COMPLETE')).toBe(false);
});

it('lets one user take away two files at once, of calls that are not answered yet', async () => {
  const { begin } = given();
  const full = /^Two files are still on their way/;
  const call = new AbortController();
  const three = [begin('zip', call.signal), begin('values'), begin('zip')] as const;
  await expect(three[2]).rejects.toThrow(full);
  const [first, second] = await Promise.all([three[0], three[1]]);
  await expect(begin('zip')).rejects.toThrow(full);
  second.content.destroy();
  call.abort();
  await vi.waitFor(() => expect([first.content.closed, second.content.closed]).toEqual([true, true]));
  for (const format of ['zip', 'values'] as const) await expect(begin(format, call.signal)).rejects.toThrow(/aborted/);
  for (const { content } of [await begin('zip'), await begin('zip')]) content.destroy();
});
