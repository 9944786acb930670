import { screen } from '@testing-library/dom';
import { describe, expect, it } from 'vitest';
import { htmlPage, usual } from '#tests/support/hosts/fake-answers.ts';
import { hostForEachTest, mountApp } from '#tests/support/jsdom/mount.tsx';
import { shows } from '#tests/support/shows.ts';
import { button, click, field, heading, isDirty, isGone, opened, save, text, typed } from './editor/person.ts';

const host = hostForEachTest();
const TEMPLATE = '/forms/t-board';
const WIP = '/forms/t-board/wips/w-harbor';
const [READ, UPDATE, SUBMIT, DELETE] = [
  'GET /v1/wips/:id',
  'POST /v1/wips/:id/update',
  'POST /v1/wips/:id/submit',
  'GET /v1/wips/:id/delete',
] as const;
const SIGN_IN_THERE = 'Something between you and Ready answered instead of it: open this page again to sign in there';
const AWAY = 'Something between you and Ready answered instead of it: try again in a moment';

/** Answers of a sign-in portal or a proxy, and our words for each. */
const pages: [number, string][] = [
  [200, SIGN_IN_THERE],
  [403, SIGN_IN_THERE],
  [502, AWAY],
  [429, AWAY],
  [413, 'Something between you and Ready answered instead of it: it lets nothing so large through'],
];
const portals = pages.slice(0, 2);

describe('a page of HTML in the place of an answer', () => {
  it.each(pages)(
    shows('d41.html')('%i: a save is none, keeps all that was typed, says so, and is made later'),
    async (status, line) => {
      host.on(UPDATE, htmlPage(status), usual);
      const app = await typed(host, WIP);
      // A host that is away is tried again by itself, which is all that is said.
      const words =
        status === 502 ? ['No connection. We’ll save when it is back'] : ['Unexpected response from server', line];
      await click(app, button(/^Save/), () => words.map(text));
      expect([isGone('Form saved successfully!'), isDirty()]).toEqual([true, true]);
      expect((await app.frame()).value('note')).toBe('Wind.');
      expect([app.address(), host.seen(READ).length]).toEqual([WIP, 1]);
      expect(host.seen('POST /auth/refresh-token')).toEqual([]);
      await save(app);
      expect(host.world.wips[0]?.content).toContain('Wind.');
      await app.until(() => expect(isDirty()).toBe(false));
      expect(isGone(line)).toBe(true);
    },
  );

  it.each(portals)(shows('d41.html')('%i: a first save keeps its name, and is made later'), async (status, line) => {
    host.on('POST /v1/templates/:id/wips/save', htmlPage(status), usual);
    const app = await typed(host, TEMPLATE);
    await click(app, button(/^Save/), () => field('Form Name'));
    await app.user.type(field('Form Name'), 'North pier');
    await click(app, button('Save'), () => text('Unexpected response from server'));
    text(line);
    expect(field('Form Name')).toHaveValue('North pier');
    expect(app.address()).toBe(TEMPLATE);
    await click(app, button('Save'), () => text('Form saved successfully!'));
    expect(host.world.wips.at(-1)?.content).toContain('Wind.');
  });

  it.each(portals)(shows('d41.html')('%i: a submission is none, and is made later'), async (status, line) => {
    host.on(SUBMIT, htmlPage(status), usual);
    const app = mountApp(WIP, { host });
    await app.frame();
    await click(app, button('Submit to Dashboard'), () => text('Error submitting form. Please try again.'));
    text(line);
    expect([isGone('Form submitted successfully!'), host.world.archives.length]).toEqual([true, 1]);
    await click(app, button('Submit to Dashboard'), () => text('Form submitted successfully!'));
    expect(host.world.archives).toHaveLength(2);
  });

  it.each(portals)(shows('d41.html')('%i: nothing is deleted'), async (status, line) => {
    host.on(DELETE, htmlPage(status), usual);
    const app = await opened(host, WIP, () => heading('Harbor watch'));
    await click(app, button('Delete'), () => screen.getByRole('alertdialog'));
    await click(app, button('Delete'), () => text('Error deleting WIP. Please try again.'));
    text(line);
    await click(app, button('OK'), () => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(app.address()).toBe(WIP);
    await click(app, button('Delete'), () => screen.getByRole('alertdialog'));
    await click(app, button('Delete'), () => heading('Available WIPs (0)'));
  });

  it.each(portals)(shows('d41.html')('%i: no document is said to be forbidden or gone'), async (status, line) => {
    host.on(READ, htmlPage(status), usual);
    const app = await opened(host, WIP, () => text('Failed to load saved template wip'));
    text(line);
    expect(document.body.textContent).not.toMatch(/Permission denied|deleted/);
    await app.user.click(button('Try Again'));
    expect((await app.frame()).value('note')).toBe('Calm.');
  });

  it.each(portals)(shows('d41.logout')('%i: a logout clears the user all the same'), async (status) => {
    host.on('POST /auth/logout', htmlPage(status));
    const app = await opened(host, '/dashboard', () => heading('Command Docs'));
    await click(app, button('Logout'), () => button('Sign In'));
    expect(isGone('Welcome, dana')).toBe(true);
  });

  it.each(portals)(shows('d41.html')('%i: no sign-in was refused'), async (status, line) => {
    host.on('POST /auth/login', htmlPage(status));
    const app = mountApp('/login', { host, signedIn: false });
    await app.until(() => button('Sign In'));
    await app.user.type(field('Username'), 'dana');
    await app.user.type(field('Password'), 'secret');
    await click(app, button('Sign In'), () => text('Login failed. Please check your connection and try again.'));
    text(line);
  });
});
