import { beforeEach } from 'vitest';
import type { Place } from '#machines/unsaved/unsaved-text.ts';
import { type DiskOwner, openDisk } from '#routes/unsaved/unsaved-disk.ts';
import { fakeDisk, lastingDisk, result } from '#tests/support/hosts/fake-disk.ts';
import type { PlainHost } from '#tests/support/hosts/plain-host.ts';

const HARBOR: Place = { template: 't-board', wip: 'w-harbor' };
export const secret = (of: number): string => Buffer.alloc(32, of).toString('base64url');

/** The user of the plain world, for whom text is kept. */
const dana: DiskOwner = { key: secret(1), mark: secret(2), host: 'https://host.example', user: 'u-dana' };

/** An empty disk for each test, and a host that gives a key for it. Call it once at the top of the file. */
export function diskForEachTest(host: PlainHost): void {
  fakeDisk(lastingDisk);
  beforeEach(async () => {
    await result(indexedDB.deleteDatabase('ready-journal'));
    Object.assign(host.world.user, { drafts_key: dana.key, drafts_mark: dana.mark });
  });
}

type Left = { edits: [string, string][]; was: [string, string][]; rows?: unknown[] };

/** Text as an earlier page has left it. */
export const bodyOf = ({ edits, was, rows = [] }: Left): string =>
  JSON.stringify({
    v: 1,
    text: { edits, was, rows: rows.length === 0 ? null : rows, name: '', title: 'Left here' },
    older: null,
  });

/** Puts text on the disk. @param at when it was typed, in milliseconds */
export async function leave(
  body: string,
  { place = HARBOR, changes = 2, at = Date.now() - 60_000, key = dana.key } = {},
): Promise<void> {
  const disk = await openDisk({ ...dana, key }, () => Date.now());
  await disk.write({ head: { place, title: 'Left here', changes, at }, body });
}
