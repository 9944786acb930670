import { screen, within } from '@testing-library/dom';
import { beforeEach, expect, it, vi } from 'vitest';
import type { Entry, Vault } from '#journal/vault.ts';
import { type MountedApp, hostForEachTest } from '#tests/support/mount.tsx';
import { button, click, opened, text } from './person.ts';

const disk = vi.hoisted(() => new Map<string, unknown>());

// jsdom has no disk; tests/e2e/compare.test.ts has a real one.
vi.mock('#journal/vault.ts', () => ({
  openVault: async (): Promise<Vault> => {
    const nameOf = (place: unknown): string => JSON.stringify(place);
    return {
      nameOf: async (place) => nameOf(place),
      read: async (place) => (disk.get(nameOf(place)) as Entry | undefined) ?? null,
      write: async (entry) => {
        disk.set(nameOf(entry.head.place), entry);
        return { dropped: 0 };
      },
      remove: async (place) => void disk.delete(nameOf(place)),
      removeAll: async () => disk.clear(),
      list: async () => [],
    };
  },
}));

const host = hostForEachTest();
const PLACE = { template: 't-board', wip: 'w-harbor' };
const WIP = '/forms/t-board/wips/w-harbor';
const TITLE = 'Compare with what was not saved';

type Kept = { edits: [string, string][]; was: [string, string][]; rows?: unknown[] };

/** Text lies on the disk that was typed at twelve past three and never saved. */
function keep({ edits, was, rows }: Kept): void {
  const at = new Date().setHours(3, 12, 0, 0);
  const kept = { edits, was, rows: rows ?? null, name: '', title: 'Harbor watch' };
  const head = { place: PLACE, title: 'Harbor watch', changes: edits.length, at };
  disk.set(JSON.stringify(PLACE), { head, body: JSON.stringify({ v: 1, text: kept, older: null }) });
}
const isKept = (): boolean => disk.has(JSON.stringify(PLACE));
const sheet = (): HTMLElement => screen.getByRole('dialog', { name: TITLE });
const isClosed = (): void => expect(screen.queryByRole('dialog')).toBeNull();
const side = (region: string, label: string): string =>
  within(within(sheet()).getByRole('group', { name: region })).getByText(label).parentElement?.textContent ?? '';
const inSheet = (app: MountedApp, name: string, isThere: () => unknown) =>
  click(app, within(sheet()).getByRole('button', { name }), isThere);

async function compared(): Promise<MountedApp> {
  const app = await opened(host, WIP, () => text(/^Not saved: /));
  await app.frame();
  await click(app, button('Compare'), sheet);
  return app;
}

beforeEach(() => {
  disk.clear();
  Object.assign(host.world.user, { capabilities: ['documents.guard', 'drafts.key'], drafts_key: 'key' });
});

it('shows each region that differs, now and as it was typed, and what it was made of where that has changed', async () => {
  keep({
    edits: [
      ['title', 'Harbor'],
      ['note', 'Wind 8.'],
      ['gone', 'No place.'],
    ],
    was: [
      ['title', 'Port'],
      ['note', 'Storm.'],
      ['gone', ''],
    ],
  });
  const app = await compared();
  await app.until(() => within(sheet()).getByRole('group', { name: 'note' }));
  expect(sheet()).toHaveAccessibleDescription(/^Not saved: 3 changes from 0?3:12.* Nothing changes while you look/);
  // What the document says already is no difference.
  expect(
    within(sheet())
      .getAllByRole('group')
      .map((group) => group.querySelector('legend')?.textContent),
  ).toEqual(['note', 'gone']);
  expect(side('note', 'When you typed')).toBe('When you typedStorm.');
  expect(side('note', 'In the document now')).toBe('In the document nowCalm.');
  expect(side('note', 'Not saved')).toBe('Not savedWind 8.');
  expect(side('gone', 'In the document now')).toContain('does not have this any more');
});

it('closed, by its button or by Escape, it has changed nothing', async () => {
  keep({ edits: [['note', 'Wind 8.']], was: [['note', 'Calm.']] });
  const app = await compared();
  expect(within(sheet()).queryByText('When you typed')).toBeNull();
  await inSheet(app, 'Close', isClosed);
  await click(app, button('Compare'), sheet);
  await app.user.keyboard('{Escape}');
  await app.until(isClosed);
  await app.settled();
  expect((await app.frame()).value('note')).toBe('Calm.');
  expect(button(/^Save/)).not.toHaveTextContent('*');
  expect(isKept()).toBe(true);
  text(/^Not saved: 1 change from/);
});

it('restores from the sheet, and deletes from it after a question only', async () => {
  keep({ edits: [['note', 'Wind 8.']], was: [['note', 'Calm.']] });
  const app = await compared();
  await inSheet(app, 'Discard', () => screen.getByRole('alertdialog', { name: 'Discard unsaved text?' }));
  await click(app, button('Keep'), () => text(/^Not saved: 1 change from/));
  expect(isKept()).toBe(true);
  await click(app, button('Compare'), sheet);
  await inSheet(app, 'Restore', () => expect(button(/^Save/)).toHaveTextContent('*'));
  isClosed();
  const frame = await app.frame();
  await app.until(() => expect(frame.value('note')).toBe('Wind 8.'));
  expect(screen.queryByText(/^Not saved: /)).toBeNull();
  expect(isKept()).toBe(true);
});

it('sets the rows beside those that the document holds now, as it tells them', async () => {
  const rows = [{ cells: ['03:12', 'gust'] }];
  keep({ edits: [['row-1', 'gust']], was: [['row-1', '']], rows });
  const app = await opened(host, WIP, () => text(/^Not saved: /));
  const frame = await app.frame();
  frame.newAttributes = [{ cells: ['02:58', 'calm'] }];
  await click(app, button('Compare'), () => text('02:58 · calm'));
  // Text of an added row stands among the rows, once.
  expect(within(sheet()).getAllByRole('group')).toHaveLength(1);
  expect(side('Added rows', 'Not saved')).toBe('Not saved03:12 · gust');
  await inSheet(app, 'Close', isClosed);
  frame.newAttributes = rows;
  await click(app, button('Compare'), () => text('The document already says all of it.'));
});

it('hears the rows of the document also where a save has asked for them before', async () => {
  const rows = [{ cells: ['03:12', 'gust'] }];
  keep({ edits: [['row-1', 'gust']], was: [['row-1', '']], rows });
  const app = await opened(host, WIP, () => text(/^Not saved: /));
  const frame = await app.frame();
  frame.newAttributes = [{ cells: ['02:58', 'calm'] }];
  frame.type('note', 'Wind 9.');
  await app.until(() => expect(button(/^Save/)).toHaveTextContent('*'));
  frame.holds.add('snapshot');
  await click(app, button(/^Save/), () => expect(frame.received.at(-1)).toMatchObject({ type: 'snapshot' }));
  await click(app, button('Compare'), () => text('The document has not told its rows.'));
  frame.holds.clear();
  frame.release('snapshot');
  await app.until(() => text('02:58 · calm'));
});
