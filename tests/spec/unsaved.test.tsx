import { screen, within } from '@testing-library/dom';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { JOURNAL_SETTLE } from '#config/constants.ts';
import { fakeDisk, keptOnDisk, result } from '#tests/support/fake-disk.ts';
import { hostForEachTest, type MountedApp, mountApp } from '#tests/support/mount.tsx';
import { button, click, isGone, link, opened, press, signIn, text, typed } from './person.ts';

fakeDisk();
const host = hostForEachTest();
const WIP = '/forms/t-board/wips/w-harbor';
const question = (): HTMLElement => screen.getByRole('dialog', { name: /unsaved document/ });
const answer = (name: RegExp): HTMLElement => within(question()).getByRole('button', { name });
const LOST = /^What you typed last could not be kept/;

const secret = (of: number): string => Buffer.alloc(32, of).toString('base64url');

/** A document of which something is on the disk. */
async function kept(): Promise<MountedApp> {
  const app = await typed(host, WIP, 'Typed first');
  await app.until(() => {
    vi.advanceTimersByTime(100);
    text('Not saved, kept on this computer');
  });
  return app;
}

/** Types, and logs out before any time has passed: what was typed waits to be written. */
async function loggingOut(note = 'Typed last.'): Promise<MountedApp> {
  const app = await kept();
  (await app.frame()).type('note', note);
  await app.until(() => expect(isGone('Not saved, kept on this computer')).toBe(true));
  await click(app, button('Logout'), () => button('Leave'));
  await app.user.click(button('Leave'));
  return app;
}

const isOut = (app: MountedApp): Promise<unknown> => app.until(() => link('Login'));

/** Signs in again, opens the document, and tells what is in it. */
async function comeBack(app: MountedApp): Promise<string | undefined> {
  await app.user.click(link('Login'));
  await signIn(app);
  await app.until(() => text('Login successful!'));
  await app.advance(1_500);
  const toList = await app.until(() => link('edit WIPs: Status Board'));
  await click(app, toList, () => link('Open WIP: Harbor watch'));
  await app.user.click(link('Open WIP: Harbor watch'));
  const frame = await app.frame();
  await app.settled();
  return frame.value('note');
}

/** Takes up what is offered. */
async function restore(app: MountedApp): Promise<void> {
  await app.until(() => text(/^Not saved: \d changes? from/));
  await press(app, 'Restore');
}

beforeEach(async () => {
  await result(indexedDB.deleteDatabase('ready-journal'));
  Object.assign(host.world.user, { drafts_key: secret(1), drafts_mark: secret(2) });
});

describe('a logout with unsaved text', () => {
  it('waits until the last letters are on the disk, and then asks; where they are kept they are offered again', async () => {
    const app = await loggingOut();
    await app.until(question);
    await app.user.click(answer(/^Keep/));
    await isOut(app);
    expect(await comeBack(app)).toBe('Calm.');
    await restore(app);
    expect((await app.frame()).value('note')).toBe('Typed last.');
  });

  it('is asked about letters that the document has not told yet', async () => {
    const app = await opened(host, WIP, () => text('No changes'));
    const frame = await app.frame();
    await app.settled();
    // As a document does that gathers keys for a moment; it tells them before what it is asked.
    frame.holds.add('edits').add('snapshot');
    frame.type('note', 'First letters');
    await app.user.click(button('Logout'));
    await app.until(() => expect(frame.held().map(({ type }) => type)).toContain('snapshot'));
    expect(link('Dashboard')).toBeVisible();
    frame.holds.clear();
    frame.release('edits');
    frame.release('snapshot');
    await app.until(question);
    await app.user.click(answer(/^Keep/));
    await isOut(app);
    expect(await comeBack(app)).toBe('Calm.');
    await restore(app);
    expect((await app.frame()).value('note')).toBe('First letters');
  });

  it('takes rows along that were added last', async () => {
    const app = await kept();
    const frame = await app.frame();
    frame.newAttributes = [{ row: 'added last' }];
    frame.restructure({ added: [['row-1', 'In the row']] });
    await app.settled();
    await click(app, button('Logout'), () => button('Leave'));
    await app.user.click(button('Leave'));
    await app.until(question);
    await app.user.click(answer(/^Keep/));
    await isOut(app);
    expect(await comeBack(app)).toBe('Calm.');
    await restore(app);
    await app.until(() => expect(app.frames().at(-1)?.html).toContain('added last'));
  });

  it('asks nothing where there is none', async () => {
    const app = await opened(host, WIP, () => text('No changes'));
    await app.settled();
    await app.user.click(button('Logout'));
    await isOut(app);
  });

  it('keeps nothing that was to be deleted: on the disk, in memory, or of a screen that goes', async () => {
    const app = await loggingOut();
    await app.until(question);
    await app.user.click(answer(/^Delete/));
    await isOut(app);
    expect(isGone(/unsaved document/)).toBe(true);
    expect(await keptOnDisk()).toBe(0);
    expect(await comeBack(app)).toBe('Calm.');
    expect(isGone(/^Not saved/)).toBe(true);
    expect(await keptOnDisk()).toBe(0);
  });
});

describe('a disk that refuses', () => {
  const refuse = (): void =>
    void vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });

  it('is told before a logout goes on; who cancels is not logged out, and may save', async () => {
    const app = await kept();
    refuse();
    (await app.frame()).type('note', 'Kept before, and more');
    await app.settled();
    await click(app, button('Logout'), () => button('Leave'));
    await app.user.click(button('Leave'));
    await app.until(() => text(LOST));
    expect(question()).toHaveAccessibleName('1 unsaved document');
    await app.user.click(answer(/^Cancel/));
    await app.until(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect((await app.frame()).value('note')).toBe('Kept before, and more');
    await app.user.click(button(/^Save/));
    await app.until(() => text('Form saved successfully!'));
    expect(host.seen('POST /auth/logout')).toEqual([]);
  });

  it('that refuses after the answer is told too, and the person may go without it', async () => {
    const app = await loggingOut('Kept');
    await app.until(question);
    refuse();
    await app.user.click(answer(/^Keep/));
    await app.until(() => text(LOST));
    expect(host.seen('POST /auth/logout')).toEqual([]);
    await app.user.click(answer(/^Log out without it/));
    await isOut(app);
  });

  it('is not waited for longer than 3 seconds', async () => {
    const app = await loggingOut();
    await app.until(question);
    const { subtle } = crypto;
    vi.spyOn(subtle, 'encrypt').mockImplementation(() => new Promise<never>(() => undefined));
    await app.user.click(answer(/^Keep/));
    await app.settled();
    expect(answer(/Keep/)).toHaveAttribute('aria-busy', 'true');
    await app.advance(JOURNAL_SETTLE - 1);
    expect(isGone(LOST)).toBe(true);
    await app.advance(1);
    await app.until(() => text(LOST));
  });
});

describe('a session that ends while somebody types', () => {
  it('loses no letter of it: what was not written yet is on the disk when the tab is closed then', async () => {
    const app = await kept();
    (await app.frame()).type('note', 'Typed last');
    await app.until(() => expect(isGone('Not saved, kept on this computer')).toBe(true));
    // Another tab logs out.
    app.app.auth?.send({ type: 'session.lost' });
    await app.until(() => button('Sign In'));
    await app.settled();
    app.unmount();
    const next = mountApp(WIP, { host });
    await next.frame();
    await restore(next);
    expect((await next.frame()).value('note')).toBe('Typed last');
  });
});
