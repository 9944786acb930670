import { screen, within } from '@testing-library/dom';
import { describe, expect, it, vi } from 'vitest';
import { JOURNAL_BYTES, JOURNAL_SETTLE } from '#common/config/constants.ts';
import { keptOnDisk } from '#tests/support/hosts/fake-disk.ts';
import { hostForEachTest, type MountedApp, mountApp } from '#tests/support/jsdom/mount.tsx';
import { bodyOf, diskForEachTest, leave, secret } from './left-text.ts';
import {
  button,
  click,
  heading,
  isGone,
  link,
  openHarbor,
  opened,
  press,
  save,
  showing,
  signInAgain,
  target,
  text,
  typed,
} from '../editor/person.ts';

const host = hostForEachTest();
diskForEachTest(host);
const WIP = '/forms/t-board/wips/w-harbor';
const question = (): HTMLElement => screen.getByRole('dialog', { name: /unsaved document/ });
const answer = (name: RegExp): HTMLElement => within(question()).getByRole('button', { name });
const LOST = /^What you typed last could not be kept/;

/** A document of which something is on the disk. */
async function kept(): Promise<MountedApp> {
  const app = await typed(host, WIP, 'Typed first');
  await app.until(() => {
    vi.advanceTimersByTime(100);
    text('Unsaved (kept on this device)');
  });
  return app;
}

/** Types, and logs out before any time has passed: what was typed waits to be written. */
async function loggingOut(note = 'Typed last.'): Promise<MountedApp> {
  const app = await kept();
  (await app.frame()).type('note', note);
  await app.until(() => expect(isGone('Unsaved (kept on this device)')).toBe(true));
  await click(app, button('Logout'), () => button('Leave'));
  await app.user.click(button('Leave'));
  return app;
}

/** From now on the disk is full. */
const refuse = (): void =>
  void vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });

const isOut = (app: MountedApp): Promise<unknown> => app.until(() => link('Login'));

/** Signs in again, opens the document, and returns its text. */
async function comeBack(app: MountedApp): Promise<string | undefined> {
  const toLogin = screen.queryByRole('link', { name: 'Login' });
  if (toLogin) await app.user.click(toLogin);
  await signInAgain(app);
  return (await openHarbor(app)).value('note');
}

/** Accepts the offer. */
async function restore(app: MountedApp): Promise<void> {
  await app.until(() => button('Restore'));
  text(/^\d unsaved changes? from/);
  await press(app, 'Restore');
}

describe('what is typed', () => {
  it('is written 300 ms after the key, whatever follows it', async () => {
    const app = await kept();
    const frame = await app.frame();
    const writing = vi.spyOn(crypto.subtle, 'encrypt');
    frame.type('note', 'Typed');
    await app.settled();
    await app.advance(200);
    frame.type('note', 'Typed on');
    await app.settled();
    await app.advance(99);
    expect(writing).not.toHaveBeenCalled();
    await app.advance(1);
    await app.until(() => expect(writing).toHaveBeenCalled());
    await app.until(() => text('Unsaved (kept on this device)'));
  });

  it('waits 400 ms for a document that should list its rows, is not called kept without them, and asks again after 5 s', async () => {
    const app = await kept();
    const frame = await app.frame();
    frame.holds.add('snapshot');
    frame.restructure({ added: [['row-1', 'gust']] });
    await app.settled();
    const writing = vi.spyOn(crypto.subtle, 'encrypt');
    await app.advance(300);
    await app.advance(399);
    expect(writing).not.toHaveBeenCalled();
    await app.advance(1);
    await app.until(() => expect(writing).toHaveBeenCalled());
    await app.settled();
    expect(isGone('Unsaved (kept on this device)')).toBe(true);
    frame.holds.clear();
    frame.newAttributes = [{ cells: ['gust'] }];
    // The five seconds begin when it is encrypted, which takes a time of its own.
    await vi.waitFor(async () => {
      await app.advance(5_000 + 300);
      text('Unsaved (kept on this device)');
    }, 30_000);
  });

  it('is tried again after 5 s where the disk had no room, and it is said until then', async () => {
    const app = await kept();
    refuse();
    (await app.frame()).type('note', 'Typed');
    await app.settled();
    await app.advance(300);
    await app.until(() => text(/^Your unsaved text cannot be kept on this device/));
    vi.restoreAllMocks();
    const writing = vi.spyOn(crypto.subtle, 'encrypt');
    await app.advance(4_999 + 300);
    expect(writing).not.toHaveBeenCalled();
    await app.advance(1);
    await app.until(() => text('Unsaved (kept on this device)'));
  });

  it('back to what the host has is on the disk no more', async () => {
    const app = await kept();
    expect(await keptOnDisk()).toBe(1);
    (await app.frame()).type('note', 'Calm.');
    await app.until(() => text('No changes'));
    await app.advance(300);
    await vi.waitFor(async () => expect(await keptOnDisk()).toBe(0));
  });

  it('stays for seven days when its document is left, and goes with a document that is deleted', async () => {
    const app = await kept();
    await click(app, link('Back to Templates'), () => text(/They stay on this device for 7 days, for you alone/));
    await click(app, button('Stay'), () => expect(screen.queryByRole('alertdialog')).toBeNull());
    await click(app, button('Delete'), () => screen.getByRole('alertdialog'));
    await click(app, button('Delete'), () => heading('Available WIPs (0)'));
    await vi.waitFor(async () => expect(await keptOnDisk()).toBe(0));
  });
});

