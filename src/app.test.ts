// @vitest-environment jsdom
import { afterEach, expect, it, vi } from 'vitest';
import { createApp } from './app.ts';
import { readEnv } from '#config/env.ts';

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
