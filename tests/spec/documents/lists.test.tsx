import { fireEvent, screen } from '@testing-library/dom';
import { describe, expect, it, vi } from 'vitest';
import { held, json } from '#tests/support/hosts/fake-answers.ts';
import { hostForEachTest, type MountedApp, mountApp } from '#tests/support/jsdom/mount.tsx';
import { heading, press, titlesIn } from '../editor/person.ts';

const host = hostForEachTest();
let app: MountedApp;

/** Names from the last to the first, as a host may list them. */
const numbered = (count: number) =>
  Array.from({ length: count }, (_, at) => ({
    uuid: `w-${count - at}`,
    name: `Shift ${count - at}`,
    description: null,
  }));

async function showWips(count: number, query = ''): Promise<void> {
  host.on('GET /v1/templates/:id/wips', json({ wips: numbered(count) }));
  app = mountApp(`/open-wip/t-board${query}`, { host });
  await app.until(() => heading(`Available WIPs (${count})`));
  await app.settled();
}

const list = () => screen.getByRole('list', { name: /^Available WIPs/ });
const cards = () => titlesIn(list());
const search = () => screen.getByRole('searchbox', { name: 'Search WIPs' });
const change = async (field: HTMLElement, value: string): Promise<void> => {
  fireEvent.change(field, { target: { value } });
  await app.settled();
};
const type = (words: string) => change(search(), words);
const address = () => window.location.search;

describe('a list', () => {
  it('of 11 entries is as the host lists it, with no search to distract', async () => {
    await showWips(11);
    expect(screen.queryByRole('search')).toBeNull();
    expect(cards()[0]).toBe('Shift 11');
  });

  it('says the year of what is old, where the day alone would be taken for a new one', async () => {
    const saved = (uuid: string, daysAgo: number) => ({
      ...numbered(1)[0],
      uuid,
      updated_on: new Date(Date.now() - daysAgo * 86_400_000).toISOString(),
    });
    host.on('GET /v1/templates/:id/wips', json({ wips: [saved('new', 2), saved('old', 365)] }));
    app = mountApp('/open-wip/t-board', { host });
    await app.until(() => heading('Available WIPs (2)'));
    const [young, old] = screen.getAllByRole('time').map(({ textContent }) => textContent);
    expect(young).toMatch(/:/);
    expect(old).toContain(`${new Date(Date.now() - 365 * 86_400_000).getFullYear()}`);
  });

  it('that is searched has the keyboard in its search', async () => {
    await showWips(12);
    expect(search()).toHaveFocus();
  });

  it.each([
    ['uses a link', () => screen.getByRole('link', { name: 'Archives' }).focus()],
    ['scrolls', () => void fireEvent.keyDown(document.body, { key: 'PageDown' })],
    ['presses', () => void fireEvent.pointerDown(document.body)],
  ])('that comes when somebody %s leaves the keyboard to them', async (_what, use) => {
    host.on('GET /v1/templates/:id/wips', held);
    app = mountApp('/open-wip/t-board', { host });
    await app.until(() => expect(host.waiting('GET /v1/templates/:id/wips')).toBe(1));
    use();
    const { activeElement } = document;
    host.release('GET /v1/templates/:id/wips', json({ wips: numbered(12) }));
    await app.until(() => search());
    await app.settled();
    expect(activeElement).toHaveFocus();
  });

  it('of 12 entries is sorted by name, counted and searched, and the search stands in the address', async () => {
    await showWips(12);
    expect(cards()).toEqual(Array.from({ length: 12 }, (_, at) => `Shift ${at + 1}`));
    expect(screen.getByText('12 WIPs')).toHaveAttribute('role', 'status');
    await type('1');
    expect(cards()).toEqual(['Shift 1', 'Shift 10', 'Shift 11', 'Shift 12']);
    expect(screen.getByText('4 of 12 WIPs')).toBeVisible();
    // The address follows when the person turns to something else, and not at every key.
    expect(address()).toBe('');
    fireEvent.keyDown(search(), { key: '1' });
    expect(address()).toBe('');
    fireEvent.keyDown(search(), { key: 'Tab' });
    expect(address()).toBe('?q=1');
    await type('12');
    search().focus();
    await app.user.tab();
    expect(address()).toBe('?q=12');
    // The title keeps the specified text with the whole number.
    expect(screen.getByRole('heading', { name: 'Available WIPs (12)' })).toBeVisible();
    await type('none such ');
    expect(screen.getByText('Nothing found for “none such”.')).toBeVisible();
    await press(app, 'Clear search');
    expect(cards()).toHaveLength(12);
    expect(address()).toBe('');
    expect(search()).toHaveValue('');
    expect(search()).toHaveFocus();
  });

  it('opens searched from an address', async () => {
    await showWips(12, '?q=shift+12');
    expect(search()).toHaveValue('shift 12');
    expect(cards()).toEqual(['Shift 12']);
  });

  it('of 2,000 entries begins with more than a window shows, is drawn 200 at a time, and searched as a whole', async () => {
    vi.stubGlobal('innerWidth', 1920);
    vi.stubGlobal('innerHeight', 1080);
    await showWips(2_000);
    expect(cards()).toHaveLength(48);
    await press(app, 'Show 152 more');
    expect(cards()).toHaveLength(200);
    await press(app, 'Show 200 more');
    expect(cards()).toHaveLength(400);
    const [first] = list().children;
    // A key that finds the same ones builds none of them again, and draws no more than the first paint.
    await type('shift');
    expect(list().children).toHaveLength(48);
    expect(list().children[0]).toBe(first);
    await type('1999');
    expect(cards()).toEqual(['Shift 1999']);
    await type(' ');
    expect(screen.getByText('2000 WIPs')).toBeVisible();
    expect(list().children).toHaveLength(48);
  });

  it('on a phone begins with what its window has room for, and is whole when the page has time, but not while a search is written', async () => {
    const idle = new Map<number, IdleRequestCallback>();
    let no = 0;
    vi.stubGlobal('requestIdleCallback', (callback: IdleRequestCallback) => {
      idle.set((no += 1), callback);
      return no;
    });
    vi.stubGlobal('cancelIdleCallback', (which: number) => idle.delete(which));
    vi.stubGlobal('innerWidth', 360);
    vi.stubGlobal('innerHeight', 740);
    const rest = async (): Promise<void> => {
      for (const [which, callback] of idle) {
        idle.delete(which);
        // oxlint-disable-next-line no-await-in-loop -- one after the other; each may ask for the next
        callback({ didTimeout: false, timeRemaining: () => 50 });
        // oxlint-disable-next-line no-await-in-loop -- see above
        await app.settled();
      }
    };
    await showWips(190);
    expect(cards()).toHaveLength(12);
    await rest();
    expect(cards()).toHaveLength(190);
    search().focus();
    await type('shift 1');
    await rest();
    expect(cards()).toHaveLength(12);
    // As by Ctrl+F: the page is left, and the field is where it goes back to.
    vi.spyOn(document, 'hasFocus').mockReturnValue(false);
    search().blur();
    await rest();
    expect(cards()).toHaveLength(110);
    expect(screen.getByText(`${cards().length} of 190 WIPs`)).toBeVisible();
  });
});
