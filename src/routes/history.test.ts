// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type AppHistory, createAppHistory } from './history.ts';

let history: AppHistory;

beforeEach(() => {
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
    const heard = vi.fn<() => void>();
    history.listen(heard);
    history.push('/a?x=1', { from: '/b' });
    expect(heard).toHaveBeenCalledTimes(1);
    expect(history.location).toMatchObject({ pathname: '/a', search: '?x=1', state: { from: '/b' } });
    expect(history.action).toBe('PUSH');
  });

  it('holds a push until it is allowed, and asks each time', () => {
    const asked = vi.fn<() => void>();
    history.guard(asked);
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
    const asked = vi.fn<() => void>();
    history.guard(asked);
    history.force('/a', true);
    expect(here()).toBe('/a');
    expect(asked).not.toHaveBeenCalled();
  });

  it("holds the browser's own back button, and goes back when allowed", async () => {
    history.push('/a');
    const asked = vi.fn<() => void>();
    const heard = vi.fn<() => void>();
    history.guard(asked);
    history.listen(heard);
    await settled(() => window.history.back());
    await vi.waitFor(() => expect(here()).toBe('/a'));
    expect(asked).toHaveBeenCalledTimes(1);
    expect(heard).not.toHaveBeenCalled();
    await settled(() => history.allow());
    await vi.waitFor(() => expect(here()).toBe('/start'));
    expect(history.location.pathname).toBe('/start');
    expect(heard).toHaveBeenCalledTimes(1);
  });

  it('asks nobody once the guard has ended', async () => {
    const asked = vi.fn<() => void>();
    history.guard(asked)();
    history.push('/a');
    await settled(() => window.history.back());
    expect(history.location.pathname).toBe('/start');
    expect(asked).not.toHaveBeenCalled();
  });

  it('holds whatever else would take the page away, and forgets it with the guard', () => {
    const leave = vi.fn<() => void>();
    const end = history.guard(() => {});
    history.attempt(leave);
    end();
    history.allow();
    expect(leave).not.toHaveBeenCalled();
    history.attempt(leave);
    expect(leave).toHaveBeenCalledTimes(1);
  });

  it('knows whether there is a page of ours to go back to', async () => {
    expect(history.canGoBack).toBe(false);
    history.push('/a');
    expect(history.canGoBack).toBe(true);
    await settled(() => window.history.back());
    expect(history.canGoBack).toBe(false);
  });
});
