import { screen, within } from '@testing-library/dom';
import { beforeEach, expect, it } from 'vitest';
import { keptOnDisk } from '#tests/support/hosts/fake-disk.ts';
import { type MountedApp, hostForEachTest } from '#tests/support/jsdom/mount.tsx';
import { bodyOf, diskForEachTest, leave } from '../unsaved/left-text.ts';
import { button, click, isDirty, opened, text } from './person.ts';

const host = hostForEachTest();
diskForEachTest(host);
const WIP = '/forms/t-board/wips/w-harbor';
const TITLE = 'Compare with what was not saved';

/** Text is on the disk that was typed at twelve past three and never saved. */
const keep = (left: Parameters<typeof bodyOf>[0]): Promise<void> =>
  leave(bodyOf(left), { changes: left.edits.length, at: new Date().setHours(3, 12, 0, 0) });
const isKept = async (): Promise<void> => expect(await keptOnDisk()).toBe(1);
const sheet = (): HTMLElement => screen.getByRole('dialog', { name: TITLE });
const isClosed = (): void => expect(screen.queryByRole('dialog')).toBeNull();
const side = (region: string, label: string): string =>
  within(within(sheet()).getByRole('group', { name: region })).getByText(label).parentElement?.textContent ?? '';
const inSheet = (app: MountedApp, name: string, isThere: () => unknown) =>
  click(app, within(sheet()).getByRole('button', { name }), isThere);

async function compared(): Promise<MountedApp> {
  const app = await opened(host, WIP, () => text(/^\d+ unsaved change/));
  await app.frame();
  await click(app, button('Compare'), sheet);
  return app;
}

beforeEach(() => {
  host.world.user['capabilities'] = ['documents.guard', 'drafts.key'];
});

it('shows each region that differs, now and as it was typed, and what it was made of where that has changed', async () => {
  await keep({
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
  expect(sheet()).toHaveAccessibleDescription(/^3 unsaved changes from 0?3:12.* Nothing changes while you look/);
  // Text that the document contains already is no difference.
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

it('restores from the sheet, and deletes from it after a question only', async () => {
  await keep({ edits: [['note', 'Wind 8.']], was: [['note', 'Calm.']] });
  const app = await compared();
  await inSheet(app, 'Discard', () => screen.getByRole('alertdialog', { name: 'Discard unsaved text?' }));
  await click(app, button('Keep'), () => text(/^1 unsaved change from/));
  await isKept();
  await click(app, button('Compare'), sheet);
  await inSheet(app, 'Restore', () => expect(isDirty()).toBe(true));
  isClosed();
  const frame = await app.frame();
  await app.until(() => expect(frame.value('note')).toBe('Wind 8.'));
  expect(screen.queryByText(/^\d+ unsaved change/)).toBeNull();
  await isKept();
});

it('sets the rows beside those that the document holds now, as it tells them', async () => {
  const rows = [{ cells: ['03:12', 'gust'] }];
  await keep({ edits: [['row-1', 'gust']], was: [['row-1', '']], rows });
  const app = await opened(host, WIP, () => text(/^\d+ unsaved change/));
  const frame = await app.frame();
  frame.newAttributes = [{ cells: ['02:58', 'calm'] }];
  await click(app, button('Compare'), () => expect(sheet()).toHaveTextContent('02:58 · calm'));
  // Text of an added row is among the rows, once.
  expect(within(sheet()).getAllByRole('group')).toHaveLength(1);
  expect(side('Added rows', 'Not saved')).toBe('Not saved03:12 · gust');
  await inSheet(app, 'Close', isClosed);
  frame.newAttributes = rows;
  await click(app, button('Compare'), () => text('The document already says all of it.'));
});

it('hears the rows of the document also where a save has asked for them before', async () => {
  const rows = [{ cells: ['03:12', 'gust'] }];
  await keep({ edits: [['row-1', 'gust']], was: [['row-1', '']], rows });
  const app = await opened(host, WIP, () => text(/^\d+ unsaved change/));
  const frame = await app.frame();
  frame.newAttributes = [{ cells: ['02:58', 'calm'] }];
  frame.type('note', 'Wind 9.');
  await app.until(() => expect(isDirty()).toBe(true));
  frame.holds.add('snapshot');
  await click(app, button(/^Save/), () => expect(frame.received.at(-1)).toMatchObject({ type: 'snapshot' }));
  await click(app, button('Compare'), () => text('The document has not told its rows.'));
  frame.holds.clear();
  frame.release('snapshot');
  await app.until(() => expect(sheet()).toHaveTextContent('02:58 · calm'));
});

it('shows one answer of radio buttons, by its name', async () => {
  const [wip] = host.world.wips;
  const radios = ['yes', 'no', 'unknown'].map((id) => `<input type="radio" name="safe" class="editable" id="${id}">`);
  if (wip) wip.content += radios.join('').replace('id="yes"', 'id="yes" checked');
  await keep({
    edits: [
      ['no', 'true'],
      ['unknown', 'false'],
    ],
    was: [
      ['no', 'false'],
      ['unknown', 'true'],
    ],
  });
  await compared();
  await screen.findByRole('group', { name: 'yes / no / unknown' });
  expect(within(sheet()).getAllByRole('group')).toHaveLength(1);
  const [was, now, kept] = ['When you typed', 'In the document now', 'Not saved'].map((label) =>
    side('yes / no / unknown', label),
  );
  expect([was, now, kept]).toEqual(['When you typedunknown', 'In the document nowyes', 'Not savedno']);
});
