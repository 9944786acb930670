import { fireEvent, screen } from '@testing-library/dom';
import { beforeEach, describe, expect, it } from 'vitest';
import { held, json, type Seen } from '#tests/support/hosts/fake-answers.ts';
import { hostForEachTest, type MountedApp, mountApp } from '#tests/support/jsdom/mount.tsx';
import { heading, press, text, titlesIn } from '../editor/person.ts';

const host = hostForEachTest();
const WIPS = 'GET /v1/templates/t-board/wips';
const ARCHIVES = 'GET /v1/wips/w-harbor/archives';
let app: MountedApp;

beforeEach(() => {
  host.world.user = { ...host.world.user, capabilities: ['lists.pages'] };
});

const entry = (no: number) => ({ uuid: `e-${no}`, name: `Shift ${no}`, submitted_on: 1_760_000_000 - no });
const entries = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => entry(from + at));
const wips = (from: number, to: number, next: string | null, count: number) =>
  json({ templates: entries(from, to), next, count });
const archives = (from: number, to: number, next: string | null, count: number) =>
  json({ archives: entries(from, to), next, count });
const asked = (route: typeof WIPS | typeof ARCHIVES): string[] => host.seen(route).map(({ query }) => query);
const cards = (name: RegExp) => titlesIn(screen.getByRole('list', { name }));
const wipCards = () => cards(/^Available WIPs/);
const search = () => screen.getByRole('searchbox', { name: 'Search WIPs' });
const type = async (words: string): Promise<void> => {
  fireEvent.change(search(), { target: { value: words } });
  await app.settled();
};
const FIRST = '?limit=100&sort=newest';

describe('a list of WIPs on a host that has pages', () => {
  it('of one page is searched and sorted here, as a whole one', async () => {
    host.on(WIPS, wips(1, 20, null, 20));
    app = mountApp('/open-wip/t-board', { host });
    await app.until(() => heading('Available WIPs (20)'));
    await type('12');
    await app.advance(1_000);
    expect(wipCards()).toEqual(['Shift 12']);
    text('1 of 20 WIPs');
    expect(screen.queryByText(/shown$/)).toBeNull();
    expect(asked(WIPS)).toEqual([FIRST]);
  });

  it('is searched for what its address brings', async () => {
    host.on(WIPS, ({ query }: Seen) => (query.includes('q=') ? wips(7, 8, null, 2) : wips(1, 100, 'c-100', 150)));
    app = mountApp('/open-wip/t-board?q=+night+', { host });
    await app.until(() => heading('Available WIPs (150)'));
    await app.settled();
    expect(search()).toHaveValue(' night ');
    await app.advance(250);
    await app.until(() => expect(wipCards()).toEqual(['Shift 7', 'Shift 8']));
    expect(asked(WIPS)).toEqual([FIRST, `${FIRST}&q=night`]);
  });
});

describe('the archives of a WIP on a host that has pages', () => {
  const archiveCards = () =>
    screen
      .getAllByRole('button', { name: /^View Content/ })
      .map((one) => one.getAttribute('aria-label')?.slice('View Content: '.length));

  it('are searched and sorted by the host above one page, and asked for anew by Refresh', async () => {
    host.on(ARCHIVES, ({ query }: Seen) => {
      if (query.includes('cursor=')) return archives(3, 3, null, 3);
      return query.includes('sort=name') ? archives(2, 3, null, 2) : archives(1, 2, 'c-2', 3);
    });
    app = mountApp('/archives?template=t-board&wip=w-harbor', { host });
    await app.until(() => text('3 archives'));
    await press(app, 'Show more');
    await app.until(() => expect(archiveCards()).toEqual(['Shift 1', 'Shift 2', 'Shift 3']));
    fireEvent.change(screen.getByRole('combobox', { name: 'Sort by' }), { target: { value: 'name' } });
    await app.settled();
    await app.advance(250);
    await app.until(() => expect(archiveCards()).toEqual(['Shift 2', 'Shift 3']));
    await press(app, 'Refresh');
    await app.advance(250);
    await app.until(() => expect(asked(ARCHIVES).slice(-2)).toEqual([FIRST, '?limit=100&sort=name']));
    await app.until(() => expect(archiveCards()).toEqual(['Shift 2', 'Shift 3']));
    // The address keeps both when the pointer leaves the page, as on its way to Reload.
    fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'night' } });
    fireEvent.pointerLeave(document.documentElement);
    expect(app.address()).toBe('/archives?template=t-board&wip=w-harbor&sort=name&q=night');
  });

  it('are read on at the end of a page by who steps through them', async () => {
    host.on(ARCHIVES, ({ query }: Seen) =>
      query.includes('cursor=') ? archives(3, 3, null, 3) : archives(1, 2, 'c-2', 3),
    );
    app = mountApp('/archives?template=t-board&wip=w-harbor', { host });
    await app.until(() => text('3 archives'));
    await press(app, 'View Content: Shift 1');
    text('1 of 2+');
    expect(asked(ARCHIVES)).toHaveLength(1);
    await press(app, 'Next');
    await app.until(() => text('2 of 3'));
    await press(app, 'Next');
    text('3 of 3');
  });

  it('are not asked for by a wall, which needs the newest alone', async () => {
    host.on(ARCHIVES, held);
    app = mountApp('/wip-dashboard/w-harbor', { host });
    await app.advance(300);
    await app.until(() => expect(asked(ARCHIVES)).toEqual(['?limit=1&sort=newest']));
  });
});
