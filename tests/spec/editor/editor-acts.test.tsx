import { screen, within } from '@testing-library/dom';
import { describe, expect, it } from 'vitest';
import { hostForEachTest, mountApp } from '#tests/support/jsdom/mount.tsx';
import { shows } from '#tests/support/shows.ts';
import { button, click, heading, isGone, opened, text, typed } from './person.ts';

const host = hostForEachTest();
const WIP = '/forms/t-board/wips/w-harbor';
const calls = (): string[] =>
  host.requests.filter(({ path }) => path.startsWith('/v1/wips')).map(({ method, path }) => `${method} ${path}`);

describe('submitting', () => {
  it(
    shows(
      's4.editor.submit s7.submit d9.submit-name s2.editor.banner-submit s1.submit s2.editor.banner-time',
      's2.editor.banner-query d6.bodies-unread s9.success-banner',
    )('saves first, then submits, then loads again and says so for 1.5 s'),
    async () => {
      const app = mountApp(WIP, { host });
      await app.frame();
      await click(app, button('Submit to Dashboard'), () => text('Form submitted successfully!'));
      await app.until(() => expect(calls()).toHaveLength(4));
      expect(calls()).toEqual([
        'GET /v1/wips/w-harbor',
        'POST /v1/wips/w-harbor/update',
        'POST /v1/wips/w-harbor/submit',
        'GET /v1/wips/w-harbor',
      ]);
      expect(['', '{}']).toContain(host.seen('POST /v1/wips/:id/submit')[0]?.text);
      expect(app.address()).toBe(`${WIP}?success=submit`);
      expect(host.world.archives).toHaveLength(2);
      await app.advance(1499);
      text('Form submitted successfully!');
      await app.advance(1);
      await app.until(() => expect(isGone('Form submitted successfully!')).toBe(true));
      expect(app.address()).toBe(WIP);
    },
  );

  it(
    shows(
      's2.editor.submit-tooltip',
      'd18.aria-disabled',
    )('is not possible with unsaved changes, and says why on hover and on focus'),
    async () => {
      const app = mountApp(WIP, { host });
      (await app.frame()).type('note', 'Wind.');
      await app.until(() => expect(button('Submit to Dashboard')).toHaveAttribute('aria-disabled', 'true'));
      expect(button('Submit to Dashboard')).not.toBeDisabled();
      button('Submit to Dashboard').focus();
      const words = 'Please save your changes before submitting';
      await app.until(() => expect(screen.getByRole('tooltip')).toHaveTextContent(words));
      button('Submit to Dashboard').blur();
      await app.until(() => expect(screen.queryByRole('tooltip')).toBeNull());
      await app.user.hover(button('Submit to Dashboard'));
      await app.advance(300);
      await app.until(() => expect(screen.getByRole('tooltip')).toHaveTextContent(words));
      await app.user.click(button('Submit to Dashboard'));
      await app.settled();
      expect(host.seen('POST /v1/wips/:id/submit')).toEqual([]);
    },
  );
});

describe('deleting', () => {
  it.each([
    ['our host', ['documents.guard', 'wips.deleted'], /^Its submissions stay in Archives\./],
    ['one that lists no deleted WIPs', ['documents.guard'], /stay in the record\./],
    ['a plain host, of which it is not known', [], null],
  ])('says what becomes of the record and of walls, at %s', async (_, capabilities, said) => {
    host.world.user['capabilities'] = capabilities;
    const app = await opened(host, WIP, () => button('Delete'));
    await click(app, button('Delete'), () => text(QUESTION));
    const words = screen.queryByText(/^Its submissions .* Walls keep showing it/)?.textContent;
    if (said === null) expect(words).toBeUndefined();
    else expect(words).toMatch(said);
  });

  it('does not stand beside Submit', async () => {
    await opened(host, WIP, () => button('Delete'));
    const order = ['Print', 'Delete', /^Save/, 'Submit to Dashboard'].map((name) => button(name));
    const places = screen.getAllByRole('button').filter((one) => order.includes(one));
    expect(places).toEqual(order);
  });

  const QUESTION = 'Are you sure you want to delete "Harbor watch"? This action cannot be undone.';

  it(
    shows('s2.editor.delete-confirm s4.editor.delete s7.delete d20.in-app s1.wips')(
      'asks first, and then goes to the list',
    ),
    async () => {
      const app = await opened(host, WIP, () => heading('Harbor watch'));
      await app.user.click(button('Delete'));
      const first = await app.until(() => screen.getByRole('alertdialog'));
      within(first).getByText(QUESTION);
      await app.user.click(within(first).getByRole('button', { name: 'Cancel' }));
      await app.until(() => expect(screen.queryByRole('alertdialog')).toBeNull());
      expect(host.seen('GET /v1/wips/:id/delete')).toEqual([]);
      await app.user.click(button('Delete'));
      const again = await app.until(() => screen.getByRole('alertdialog'));
      await click(app, within(again).getByRole('button', { name: 'Delete' }), () => heading('Available WIPs (0)'));
      expect(app.address()).toBe('/open-wip/t-board');
      expect(host.seen('GET /v1/wips/:id/delete')).toMatchObject([{ path: '/v1/wips/w-harbor/delete', text: '' }]);
    },
  );
});

describe('the keyboard', () => {
  /** True if the page took the key for itself: then the browser does nothing with it. */
  const isTaken = (init: KeyboardEventInit): boolean =>
    !window.dispatchEvent(new KeyboardEvent('keydown', { ...init, bubbles: true, cancelable: true }));

  it.each(['s', 'S'])('saves with Ctrl and %s, which Caps Lock makes a capital', async (key) => {
    const app = await typed(host, WIP);
    expect(isTaken({ key, ctrlKey: true })).toBe(true);
    await app.until(() => text('Form saved successfully!'));
    expect(host.seen('POST /v1/wips/:id/update')).toHaveLength(1);
  });

  it('is left to the browser again after the editor', async () => {
    const app = mountApp(WIP, { host });
    await app.frame();
    const keys = [{ key: 's', ctrlKey: true }, { key: 'Enter', ctrlKey: true }, { key: 'F2' }];
    expect(isTaken({ key: 'F2' })).toBe(true);
    await click(app, screen.getByRole('link', { name: 'Archives' }), () => heading('Archives'));
    expect(keys.map(isTaken)).toEqual([false, false, false]);
  });
});
