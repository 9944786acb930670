import { screen, within } from '@testing-library/dom';
import { describe, expect, it, vi } from 'vitest';
import { dropped, held, json } from '#tests/support/hosts/fake-answers.ts';
import { hostForEachTest, mountApp } from '#tests/support/jsdom/mount.tsx';
import { shows } from '#tests/support/shows.ts';
import { button, click, heading, link, opened, target, text, titlesIn } from '../editor/person.ts';

const host = hostForEachTest();

describe('the dashboard', () => {
  it(
    shows(
      's2.dashboard.live-section s2.dashboard.card-per-template s2.dashboard.view-live',
      's2.dashboard.edit-section s2.dashboard.new s2.dashboard.edit-wips s2.dashboard.description-optional',
      's7.templates s3.template',
    )('has a card for each template in both sections'),
    async () => {
      const app = mountApp('/dashboard', { host });
      const live = await app.until(() => screen.getByRole('list', { name: 'View Live Docs' }));
      const edit = screen.getByRole('list', { name: 'Edit Docs' });
      expect(titlesIn(live)).toEqual(['Command Docs', 'Status Board', 'Daily Brief']);
      expect(titlesIn(edit)).toEqual(['Status Board', 'Daily Brief']);
      within(live).getByText('For the wall.');
      expect(document.body.textContent).not.toMatch(/undefined|null/);
      expect(target('View Live: Status Board')).toBe('/template-dashboard/t-board');
      expect(target('New: Daily Brief')).toBe('/forms/t-brief');
      expect(target('edit WIPs: Daily Brief')).toBe('/open-wip/t-brief');
      expect(link('New: Daily Brief')).toHaveTextContent('New');
      expect(link('edit WIPs: Daily Brief')).toHaveTextContent('edit WIPs');
      expect(link('View Live: Status Board')).toHaveTextContent('View Live');
    },
  );

  it(
    shows('s2.dashboard.command-card s2.dashboard.command-target s9.command-ids')(
      'leads to the two fixed templates side by side',
    ),
    async () => {
      const env = { VITE_COMMAND_TEMPLATES: 'left-id,right-id' };
      const app = await opened(host, '/dashboard', () => heading('Command Docs'), { env });
      expect(target('View Live: Command Docs')).toBe('/multiple-dashboard/left-id/right-id');
      app.unmount();
      await opened(host, '/dashboard', () => heading('Command Docs'));
      expect(target('View Live: Command Docs')).toMatch(/^\/multiple-dashboard\/[\da-f-]{36}\/[\da-f-]{36}$/);
    },
  );

  it(
    shows('s2.dashboard.empty-live s2.dashboard.empty-edit s2.dashboard.create-document')('says when it is empty'),
    async () => {
      host.world.templates = [];
      await opened(host, '/dashboard', () => text('No Live Docs Available'));
      text('No Documents Available');
      expect(target('Create Document')).toBe('/select-template');
    },
  );

  it(
    shows('s2.dashboard.error s2.dashboard.try-again s8.lists.fetching s8.document.server-message')(
      'says when its templates do not come, and asks again',
    ),
    async () => {
      host.on('GET /v1/templates', dropped('mid body'), json({ message: 'Too early.' }, 503), held);
      const app = await opened(host, '/dashboard', () => heading('Error Loading Dashboard'));
      text('Error fetching templates. Please try again.');
      await click(app, button('Try Again'), () => text('Too early.'));
      await click(app, button('Try Again'), () => expect(host.waiting('GET /v1/templates')).toBe(1));
      host.release('GET /v1/templates');
      await app.until(() => heading('View Live Docs'));
      // The button that was pressed is gone.
      await app.until(() => expect(screen.getByRole('heading', { level: 1 })).toHaveFocus());
    },
  );

  it(
    shows('d6.no-identity d6.absent-fields')('leaves out what has no identity and calls the nameless Untitled'),
    async () => {
      host.on(
        'GET /v1/templates',
        json({ templates: [{ name: 'No uuid' }, null, 7, { uuid: '' }, { uuid: 't', name: null, description: 5 }] }),
      );
      await opened(host, '/dashboard', () => link('New: Untitled'));
      expect(screen.getAllByRole('link', { name: /^New/ })).toHaveLength(1);
      expect(document.body.textContent).not.toMatch(/undefined|null|NaN|No uuid/);
    },
  );

  it('searches both of its sections at once, and its own fixed card steps aside', async () => {
    host.on(
      'GET /v1/templates',
      json({ templates: Array.from({ length: 15 }, (_, at) => ({ uuid: `t-${15 - at}`, name: `Shift ${15 - at}` })) }),
    );
    const app = await opened(host, '/dashboard', () => heading('Command Docs'));
    const names = (section: string) => titlesIn(screen.getByRole('list', { name: section }));
    expect(names('View Live Docs').slice(0, 3)).toEqual(['Command Docs', 'Shift 1', 'Shift 2']);
    // On a phone the second section is windows below the first.
    const jump = screen.getByRole('link', { name: 'Edit Docs' });
    expect(document.querySelector(jump.getAttribute('href') ?? '')).toBe(
      screen.getByRole('heading', { name: 'Edit Docs' }),
    );
    await app.user.type(screen.getByRole('searchbox', { name: 'Search documents' }), '15');
    await app.settled();
    expect(names('View Live Docs')).toEqual(['Shift 15']);
    expect(names('Edit Docs')).toEqual(['Shift 15']);
    expect(screen.queryByRole('link', { name: 'Edit Docs' })).toBeNull();
  });
});

