// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createActor } from 'xstate';
import { leaveGuardMachine } from '#machines/shared/leave-guard.machine.ts';
import { type AppHistory, createAppHistory } from './history.ts';

const start = () => createActor(leaveGuardMachine).start();
const asked = vi.fn<() => void>();
let history: AppHistory;

beforeEach(() => {
  asked.mockClear();
  window.history.replaceState(null, '', '/start');
  history = createAppHistory(window);
});

afterEach(() => history.close());

const here = (): string => window.location.pathname + window.location.search;

async function settled(action: () => void): Promise<void> {
  const moved = new Promise((resolve) => window.addEventListener('popstate', resolve, { once: true }));
  action();
  await moved;
}

describe('the history that can be held', () => {
  it('tells of each change, with its state', () => {
    const listener = vi.fn<() => void>();
    history.listen(listener);
    history.push('/a?x=1', { from: '/b' });
    expect(listener).toHaveBeenCalledTimes(1);
    expect(history.location).toMatchObject({ pathname: '/a', search: '?x=1', state: { from: '/b' } });
    expect(history.action).toBe('PUSH');
  });

  it('knows a page by its entry after a reload, and gives one to a page that has none', () => {
    expect(history.location.key).toBe('default');
    history.push('/a');
    const { key } = history.location;
    history.close();
    history = createAppHistory(window);
    expect(history.location.key).toBe(key);
    // Another entry would be a step back that leads nowhere.
    history.close();
    window.history.replaceState(null, '', '/c');
    const { length } = window.history;
    history = createAppHistory(window);
    expect(window.history).toHaveLength(length);
  });

  it('holds a push until it is allowed, and asks each time', () => {
    history.guardLeaving(asked, start);
    history.push('/a');
    expect(here()).toBe('/start');
    history.refuse();
    history.allow();
    expect(here()).toBe('/start');
    history.push('/b');
    history.allow();
    expect(here()).toBe('/b');
    expect(asked).toHaveBeenCalledTimes(2);
  });

  it('lets a machine through without asking', () => {
    history.guardLeaving(asked, start);
    history.force('/a', true);
    expect(here()).toBe('/a');
    expect(asked).not.toHaveBeenCalled();
  });

  it("holds the browser's own back button, and goes back when allowed", async () => {
    history.push('/a');
    const listener = vi.fn<() => void>();
    history.guardLeaving(asked, start);
    history.listen(listener);
    await settled(() => window.history.back());
    await vi.waitFor(() => expect(here()).toBe('/a'));
    expect(asked).toHaveBeenCalledTimes(1);
    expect(listener).not.toHaveBeenCalled();
    await settled(() => history.allow());
    await vi.waitFor(() => expect(here()).toBe('/start'));
    expect(history.location.pathname).toBe('/start');
    expect(listener).toHaveBeenCalledTimes(1);
  });

  it('asks nobody once the guard has ended', async () => {
    history.guardLeaving(asked, start)();
    history.push('/a');
    await settled(() => window.history.back());
    expect(history.location.pathname).toBe('/start');
    expect(asked).not.toHaveBeenCalled();
  });

  it('holds whatever else would take the page away, and forgets it with the guard', () => {
    const leave = vi.fn<() => void>();
    const end = history.guardLeaving(() => {}, start);
    history.attempt(leave);
    end();
    history.allow();
    expect(leave).not.toHaveBeenCalled();
    history.attempt(leave);
    expect(leave).toHaveBeenCalledTimes(1);
  });

  it('asks again about a press of Back that comes while it asks, and goes where the last one led', async () => {
    history.push('/a');
    history.push('/b');
    history.guardLeaving(asked, start);
    await settled(() => window.history.back());
    await vi.waitFor(() => expect(asked).toHaveBeenCalledTimes(1));
    await settled(() => window.history.go(-2));
    await vi.waitFor(() => expect(asked).toHaveBeenCalledTimes(2));
    expect(here()).toBe('/b');
    await settled(() => history.allow());
    await vi.waitFor(() => expect(here()).toBe('/start'));
    expect(history.location.pathname).toBe('/start');
  });

  it('goes nowhere when the guard ends while the browser is being sent back', async () => {
    history.push('/a');
    const end = history.guardLeaving(asked, start);
    await settled(() => window.history.back());
    end();
    await vi.waitFor(() => expect(here()).toBe('/a'));
    history.push('/b');
    expect(here()).toBe('/b');
    expect(asked).not.toHaveBeenCalled();
  });

  it('lets the browser ask before the page is closed, but for once after a link that was allowed', () => {
    const close = (): boolean => window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
    const followed = vi.fn<(href: string) => void>();
    vi.stubGlobal('location', { assign: followed });
    const end = history.guardLeaving(() => undefined, start);
    expect(close()).toBe(false);
    history.leaveTo('tel:112');
    expect(followed).toHaveBeenCalledWith('tel:112');
    expect([close(), close()]).toEqual([true, false]);
    end();
    expect(close()).toBe(true);
    vi.unstubAllGlobals();
  });

  it('knows whether there is a page of ours to go back to', async () => {
    expect(history.canGoBack).toBe(false);
    history.push('/a');
    expect(history.canGoBack).toBe(true);
    await settled(() => window.history.back());
    expect(history.canGoBack).toBe(false);
  });
});
