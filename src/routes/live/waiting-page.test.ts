import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createActor } from 'xstate';
import { LAST_WORD, WALL_WORKER } from '#config/wall.ts';
import { waitingPage } from './waiting-page.ts';

/** Scopes that have a worker. */
let registered = new Set<string>();
const kept = vi.fn<(key: string, value: string) => void>();
const page = Object.assign(new EventTarget(), { location: { pathname: '' }, sessionStorage: { setItem: kept } });

beforeEach(() => {
  registered = new Set();
  const serviceWorker = {
    register: async (_script: string, { scope }: { scope: string }) => {
      registered.add(scope);
      return { unregister: async () => registered.delete(scope) };
    },
  };
  // Node has the browser's locks, and two walls are two of these.
  vi.stubGlobal('navigator', { locks: navigator.locks, serviceWorker });
  vi.stubGlobal('window', page);
});
afterEach(() => vi.unstubAllGlobals());

const wall = (pathname: string) => {
  page.location = { pathname };
  return createActor(waitingPage(() => 1_000)).start();
};
const have = (...scopes: string[]): Promise<void> => vi.waitFor(() => expect([...registered]).toEqual(scopes));
const settled = (): Promise<void> => pause(50);

it(`keeps ${WALL_WORKER}, and the host's last word, for as long as a wall is shown at its address`, async () => {
  const [one, other] = [wall('/board'), wall('/display')];
  await have('/board', '/display');
  one.stop();
  await have('/display');
  page.dispatchEvent(new Event('pagehide'));
  other.stop();
  await have();
  page.dispatchEvent(new Event('pagehide'));
  expect(kept.mock.calls).toEqual([[LAST_WORD, '1000']]);
});

it('leaves the worker to another wall at the same address, also to one that comes as it goes', async () => {
  const [one, two] = [wall('/board'), wall('/board')];
  await have('/board');
  one.stop();
  await settled();
  await have('/board');
  two.stop();
  const three = wall('/board');
  await settled();
  await have('/board');
  three.stop();
  await have();
});
