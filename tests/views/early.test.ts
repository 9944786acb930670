import { afterEach, expect, it, vi } from 'vitest';

afterEach(() => {
  delete window.readyEarly;
});

const APP = 'src/config/paths.ts';

it('asks at once, fetches files once the page is painted, and looks for that no longer than until the application does', async () => {
  const frames: FrameRequestCallback[] = [];
  const asked = vi.fn<typeof fetch>(() => Promise.reject(new Error('nobody is there')));
  const paints: PerformanceEntry[] = [];
  vi.stubGlobal('EARLY_PAGE', {
    app: APP,
    files: ['screen.js'],
    routes: [['.*', ['/never'], [0]]],
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
    Object.assign(Object.create(performance), {
      getEntriesByName: () => paints,
      getEntriesByType: () => paints,
      now: () => 0,
    }),
  );
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(false);
  const nextFrame = (): void => frames.shift()?.(0);
  const fetched = (): string[] =>
    Array.from(document.head.querySelectorAll('link'), ({ rel, href }) => `${rel} ${new URL(href).pathname}`);
  await import('../../src/early.ts');
  // Nobody seems to be signed in.
  expect(asked.mock.calls.map(([path]) => path)).toEqual(['/auth/verify']);
  nextFrame();
  expect([frames.length, fetched()]).toEqual([1, []]);
  // Nothing is ever told of a paint where fingerprinting is resisted.
  window.readyEarly?.fetchFiles();
  nextFrame();
  expect([frames.length, fetched()]).toEqual([0, ['modulepreload /screen.js']]);
  await vi.dynamicImportSettled();
});
