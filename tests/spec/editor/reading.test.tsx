import { screen } from '@testing-library/dom';
import { beforeEach, describe, expect, it } from 'vitest';
import { mountApp, hostForEachTest } from '#tests/support/jsdom/mount.tsx';
import { button, field, heading, link, opened, target, text } from './person.ts';

const host = hostForEachTest();
const WIP = '/forms/t-board/wips/w-harbor';
const WRITING = /^(Save|Submit|Delete)/;

describe('a person below level 2, on a host that announces what it can', () => {
  beforeEach(() => {
    host.world.user['permission'] = 1;
    host.world.user['capabilities'] = ['archives.author'];
  });

  it('reads a document: it takes no caret, and there is nothing to save, submit or delete it with', async () => {
    const app = await opened(host, WIP, () => heading('Harbor watch'));
    expect((await app.frame()).mode).toBe('view');
    button('Print');
    expect(screen.queryByRole('button', { name: WRITING })).toBeNull();
    await app.user.keyboard('{Control>}s{/Control}{Control>}{Enter}{/Control}');
    await app.settled();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(host.seen('POST /v1/wips/:id/update')).toEqual([]);
    expect(host.seen('POST /v1/wips/:id/submit')).toEqual([]);
  });

  it('reads its regions as a list, and changes none there', async () => {
    const app = await opened(host, WIP, () => heading('Harbor watch'));
    await app.frame();
    await app.user.keyboard('{F2}');
    await app.until(() => field('note'));
    const before = (field('note') as HTMLTextAreaElement).value;
    await app.user.type(field('note'), 'Wind.');
    await app.settled();
    expect(field('note')).toHaveValue(before);
    expect(field('note')).toHaveAttribute('readonly');
  });

  it('is led to documents with the words of somebody who looks', async () => {
    const app = await opened(host, '/dashboard', () => heading('Read Docs'));
    expect(target('View: Daily Brief')).toBe('/forms/t-brief');
    expect(target('view WIPs: Daily Brief')).toBe('/open-wip/t-brief');
    expect(screen.queryByRole('link', { name: /^(New|edit WIPs):/ })).toBeNull();
    app.unmount();
    await opened(host, '/open-wip/t-board', () => link('Open WIP: Harbor watch'));
    expect(screen.queryByRole('button', { name: WRITING })).toBeNull();
  });
});

describe('nothing is hidden', () => {
  it.each([
    ['on a plain host, which tells nothing of levels', 1, []],
    ['from somebody who writes', 2, ['archives.author']],
  ])('%s', async (_, permission, capabilities) => {
    Object.assign(host.world.user, { permission, capabilities });
    const app = mountApp(WIP, { host });
    await app.until(() => heading('Harbor watch'));
    expect((await app.frame()).mode).toBe('edit');
    for (const name of ['Save', 'Submit to Dashboard', 'Delete']) button(name);
    app.unmount();
    await opened(host, '/dashboard', () => text('Edit Docs'));
    link('New: Daily Brief');
  });
});
