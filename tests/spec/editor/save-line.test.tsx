import { screen, within } from '@testing-library/dom';
import { expect, it } from 'vitest';
import { dropped, held, refused, usual } from '#tests/support/hosts/fake-answers.ts';
import { type MountedApp, hostForEachTest } from '#tests/support/jsdom/mount.tsx';
import { boardHtml } from '#tests/support/hosts/plain-world.ts';
import { button, click, field, isDirty, isGone, opened, text, typed } from './person.ts';

const host = hostForEachTest();
const WIP = '/forms/t-board/wips/w-harbor';
const UPDATE = 'POST /v1/wips/:id/update';
const TRYING = 'No connection. We’ll save when it is back';
const FAILED = 'Error saving form. Please try again.';

const pressSave = (app: MountedApp, isThere: () => unknown) => click(app, button(/^Save/), isThere);

it('says that something is not saved, that it is being saved, and since when it is', async () => {
  host.on(UPDATE, held, usual);
  const app = await typed(host, WIP);
  text('Not saved');
  await pressSave(app, () => text('Saving…'));
  expect(isGone(/^Saved/)).toBe(true);
  await app.until(() => host.release(UPDATE));
  await app.until(() => text(/^Saved \d/));
});

it('says how many regions something else than a key has changed, and takes it back where a key follows', async () => {
  const app = await typed(host, WIP);
  const frame = await app.frame();
  const edits = (seq: number, changes: [string, string][], unasked: string[]): void =>
    frame.say({ type: 'edits', seq, changes, unasked });
  edits(101, [['title', 'HAFEN']], ['title']);
  await app.until(() => text('· 1 field changed without a key'));
  edits(102, [['note', 'WIND.']], ['note']);
  await app.until(() => text('· 2 fields changed without a key'));
  edits(103, [['title', 'Hafen']], []);
  await app.until(() => text('· 1 field changed without a key'));
  edits(104, [['note', 'Wind']], []);
  await app.until(() => expect(isGone(/without a key/)).toBe(true));
  text('Not saved');
});

it('of a host that says no claims neither a save nor a lost connection', async () => {
  host.on(UPDATE, refused(500));
  const app = await typed(host, WIP);
  await pressSave(app, () => button(/Dismiss|Close/));
  text('Not saved');
  await app.advance(60_000);
  expect(host.seen(UPDATE)).toHaveLength(1);
});

it('saves again by itself when the network is back, and from time to time, and takes its words back then', async () => {
  host.on(UPDATE, dropped(), dropped(), usual);
  const app = await typed(host, WIP);
  await pressSave(app, () => text(TRYING));
  expect(text(TRYING)).toHaveAttribute('role', 'alert');
  window.dispatchEvent(new Event('online'));
  await app.until(() => expect(host.seen(UPDATE)).toHaveLength(2));
  await app.until(() => text(TRYING));
  // One message at a time: the user is not asked to try again as well.
  expect(isGone(FAILED)).toBe(true);
  await app.advance(15_000);
  await app.until(() => text(/^Saved \d/));
  expect(host.seen(UPDATE)).toHaveLength(3);
  expect(host.seen(UPDATE).at(-1)?.body).toEqual(host.seen(UPDATE)[0]?.body);
  await app.advance(60_000);
  expect(host.seen(UPDATE)).toHaveLength(3);
});

it('says that the network is gone before anybody saves, and takes that back', async () => {
  const app = await typed(host, WIP);
  window.dispatchEvent(new Event('offline'));
  await app.until(() => text(/^No connection\. Not saved$/));
  window.dispatchEvent(new Event('online'));
  await app.until(() => text('Not saved'));
});

it('has nothing to send again once it was typed back', async () => {
  host.on(UPDATE, dropped());
  const app = await typed(host, WIP);
  await pressSave(app, () => text(TRYING));
  (await app.frame()).type('note', 'Calm.');
  await app.until(() => text('No changes'));
  await app.advance(60_000);
  expect(host.seen(UPDATE)).toHaveLength(1);
});

it('does not send a first save twice: it may have arrived, and the page says so', async () => {
  host.on('POST /v1/templates/:id/wips/save', dropped());
  const app = await typed(host, '/forms/t-board');
  await pressSave(app, () => screen.getByRole('dialog'));
  await app.user.type(field('Form Name'), 'Night');
  await click(app, within(screen.getByRole('dialog')).getByRole('button', { name: 'Save' }), () => text(FAILED));
  await app.until(() => text(/may have been saved all the same/));
  window.dispatchEvent(new Event('online'));
  await app.advance(60_000);
  expect(host.seen('POST /v1/templates/:id/wips/save')).toHaveLength(1);
});

it('never submits by itself, nor saves for a submission that failed', async () => {
  host.on(UPDATE, dropped());
  const app = await opened(host, WIP, () => button('Submit to Dashboard'));
  await app.frame();
  await click(app, button('Submit to Dashboard'), () => text(FAILED));
  window.dispatchEvent(new Event('online'));
  await app.advance(60_000);
  expect(host.seen(UPDATE)).toHaveLength(1);
  expect(host.seen('POST /v1/wips/:id/submit')).toHaveLength(0);
});

it('offers what the document would have where saved values stay, and takes it as an edit of the user', async () => {
  const app = await opened(host, WIP, () => button(/^Save/));
  const frame = await app.frame();
  const wants = (values: [string, string][]): void => frame.say({ type: 'wishes', values, isContested: false });
  wants([
    ['title', '001'],
    ['note', 'Calm.'],
  ]);
  const offer = await app.until(() => button('Take 001 in title'));
  expect(screen.getAllByRole('button', { name: /^Take / })).toHaveLength(1);
  expect(isDirty()).toBe(false);
  await click(app, offer, () => expect(isDirty()).toBe(true));
  await app.until(() => expect(frame.value('title')).toBe('001'));
  expect(frame.received).toContainEqual({ type: 'patch', values: [['title', '001']], isAsked: true });
  expect(isGone(/The document wants/)).toBe(true);
  wants([['note', '002']]);
  await app.until(() => button('Take 002 in note'));
  await click(app, button('Keep What Is Saved'), () => expect(isGone(/The document wants/)).toBe(true));
  expect(frame.value('note')).toBe('Calm.');
});

it('computed regions are no unsaved change by themselves, and are saved with the rest', async () => {
  const content = boardHtml('Harbor', 'Calm.').replace('id="note"', 'id="note" data-ready-computed');
  const [wip] = host.world.wips;
  if (wip) host.world.wips[0] = { ...wip, content };
  const app = await opened(host, WIP, () => button(/^Save/));
  const frame = await app.frame();
  expect(frame.received).toContainEqual(expect.objectContaining({ type: 'load', isStored: true }));
  frame.say({ type: 'edits', seq: 101, changes: [['note', '3 of 4']], unasked: ['note'] });
  await click(app, screen.getByRole('radio', { name: 'Attributes' }), () =>
    expect(field('note')).toHaveValue('3 of 4'),
  );
  expect(isDirty()).toBe(false);
  frame.type('title', 'Hafen');
  await pressSave(app, () => text(/^Saved \d/));
  expect(host.seen(UPDATE)[0]?.body).toMatchObject({
    edited_attributes: [
      { id: 'title', value: 'Hafen' },
      { id: 'note', value: '3 of 4' },
    ],
  });
  expect(isGone(/without a key/)).toBe(true);
});
