import { afterEach, expect, it, vi } from 'vitest';

afterEach(() => {
  delete window.readyEarly;
});

it('asks once the page is painted, and looks for it no longer than until the application begins', async () => {
  const frames: FrameRequestCallback[] = [];
  const asked = vi.fn<typeof fetch>(() => Promise.reject(new Error('nobody is there')));
  const paints: PerformanceEntry[] = [];
  vi.stubGlobal('EARLY_PAGE', {
    files: [],
    routes: [],
    verify: '/auth/verify',
    host: '',
    login: '/login',
    cookie: 'X',
    header: 'X',
  });
  vi.stubGlobal('requestAnimationFrame', (next: FrameRequestCallback) => frames.push(next));
  vi.stubGlobal('fetch', asked);
  vi.stubGlobal(
    'performance',
    Object.assign(Object.create(performance), { getEntriesByType: () => paints, now: () => 0 }),
  );
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(false);
  const nextFrame = (): void => frames.shift()?.(0);
  await import('../../src/early.ts');
  nextFrame();
  expect([frames.length, asked.mock.calls.length]).toEqual([1, 0]);
  // Nothing is ever told of a paint where fingerprinting is resisted.
  window.readyEarly?.begin();
  nextFrame();
  expect([frames.length, asked.mock.calls.length]).toEqual([0, 1]);
});
