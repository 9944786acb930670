import { fireEvent, screen, within } from '@testing-library/dom';
import { beforeEach, describe, expect, it } from 'vitest';
import { held, json, refused, type Seen } from '#tests/support/fake-answers.ts';
import { hostForEachTest, type MountedApp, mountApp } from '#tests/support/mount.tsx';
import { button, heading, press, text, titlesIn } from './person.ts';

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
  async function openLong(query = ''): Promise<void> {
    host.on(WIPS, ({ query: page }: Seen) => {
      if (page.includes('cursor=')) return wips(101, 150, null, 150);
      if (page.includes('q=')) return wips(7, 8, null, 2);
      return wips(1, 100, 'c-100', 150);
    });
    app = mountApp(`/open-wip/t-board${query}`, { host });
    await app.until(() => heading('Available WIPs (150)'));
    await app.settled();
  }

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

  it('shows more of a longer one below what is there, and says how much that is', async () => {
    await openLong();
    expect(asked(WIPS)).toEqual([FIRST]);
    text('150 WIPs');
    // What is here is drawn first.
    while (screen.queryByText('100 of 150 shown') === null) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      await press(app, 'Show more');
    }
    expect(asked(WIPS)).toEqual([FIRST]);
    expect(screen.getByText('100 of 150 shown')).toHaveAttribute('role', 'status');
    button('Show more').focus();
    await press(app, 'Show more');
    await app.until(() => text('150 of 150 shown'));
    expect(screen.getByText('150 of 150 shown')).toHaveFocus();
    expect(wipCards()).toEqual(entries(1, 150).map(({ name }) => name));
    expect(asked(WIPS)).toEqual([FIRST, `${FIRST}&cursor=c-100`]);
  });

  it('has the host search once a person pauses, whatever was typed on the way, and sort', async () => {
    await openLong();
    await type('n');
    await app.advance(200);
    await type('night');
    await app.advance(249);
    expect(asked(WIPS)).toEqual([FIRST]);
    text('Searching…');
    await app.advance(1);
    await app.until(() => text('2 of 150 WIPs'));
    expect(wipCards()).toEqual(['Shift 7', 'Shift 8']);
    heading('Available WIPs (150)');
    const order = screen.getByRole('combobox', { name: 'Sort by' });
    expect(
      within(order)
        .getAllByRole('option')
        .map((one) => one.textContent),
    ).toEqual(['Last changed first', 'Name']);
    fireEvent.change(order, { target: { value: 'name' } });
    await app.settled();
    await app.advance(250);
    await app.until(() => text('2 of 150 WIPs'));
    expect(asked(WIPS)).toEqual([FIRST, `${FIRST}&q=night`, '?limit=100&sort=name&q=night']);
  });

  it('is searched for what its address brings', async () => {
    await openLong('?q=night');
    expect(search()).toHaveValue('night');
    await app.advance(250);
    await app.until(() => expect(wipCards()).toEqual(['Shift 7', 'Shift 8']));
    expect(asked(WIPS)).toEqual([FIRST, `${FIRST}&q=night`]);
  });

  it('keeps what is there when a further page fails, or a search, and asks again', async () => {
    await openLong('?q=night');
    host.on(WIPS, refused(500, 'The storage is full.'), wips(7, 7, 'c-7', 2), refused(503), wips(8, 8, null, 2));
    await app.advance(250);
    await app.until(() => expect(screen.getByText('The storage is full.')).toBeVisible());
    expect(wipCards()).toContain('Shift 1');
    await press(app, 'Try Again');
    await app.until(() => expect(wipCards()).toEqual(['Shift 7']));
    await press(app, 'Show more');
    await app.until(() => expect(screen.getByText('Error loading WIPs. Please try again.')).toBeVisible());
    expect(wipCards()).toEqual(['Shift 7']);
    await press(app, 'Try Again');
    await app.until(() => expect(wipCards()).toEqual(['Shift 7', 'Shift 8']));
    expect(asked(WIPS).slice(-2)).toEqual([`${FIRST}&q=night&cursor=c-7`, `${FIRST}&q=night&cursor=c-7`]);
  });

  it('counts a deleted one out, without asking for the list anew', async () => {
    await openLong();
    await press(app, 'Delete: Shift 2');
    await press(app, 'Delete');
    await app.until(() => heading('Available WIPs (149)'));
    text('149 WIPs');
    expect(wipCards()).not.toContain('Shift 2');
    expect(asked(WIPS)).toEqual([FIRST]);
  });

  it('says that nothing was found, and shows all again', async () => {
    await openLong();
    host.on(WIPS, wips(1, 0, null, 0), wips(1, 100, 'c-100', 150));
    await type('none such');
    await app.advance(250);
    await app.until(() => text('Nothing found for “none such”.'));
    await press(app, 'Clear search');
    await app.advance(250);
    await app.until(() => text('150 WIPs'));
    expect(search()).toHaveFocus();
  });
});

describe('the archives of a WIP on a host that has pages', () => {
  const archiveCards = () => cards(/^Submitted archives/);

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
  });

  it('are not asked for by a wall, which needs the newest alone', async () => {
    host.on(ARCHIVES, held);
    app = mountApp('/wip-dashboard/w-harbor', { host });
    await app.advance(300);
    await app.until(() => expect(asked(ARCHIVES)).toEqual(['?limit=1&sort=newest']));
  });
});
