import { screen, within } from '@testing-library/dom';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { held, json, usual } from '#tests/support/hosts/fake-answers.ts';
import { boardHtml } from '#tests/support/hosts/plain-world.ts';
import { FakeTabs } from '#tests/support/jsdom/fake-tabs.ts';
import { mountApp, hostForEachTest } from '#tests/support/jsdom/mount.tsx';
import { shows } from '#tests/support/shows.ts';
import { button, heading, link, opened, save, target, text } from './person.ts';

const host = hostForEachTest();
const TEMPLATE = '/forms/t-board';
const WIP = '/forms/t-board/wips/w-harbor';

describe('the editor', () => {
  it(
    shows(
      's2.editor.header s2.editor.description s2.editor.document-view s2.routes.wip s7.wip s9.height-editor',
      's3.detail s3.wip s3.regions s4.editor.dirty-cleared-load',
    )('opens a WIP: its names, its description, and its document to be edited in place'),
    async () => {
      const app = await opened(host, WIP, () => heading('Harbor watch'));
      text('Status Board');
      text('The night shift.');
      const frame = await app.frame();
      expect(frame.mode).toBe('edit');
      expect(frame.html).toBe(host.world.wips[0]?.content);
      expect(frame.iframe.style.height).toBe('80vh');
      expect(frame.iframe.title).toBe('Document: Harbor watch');
      expect(button(/^Save/)).toHaveTextContent('Save');
      expect(button(/^Save/)).not.toHaveTextContent('*');
      expect(host.seen('GET /v1/wips/:id')).toMatchObject([{ query: '?html=true' }]);
    },
  );

  it('has the keyboard in its first region, where there is one and nobody uses anything else', async () => {
    const begins = { type: 'focus' };
    const app = mountApp(WIP, { host });
    const frame = await app.frame();
    await app.until(() => expect(frame.iframe).toHaveFocus());
    expect(frame.received).toContainEqual(begins);
    app.unmount();
    const away = mountApp(WIP, { host });
    await away.until(() => link('Archives'));
    link('Archives').focus();
    const unasked = await away.frame();
    await away.settled();
    expect(unasked.received).not.toContainEqual(begins);
    away.unmount();
    vi.stubGlobal('matchMedia', (query: string) => ({ matches: query === '(pointer: coarse)' }));
    const touched = await mountApp(WIP, { host }).frame();
    await away.settled();
    expect(touched.received).not.toContainEqual(begins);
  });

  it('sends a host without presence nothing of it when its tab is hidden and shown again', async () => {
    const tabs = new FakeTabs();
    vi.stubGlobal('BroadcastChannel', tabs.BroadcastChannel);
    Object.defineProperty(navigator, 'locks', { value: tabs.locks, configurable: true });
    onTestFinished(() => void Reflect.deleteProperty(navigator, 'locks'));
    const app = await opened(host, WIP, () => heading('Harbor watch'));
    const isHidden = vi.spyOn(document, 'visibilityState', 'get');
    for (const state of ['hidden', 'visible'] as const) {
      isHidden.mockReturnValue(state);
      document.dispatchEvent(new Event('visibilitychange'));
    }
    await app.settled();
    expect(host.strangers).toEqual([]);
  });

  it('tells who else has the document open that its page is closed', async () => {
    host.world.user['capabilities'] = ['presence'];
    host.offer('POST /v1/wips/:id/presence');
    const app = await opened(host, WIP, () => heading('Harbor watch'));
    const last = () => host.seen('POST /v1/wips/:id/presence').at(-1)?.body;
    await app.until(() => expect(last()).toHaveProperty('region'));
    window.dispatchEvent(new Event('pagehide'));
    await app.until(() => expect(last()).toHaveProperty('left', true));
  });

  it(
    shows(
      's2.editor.open-wip s2.editor.delete-wip-only s2.editor.submit-wip-mode s1.choose',
      's2.editor.template-dashboard s2.editor.back s7.template s2.routes.form',
    )('offers for a template what a template has'),
    async () => {
      await opened(host, TEMPLATE, () => heading('Status Board'));
      text('For the wall.');
      expect(target('Open WIP')).toBe('/open-wip/t-board');
      expect(target('Template Dashboard')).toBe('/template-dashboard/t-board');
      expect(target('Back to Templates')).toBe('/select-template');
      for (const name of ['Delete', 'Submit to Dashboard']) expect(screen.queryByRole('button', { name })).toBeNull();
      expect(screen.queryByRole('link', { name: 'View in Dashboard' })).toBeNull();
      expect(host.seen('GET /v1/templates/:id')).toMatchObject([{ query: '?html=true' }]);
    },
  );

  it(
    shows(
      's2.editor.view-in-dashboard s2.editor.delete-wip-only s2.editor.submit-wip-mode',
      's2.editor.template-dashboard s2.editor.back',
    )('offers for a WIP what a WIP has'),
    async () => {
      const app = await opened(host, WIP, () => heading('Harbor watch'));
      expect(target('View in Dashboard')).toBe('/wip-dashboard/w-harbor');
      expect(target('Template Dashboard')).toBe('/template-dashboard/t-board');
      expect(target('Back to Templates')).toBe('/select-template');
      button('Delete');
      button('Submit to Dashboard');
      expect(screen.queryByRole('link', { name: 'Open WIP' })).toBeNull();
      // Room for the bar that is pinned, for as long as it is there.
      const { style } = document.documentElement;
      expect(style.getPropertyValue('--pinned')).toBe('0px');
      app.unmount();
      window.dispatchEvent(new Event('resize'));
      expect(style.getPropertyValue('--pinned')).toBe('');
    },
  );

  it(
    shows('s2.editor.toggle s2.editor.attributes-view s2.editor.attribute-empty s4.editor.dirty-set')(
      'shows the regions as a list too, whose changes stand in the document at once',
    ),
    async () => {
      const app = mountApp(TEMPLATE, { host });
      const frame = await app.frame();
      const views = within(screen.getByRole('radiogroup', { name: 'View' }));
      expect(views.getByRole('radio', { name: 'Document' })).toBeChecked();
      await app.user.click(views.getByRole('radio', { name: 'Attributes' }));
      const title = await app.until(() => screen.getByRole('textbox', { name: 'title' }));
      const note = screen.getByRole('textbox', { name: 'note' });
      expect(title).toHaveValue('Harbor');
      expect(note).toHaveValue('');
      expect(note).toHaveAttribute('placeholder', 'Empty');
      await app.user.type(note, 'Wind.');
      await app.until(() => expect(frame.value('note')).toBe('Wind.'));
      expect(button(/^Save/)).toHaveTextContent('*');
      await app.user.click(views.getByRole('radio', { name: 'Document' }));
      await app.until(() => expect(screen.queryByRole('textbox', { name: 'note' })).toBeNull());
    },
  );

  it('finds in that list what one sees, whatever stands between the letters', async () => {
    const content = `${boardHtml('Treffpunkt Ge&shy;rä&shy;te&shy;haus', 'Abschnitt&#8203;sieben')}<p class="editable" id="lokal">Café</p>`;
    host.on('GET /v1/templates/:id', json({ result: { content, name: 'Board' } }));
    const app = await opened(host, TEMPLATE, () => heading('Board'));
    await app.user.click(await app.until(() => screen.getByRole('radio', { name: 'Attributes' })));
    const search = await app.until(() => screen.getByRole('searchbox', { name: /^Search fields/ }));
    for (const query of ['gerätehaus', 'Geratehaus', 'ABSCHNITTSIEBEN', 'cafe\u0301', ' cafe ']) {
      // oxlint-disable eslint/no-await-in-loop -- one search after the other
      await app.user.clear(search);
      await app.user.type(search, query);
      await app.settled();
      text('1 of 3 fields');
      // oxlint-enable eslint/no-await-in-loop
    }
  });

  it(shows('s2.editor.no-attributes')('says when there is no region'), async () => {
    host.on(
      'GET /v1/templates/:id',
      json({ result: { content: '<p class="editable">No id.</p><p id="x">No class.</p>' } }),
    );
    const app = await opened(host, TEMPLATE, () => heading('Untitled'));
    await app.user.click(screen.getByRole('radio', { name: 'Attributes' }));
    await app.until(() => text('No editable elements with IDs found in the form.'));
  });

  it(shows('s2.editor.no-content d6.absent-fields')('says when there is no content'), async () => {
    host.on('GET /v1/templates/:id', json({ result: { content: '', name: null } }));
    await opened(host, TEMPLATE, () => text('No content available for this form.'));
    expect(document.querySelector('iframe')).toBeNull();
    expect(document.body.textContent).not.toMatch(/undefined|null/);
  });
});