describe('a logout with unsaved text', () => {
  it('is asked about letters that the document has not told yet', async () => {
    const app = await opened(host, WIP, () => text('No changes'));
    const frame = await app.frame();
    await app.settled();
    // Acts like a document that gathers keys for a moment, and sends the edits before the snapshot that was requested.
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
    await showing(app, 'First letters');
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
    await showing(app, 'Kept before, and more');
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

  it('that cannot delete is told, and nobody is logged out', async () => {
    const app = await loggingOut('Still there');
    await app.until(question);
    vi.spyOn(IDBObjectStore.prototype, 'delete').mockImplementation(() => {
      throw new DOMException('refused', 'UnknownError');
    });
    await app.user.click(answer(/^Delete/));
    await app.until(() => text(/^It could not be deleted/));
    vi.restoreAllMocks();
    expect(host.seen('POST /auth/logout')).toEqual([]);
    await app.user.click(answer(/^Delete/));
    await isOut(app);
    expect(await keptOnDisk()).toBe(0);
  });

  it('is not waited for longer than 3 seconds, nor its deletion, which is not made up for', async () => {
    const app = await loggingOut();
    await app.until(question);
    const encrypt = crypto.subtle.encrypt.bind(crypto.subtle);
    const slow = Promise.withResolvers<void>();
    vi.spyOn(crypto.subtle, 'encrypt').mockImplementation((...given) => slow.promise.then(() => encrypt(...given)));
    await app.user.click(answer(/^Keep/));
    await app.settled();
    expect(answer(/Keep/)).toHaveAttribute('aria-busy', 'true');
    await app.advance(JOURNAL_SETTLE - 1);
    expect(isGone(LOST)).toBe(true);
    await app.advance(1);
    await app.until(() => text(LOST));
    await app.user.click(answer(/^Delete/));
    await app.advance(JOURNAL_SETTLE);
    await app.until(() => text(/^It could not be deleted/));
    slow.resolve();
    await app.until(async () => expect(await keptOnDisk()).toBe(1));
    await app.settled();
    expect(await keptOnDisk()).toBe(1);
  });
});

describe('a session that ends while somebody types', () => {
  it('loses no letter of it, which the sign-in page says without a title: it is on the disk when the tab is closed then', async () => {
    const app = await kept();
    (await app.frame()).type('note', 'Typed last');
    await app.until(() => expect(isGone('Unsaved (kept on this device)')).toBe(true));
    // Another tab logs out.
    app.app.auth?.send({ type: 'session.lost' });
    await app.until(() => text('Your session ended. 1 unsaved document is kept.'));
    expect(screen.getByRole('main')).not.toHaveTextContent(/Harbor|Status Board|Typed/);
    await app.settled();
    app.unmount();
    const next = mountApp(WIP, { host });
    await next.frame();
    await restore(next);
    await showing(next, 'Typed last');
  });
});

describe('what was kept before', () => {
  const LEFT = bodyOf({ edits: [['note', 'Left']], was: [['note', 'Calm.']] });

  it('is found from the dashboard and from the list of its template alone, overwrites nobody, and goes once it is saved', async () => {
    host.world.user['capabilities'] = ['documents.guard'];
    await leave(LEFT);
    for (const wip of host.world.wips) wip.content = wip.content.replace('Calm.', 'Storm.');
    const app = await opened(host, '/dashboard', () => link('Continue: Left here'));
    expect(target('Continue: Left here')).toBe(WIP);
    await click(app, link('edit WIPs: Daily Brief'), () => heading('Daily Brief'));
    await app.settled();
    expect(screen.queryByRole('link', { name: /^Continue: / })).toBeNull();
    await app.user.click(link('Dashboard'));
    await click(app, await app.until(() => link('edit WIPs: Status Board')), () => link('Continue: Left here'));
    await app.user.click(link('Continue: Left here'));
    const frame = await app.frame();
    await app.until(() => button('Restore'));
    // The bar asks: the keyboard stays on the page.
    expect(frame.received).not.toContainEqual({ type: 'focus' });
    await restore(app);
    await showing(app, 'Left');
    await save(app);
    expect(host.seen('POST /v1/wips/:id/update').map(({ body }) => body)).toMatchObject([
      { edited_attributes: [{ id: 'note', value: 'Left', was: 'Calm.' }] },
    ]);
    await vi.waitFor(async () => expect(await keptOnDisk()).toBe(0));
  });

  it('with a key that is no more is said to be unreadable, and can be discarded', async () => {
    await leave(LEFT, { key: secret(9) });
    const app = await opened(host, '/dashboard', () => text(/cannot be read any more/));
    await openHarbor(app);
    await app.until(() => text(/it cannot be read any more/));
    await press(app, 'Discard');
    await app.user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Discard' }));
    await app.until(() => expect(isGone(/cannot be read/)).toBe(true));
    await app.until(() => vi.advanceTimersByTime(1_000));
    await vi.waitFor(async () => expect(await keptOnDisk()).toBe(0));
  });

  it('goes where there is no more room, the oldest first, and that is said until it is dismissed', async () => {
    await leave('x'.repeat(JOURNAL_BYTES), { place: { template: 't-brief', wip: null } });
    const app = await typed(host, WIP);
    await app.until(() => {
      vi.advanceTimersByTime(100);
      text(/^There was no more room .* That of the oldest document was deleted/);
    });
    expect(await keptOnDisk()).toBe(1);
    const writing = vi.spyOn(crypto.subtle, 'encrypt');
    (await app.frame()).type('note', 'Typed on');
    await app.until(() => {
      vi.advanceTimersByTime(100);
      expect(writing).toHaveBeenCalled();
    });
    await app.until(() => text('Unsaved (kept on this device)'));
    text(/^There was no more room/);
    await press(app, 'Dismiss');
    expect(isGone(/no more room/)).toBe(true);
  });

  it('cannot be had where the browser refuses: that is said, and what is typed is in memory', async () => {
    vi.spyOn(IDBFactory.prototype, 'open').mockImplementation(() => {
      throw new DOMException('refused', 'SecurityError');
    });
    const app = await opened(host, WIP, () => text(/^This browser lets nothing be kept/));
    await press(app, 'Dismiss');
    (await app.frame()).type('note', 'In memory');
    await app.until(() => text('Not saved'));
    await app.advance(5_000);
    expect(isGone(/kept on this device/)).toBe(true);
    app.app.auth?.send({ type: 'session.lost' });
    await app.until(() => text(/1 unsaved document is kept/));
    await signInAgain(app);
    await openHarbor(app);
    await app.until(() => text(/^1 unsaved change/));
    await press(app, 'Restore');
    await showing(app, 'In memory');
  });
});
