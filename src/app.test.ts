// @vitest-environment jsdom
import { afterEach, expect, it, vi } from 'vitest';
import { createApp } from './app.ts';
import { readEnv } from '#common/config/env.ts';
import { FakeTabs } from '#tests/support/jsdom/fake-tabs.ts';

afterEach(() => vi.unstubAllGlobals());

it('asks for a new session once when what was asked for early came back without one', async () => {
  const asked: string[] = [];
  let isNew = false;
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url);
    if (url === '/auth/refresh-token') isNew = true;
    if (!isNew) return new Response('{}', { status: 401 });
    const user = { success: true, user: { id: 'u', username: 'dana', permission: 2 } };
    return Response.json(url === '/v1/templates' ? [] : user);
  });
  const without = () => ({
    at: performance.now(),
    reply: Promise.resolve(new Response('{}', { status: 401 })),
    controller: new AbortController(),
  });
  const early = new Map([
    ['/auth/verify', without()],
    ['/v1/templates', without()],
  ]);
  const { root } = createApp({ env: readEnv({}), readCookies: () => '', early });
  root.start();
  await expect.poll(() => asked).toContain('/auth/refresh-token');
  await expect.poll(() => early.size).toBe(0);
  root.stop();
});

it('drops what was asked for early in vain, before a one-time password was changed', async () => {
  const user = { uuid: 'u', username: 'dana', permission: 2, must_change_password: true };
  const early = new Map(
    [Response.json(user), new Response('{}', { status: 403 })].map((reply, at) => [
      at === 0 ? '/auth/verify' : '/v1/templates',
      { at: performance.now(), reply: Promise.resolve(reply), controller: new AbortController() },
    ]),
  );
  const { root } = createApp({ env: readEnv({}), readCookies: () => '', early });
  root.start();
  await expect.poll(() => root.getSnapshot().children.auth?.getSnapshot().hasTag('due')).toBe(true);
  expect(early.size).toBe(0);
  root.stop();
});

it.each([
  ['done', 200],
  ['refused by the host', 500],
])('tells the other tabs of a logout that is %s', async (_how, status) => {
  vi.stubGlobal('fetch', (url: string) =>
    Promise.resolve(
      url === '/auth/logout'
        ? new Response('{}', { status })
        : Response.json({ success: true, user: { id: 'u', username: 'dana', permission: 2 } }),
    ),
  );
  const tabs = new FakeTabs();
  const posted = vi.spyOn(tabs.BroadcastChannel.prototype, 'postMessage');
  vi.stubGlobal('BroadcastChannel', tabs.BroadcastChannel);
  Object.defineProperty(navigator, 'locks', { value: tabs.locks, configurable: true });
  const { root } = createApp({ env: readEnv({}), readCookies: () => '' });
  root.start();
  const auth = root.getSnapshot().children.auth;
  await expect.poll(() => auth?.getSnapshot().hasTag('authenticated')).toBe(true);
  auth?.send({ type: 'logout.requested' });
  await expect.poll(() => posted.mock.calls).toEqual([[null]]);
  root.stop();
  Reflect.deleteProperty(navigator, 'locks');
});
