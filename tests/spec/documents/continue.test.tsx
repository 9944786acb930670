import { screen, within } from '@testing-library/dom';
import { expect, it, vi } from 'vitest';
import { refused } from '#tests/support/hosts/fake-answers.ts';
import { hostForEachTest, type MountedApp, mountApp } from '#tests/support/jsdom/mount.tsx';
import { diskForEachTest } from '../unsaved/left-text.ts';
import { button, click, heading, link, text, typed } from '../editor/person.ts';

const host = hostForEachTest();
diskForEachTest(host);
const WIP = '/forms/t-board/wips/w-harbor';

const isNone = (): boolean => screen.queryByRole('heading', { name: 'Continue' }) === null;
const entries = (): HTMLElement[] => within(screen.getByRole('list', { name: 'Continue' })).getAllByRole('link');

/** Leaves the document for the dashboard. */
async function toDashboard(app: MountedApp): Promise<void> {
  await click(app, link('Dashboard'), () => link('edit WIPs: Status Board'));
  await app.settled();
}

it('Continue is absent where nothing was opened, and leads to what was, above the sections, on any host', async () => {
  // A plain host gives no key: what was opened is in the page's memory.
  Object.assign(host.world.user, { drafts_key: null, drafts_mark: null });
  const app = mountApp('/dashboard', { host });
  await app.until(() => link('edit WIPs: Daily Brief'));
  await app.settled();
  expect(isNone()).toBe(true);
  await click(app, link('edit WIPs: Status Board'), () => link('Open WIP: Harbor watch'));
  await click(app, link('Open WIP: Harbor watch'), () => heading('Harbor watch'));
  await app.frame();
  await toDashboard(app);
  await app.until(() => heading('Continue'));
  expect(entries().map(({ textContent }) => textContent)).toEqual(['Harbor watch Status Board']);
  const titles = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
  expect(titles).toEqual(['Continue', 'View Live Docs', 'Edit Docs']);
  await click(app, link('Harbor watch Status Board'), () => heading('Harbor watch'));
  expect(app.address()).toBe(WIP);
});

it('quick open offers it first: Ctrl+K and Enter lead back to the document of before', async () => {
  const app = mountApp(WIP, { host });
  await app.frame();
  await toDashboard(app);
  await app.user.keyboard('{Control>}k{/Control}');
  await app.until(() =>
    expect(screen.getByRole('option', { selected: true })).toHaveTextContent('Harbor watchStatus Board · opened last'),
  );
  await app.user.keyboard('{Enter}');
  await app.until(() => heading('Harbor watch'));
  expect(app.address()).toBe(WIP);
});

it.each([
  ['is deleted', 404],
  ['may not be opened any more', 403],
])('a document that %s leaves it when that is found', async (_, status) => {
  const app = mountApp(WIP, { host });
  await app.frame();
  await toDashboard(app);
  await app.until(() => heading('Continue'));
  host.on('GET /v1/wips/w-harbor', refused(status, 'Not for you.'));
  await click(app, link('Harbor watch Status Board'), () => heading('Error Loading Form'));
  await toDashboard(app);
  await app.until(() => expect(isNone()).toBe(true));
});

it('a document that one deletes leaves it', async () => {
  const app = mountApp(WIP, { host });
  await app.frame();
  await click(app, button('Delete'), () => screen.getByRole('alertdialog'));
  await app.user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Delete' }));
  await app.until(() => text(/^No WIPs found for this template/));
  await toDashboard(app);
  await app.until(() => expect(isNone()).toBe(true));
});

it('it is there in the next page, and says what has unsaved text', async () => {
  const app = await typed(host, WIP);
  await app.until(() => {
    vi.advanceTimersByTime(100);
    text('Unsaved (kept on this device)');
  });
  app.unmount();
  const next = mountApp('/dashboard', { host });
  await next.until(() => link(/^Harbor watch Status Board.*not saved$/));
});
