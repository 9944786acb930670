import { act, fireEvent, screen, within } from '@testing-library/react';
import { useLocation } from 'react-router-dom';
import { afterEach, describe, expect, it, vi } from 'vitest';

import { ok } from '#tests/support/fake-host.ts';
import { prepareJsdom } from '#tests/support/jsdom-setup.ts';
import { hostWithPerson, showScreen } from '#tests/support/render-screen.tsx';
import { DashboardScreen } from '#ui/screens/dashboard.tsx';
import { WipListScreen } from '#ui/screens/wip-list.tsx';

prepareJsdom();
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** Names from the last to the first, as a host may list them. */
const numbered = (count: number) =>
  Array.from({ length: count }, (_, at) => ({
    uuid: `w-${count - at}`,
    name: `Shift ${count - at}`,
    description: null,
  }));

function Address() {
  return <output>{useLocation().search}</output>;
}

async function showWips(count: number, search = ''): Promise<void> {
  const host = hostWithPerson(2);
  host.answer('GET /v1/templates', ok({ templates: [{ uuid: 't-a', name: 'Briefing' }] }));
  host.answer('GET /v1/templates/t-a/wips', ok({ wips: numbered(count) }));
  await showScreen(
    <>
      <WipListScreen />
      <Address />
    </>,
    { pattern: '/open-wip/:base_template', address: `/open-wip/t-a${search}` },
  );
}

const list = () => screen.getByRole('list', { name: /^Available WIPs/ });
const cards = () =>
  within(list())
    .getAllByRole('heading')
    .map(({ textContent }) => textContent);
const search = () => screen.getByRole('searchbox', { name: 'Search WIPs' });
const type = (text: string) => act(async () => fireEvent.change(search(), { target: { value: text } }));
const address = () => document.querySelector('output')?.textContent;

describe('a list', () => {
  it('of 11 entries is as the host lists it, with no search to distract', async () => {
    await showWips(11);
    expect(screen.queryByRole('search')).toBeNull();
    expect(cards()[0]).toBe('Shift 11');
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
    fireEvent.blur(search());
    expect(address()).toBe('?q=12');
    // The title keeps the specified text with the whole number.
    expect(screen.getByRole('heading', { name: 'Available WIPs (12)' })).toBeVisible();
    await type('none such');
    expect(screen.getByText('Nothing found for “none such”.')).toBeVisible();
    await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Clear search' })));
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
    Object.assign(window, { innerWidth: 1920, innerHeight: 1080 });
    await showWips(2_000);
    const press = (name: string) => act(async () => fireEvent.click(screen.getByRole('button', { name })));
    expect(cards()).toHaveLength(48);
    await press('Show 152 more');
    expect(cards()).toHaveLength(200);
    await press('Show 200 more');
    expect(cards()).toHaveLength(400);
    const [first] = list().children;
    // A key that finds the same ones builds none of them anew, and draws no more than the first paint.
    await type('shift');
    expect(list().children).toHaveLength(48);
    expect(list().children[0]).toBe(first);
    await type('1999');
    expect(cards()).toEqual(['Shift 1999']);
    await type('');
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
    Object.assign(window, { innerWidth: 360, innerHeight: 740 });
    const rest = async (): Promise<void> => {
      for (const [which, callback] of idle) {
        idle.delete(which);
        // oxlint-disable-next-line no-await-in-loop -- one after the other; each may ask for the next
        await act(async () => callback({ didTimeout: false, timeRemaining: () => 50 }));
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
    fireEvent.blur(search());
    await rest();
    expect(cards()).toHaveLength(110);
    expect(screen.getByText(`${cards().length} of 190 WIPs`)).toBeVisible();
  });
});

it('the dashboard searches both of its sections at once, and its own fixed card steps aside', async () => {
  const host = hostWithPerson(2);
  host.answer('GET /v1/templates', ok({ templates: numbered(15) }));
  await showScreen(<DashboardScreen />);
  const names = (section: string) =>
    within(screen.getByRole('list', { name: section }))
      .getAllByRole('heading')
      .map(({ textContent }) => textContent);
  expect(names('View Live Docs').slice(0, 3)).toEqual(['Command Docs', 'Shift 1', 'Shift 2']);
  // On a phone the second section stands windows below the first.
  const jump = screen.getByRole('link', { name: 'Edit Docs' });
  expect(document.querySelector(jump.getAttribute('href') ?? '')).toBe(
    screen.getByRole('heading', { name: 'Edit Docs' }),
  );
  await act(async () =>
    fireEvent.change(screen.getByRole('searchbox', { name: 'Search documents' }), { target: { value: '15' } }),
  );
  expect(names('View Live Docs')).toEqual(['Shift 15']);
  expect(names('Edit Docs')).toEqual(['Shift 15']);
  expect(screen.queryByRole('link', { name: 'Edit Docs' })).toBeNull();
});
