import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { BUILD_CHECK_INTERVAL } from '#common/config/constants.ts';
import { findNewBuild } from './new-build.ts';

const page = (entry: string): string => `<script type="module" crossorigin src="${entry}"></script>`;

/** A browser's window before a host that has another build than the page, and keeps it when it is loaded again. */
function windowOf(own: string, hosts: string): Window {
  const kept = new Map<string, string>();
  return {
    document: { querySelector: () => ({ getAttribute: () => own }) },
    location: { href: 'https://ready.example/board' },
    sessionStorage: {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
    },
    fetch: async (address: string) =>
      address === hosts
        ? new Response('', { headers: { 'Content-Type': 'text/javascript' } })
        : new Response(page(hosts), { headers: { 'Content-Type': 'text/html' } }),
  } as unknown as Window;
}

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 2, 1, 10) }));
afterEach(() => void vi.useRealTimers());

it('finds no build where the host has the one that runs', async () => {
  expect(await findNewBuild(windowOf('/a-1.js', '/a-1.js'))).toBe(false);
});

it('finds a build again after a quarter of an hour, when the page was loaded for it and an old process has answered', async () => {
  const wall = windowOf('/a-1.js', '/a-2.js');
  expect(await findNewBuild(wall)).toBe(true);
  vi.setSystemTime(Date.now() + BUILD_CHECK_INTERVAL - 1);
  expect(await findNewBuild(wall)).toBe(false);
  vi.setSystemTime(Date.now() + 1);
  expect(await findNewBuild(wall)).toBe(true);
  expect(await findNewBuild(wall)).toBe(false);
  // The machine's clock was put right.
  vi.setSystemTime(Date.now() - 86_400_000);
  expect(await findNewBuild(wall)).toBe(true);
});
