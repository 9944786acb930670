// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { keepWallShown, type PageSettings, startPage } from './page-script.ts';

const settings: PageSettings = {
  routes: [
    ['^/login/?$', 'login', [], []],
    ['^/open-wip/([^/]+)/?$', 'protected', ['/v1/templates', '/v1/templates/$1/wips'], [1]],
    ['^/signup/?$', 'open', [], [0]],
  ],
  files: ['assets/signup.js', 'assets/list.js'],
  host: 'https://api.example',
};
const asked = vi.fn<typeof fetch>(() => Promise.reject(new Error('nobody is there')));

beforeEach(() => {
  vi.stubGlobal('fetch', asked.mockClear());
});
afterEach(() => {
  vi.restoreAllMocks();
  document.cookie = 'XSRF-TOKEN=; max-age=0; path=/';
  document.head.replaceChildren();
  delete document.documentElement.dataset['shell'];
  delete document.documentElement.dataset['wall'];
  delete window.readyReplies;
});

function start(path: string): string[] {
  window.history.replaceState(null, '', path);
  startPage(settings);
  return asked.mock.calls.map(([address]) => String(address));
}

it('asks for the session alone where nobody seems to be signed in', () => {
  expect(start('/open-wip/a')).toEqual(['https://api.example/auth/verify']);
  expect(document.documentElement.dataset['shell']).toBe('protected');
  expect(asked.mock.calls[0]?.[1]?.headers).not.toHaveProperty('X-XSRF-TOKEN');
});

it('asks for nothing at the server itself where that has said that there is no session, and no cookie says otherwise', () => {
  const own = { ...settings, host: '' };
  const asks = (of: PageSettings): unknown[] => {
    asked.mockClear();
    startPage(of);
    return asked.mock.calls.map(([address]) => address);
  };
  document.head.innerHTML = '<meta name="no-session" content="1">';
  expect(asks(own)).toEqual([]);
  expect(asks(settings)).toEqual(['https://api.example/auth/verify']);
  document.cookie = 'XSRF-TOKEN=a; path=/';
  expect(asks(own)).toContain('/auth/verify');
});

it('asks for what the screen asks first as the screen does, where somebody seems to be', () => {
  document.cookie = 'NO-XSRF-TOKEN=other; path=/';
  document.cookie = 'XSRF-TOKEN=a%3Db; path=/';
  const addresses = start('/open-wip/Night%20shift');
  expect(addresses).toEqual([
    'https://api.example/auth/verify',
    'https://api.example/v1/templates',
    'https://api.example/v1/templates/Night%20shift/wips',
  ]);
  expect([...(window.readyReplies?.keys() ?? [])]).toEqual(addresses);
  expect(asked.mock.calls[2]?.[1]).toMatchObject({
    headers: { Accept: 'application/json', 'Content-Type': 'application/json', 'X-XSRF-TOKEN': 'a=b' },
    credentials: 'include',
    redirect: 'manual',
    cache: 'no-store',
  });
});

it('takes a cookie that cannot be decoded as it is', () => {
  document.cookie = 'XSRF-TOKEN=%E0%A4%A; path=/';
  start('/login');
  expect(asked.mock.calls[0]?.[1]?.headers).toHaveProperty('X-XSRF-TOKEN', '%E0%A4%A');
});

it.each([
  ['/login', 'login'],
  ['/login/', 'login'],
  ['/Login', 'login'],
  ['/open-wip/a', 'protected'],
  ['/nowhere', 'open'],
])('chooses for %s the shell %s', (path, shell) => {
  start(path);
  expect(document.documentElement.dataset['shell']).toBe(shell);
});

const fetched = (): string[] =>
  Array.from(document.head.querySelectorAll('link'), ({ rel, href }) => `${rel} ${new URL(href).pathname}`);

it.each([
  ['/open-wip/a', 'XSRF-TOKEN=a; path=/', ['modulepreload /assets/list.js']],
  ['/open-wip/a', 'other=a; path=/', []],
  ['/signup', 'other=a; path=/', ['modulepreload /assets/signup.js']],
])('fetches the files of a screen that can be shown (%s, %s)', (path, cookie, files) => {
  document.cookie = cookie;
  start(path);
  expect(fetched()).toEqual(files);
});

describe('a wall that shows nothing', () => {
  const reload = vi.fn<() => void>();
  const page = vi.fn<typeof fetch>(async () => new Response('<!doctype html>'));
  const STARTED = '<div id="root"><main>The board</main></div>';
  const NOT_STARTED = '<div id="root"><div id="shell">Loading</div><i id="painted" hidden></i></div>';
  const FAILED = '<div id="root"><main><div data-unshown>This page could not be shown</div></main></div>';

  /** Opens a page with this content. */
  const open = (address: string, markup: string): void => {
    vi.stubGlobal('location', Object.assign(new URL(address, 'http://host'), { reload }));
    document.body.innerHTML = markup;
    keepWallShown();
  };

  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    vi.stubGlobal('fetch', page.mockClear());
    reload.mockClear();
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
    document.body.replaceChildren();
  });

  it.each([
    ['a display that has not started', '/display', NOT_STARTED],
    ['a wall that has not started', '/wip-dashboard/w-1?wall', NOT_STARTED],
    ['a wall whose screen has failed', '/board?b=1&wall', FAILED],
    ['a wall on which nothing is left', '/board/b-1?wall', '<div id="root"></div>'],
    ['a wall whose page broke off', '/display', ''],
  ])('is loaded again within half a minute: %s', async (_what, address, markup) => {
    open(address, markup);
    await vi.advanceTimersByTimeAsync(29_999);
    expect(page).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(page.mock.calls).toMatchObject([[`http://host${address}`, { cache: 'no-store' }]]);
    expect(reload).toHaveBeenCalledOnce();
  });

  it('is not before two minutes while a part of it is on its way: on a slow line it would begin anew', async () => {
    open('/display', FAILED.replace('data-unshown', 'data-unshown="yet"'));
    await vi.advanceTimersByTimeAsync(119_999);
    expect(reload).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(reload).toHaveBeenCalledOnce();
  });

  it('is not as long as the host does not answer, or answers with an error, and then is', async () => {
    open('/display', NOT_STARTED);
    page.mockRejectedValueOnce(new TypeError('Failed to fetch'));
    page.mockResolvedValueOnce(new Response('', { status: 502 }));
    await vi.advanceTimersByTimeAsync(45_000);
    expect(page).toHaveBeenCalledTimes(2);
    expect(reload).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(15_000);
    expect(reload).toHaveBeenCalledOnce();
  });

  it.each([
    ['a wall that shows its board', '/display', STARTED],
    ['a document that somebody writes', '/forms/t-1/wips/w-1', FAILED],
    ['a dashboard that somebody looks at', '/wip-dashboard/w-1', NOT_STARTED],
  ])('is all that is loaded again, and not %s', async (_what, address, markup) => {
    open(address, markup);
    await vi.advanceTimersByTimeAsync(300_000);
    expect(page).not.toHaveBeenCalled();
  });

  it('is not loaded again for what is over a moment later', async () => {
    open('/display', NOT_STARTED);
    await vi.advanceTimersByTimeAsync(15_000);
    document.body.innerHTML = STARTED;
    await vi.advanceTimersByTimeAsync(15_000);
    document.body.innerHTML = FAILED;
    await vi.advanceTimersByTimeAsync(15_000);
    document.body.innerHTML = STARTED;
    await vi.advanceTimersByTimeAsync(60_000);
    expect(page).not.toHaveBeenCalled();
  });
});