describe('the name', () => {
  it.each([
    [shows('s3.wip-name')('cut that comes from the route'), {}, 'night'],
    [shows('s3.wip-name')('cut that equals the route'), { name: 'night_7' }, 'night'],
    [shows('d19.whole-name')('whole that is a name of its own'), { name: 'night_shift' }, 'night_shift'],
    [shows('d19.whole-name')('the WIP has before the result'), { wip_name: 'night_watch', name: 'x' }, 'night_watch'],
  ])('shown and saved is %s', async (_title, names, expected) => {
    host.on('GET /v1/wips/:id', json({ result: { content: boardHtml(), ...names } }));
    host.on('POST /v1/wips/:id/update', json({}));
    const app = await opened(host, '/forms/t-board/wips/night_7', () => heading(expected));
    (await app.frame()).type('note', 'x');
    await app.until(() => expect(button(/^Save/)).toHaveTextContent('*'));
    await save(app);
    expect(host.seen('POST /v1/wips/:id/update')[0]).toMatchObject({
      path: '/v1/wips/night_7/update',
      body: { save_name: expected },
    });
  });
});

describe('a document that does not open', () => {
  it(
    shows('s2.editor.load-error s2.editor.load-error-actions s4.editor.states s7.time-out s9.request-time-out')(
      'within 10 s, and not 1 ms before',
    ),
    async () => {
      host.on('GET /v1/wips/:id', held, usual);
      const app = await opened(host, WIP, () => heading('Loading the document'));
      await app.until(() => expect(host.seen('GET /v1/wips/:id')).toHaveLength(1));
      await app.advance(9_999);
      heading('Loading the document');
      await app.advance(1);
      await app.until(() => heading('Error Loading Form'));
      text('Error fetching form. Please try again.');
      button('Try Again');
      expect(target('Back to Templates')).toBe('/select-template');
    },
  );
});