describe('what stands on the wall', () => {
  const WHOLE = 'GET /v1/templates/recent';
  const submitted = {
    uuid: 'a-9',
    name: 'Night board',
    submitted_on: '2026-03-01T10:00:00Z',
    submitted_by: 'Dana Okafor',
  };
  const newest = json(
    {
      archives: [
        { template: 't-board', archive: submitted },
        { template: 't-brief', archive: null },
      ],
    },
    200,
    {
      date: 'Sun, 01 Mar 2026 10:06:30 GMT',
    },
  );
  const card = (title: string): string =>
    within(screen.getByRole('list', { name: 'View Live Docs' }))
      .getByRole('heading', { name: title })
      .closest('li')?.textContent ?? '';

  it('is said on the cards in one call, asked again each minute, and taken away when it cannot be known', async () => {
    host.offer(WHOLE);
    host.world.user = { ...host.world.user, capabilities: ['templates.recent'] };
    host.on(WHOLE, newest, json({ archives: [] }), dropped(), newest);
    const app = await opened(host, '/dashboard', () => heading('Command Docs'));
    await app.until(() => expect(card('Status Board')).toContain('6 min ago · Night board by Dana Okafor'));
    expect(card('Daily Brief')).toContain('Nothing submitted yet');
    expect(host.seen(WHOLE).map(({ path }) => path)).toEqual(['/v1/templates/recent']);
    await app.advance(59_999);
    expect(host.seen(WHOLE)).toHaveLength(1);
    await app.advance(1);
    await app.until(() => expect(card('Status Board')).toContain('Nothing submitted yet'));
    await app.advance(60_000);
    await app.until(() => expect(card('Status Board')).toContain('Not known whether anything is live'));
    expect(card('Status Board')).not.toContain('Nothing submitted yet');
    await app.advance(60_000);
    await app.until(() => expect(card('Status Board')).toContain('Night board'));
  });

  it('is asked of no host that does not announce it', async () => {
    const app = await opened(host, '/dashboard', () => heading('Command Docs'));
    await app.settled();
    await app.advance(60_000);
    expect([...host.seen('GET /v1/templates/:id/archives/recent'), ...host.seen(WHOLE)]).toEqual([]);
    expect(card('Status Board')).not.toContain('Nothing submitted yet');
  });

  it('is not shown from before the page was hidden', async () => {
    host.offer(WHOLE);
    host.world.user = { ...host.world.user, capabilities: ['templates.recent'] };
    host.on(WHOLE, newest, held);
    const app = await opened(host, '/dashboard', () => heading('Command Docs'));
    await app.until(() => expect(card('Status Board')).toContain('Night board'));
    const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
    await app.advance(60_000);
    await app.until(() => expect(card('Status Board')).not.toContain('Night board'));
    expect(host.seen(WHOLE)).toHaveLength(1);
    hidden.mockReturnValue(false);
    document.dispatchEvent(new Event('visibilitychange'));
    await app.until(() => expect(host.waiting(WHOLE)).toBe(1));
    expect(card('Status Board')).not.toContain('Night board');
    hidden.mockRestore();
  });
});
