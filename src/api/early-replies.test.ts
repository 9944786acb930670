import { expect, it, vi } from 'vitest';
import { dropEarly, type EarlyReplies, takeEarly } from './early-replies.ts';

function parts() {
  const begun = Promise.withResolvers<Response>();
  const controller = new AbortController();
  controller.signal.addEventListener('abort', () => begun.reject(controller.signal.reason as Error));
  const early: EarlyReplies = new Map([['/a', { at: 0, reply: begun.promise, controller }]]);
  const network = vi.fn<() => Promise<Response>>(async () => new Response('late'));
  let now = 0;
  const attempt = takeEarly(early, () => now)<RequestInit>(network);
  const ask = async (url: string, options: RequestInit = {}): Promise<string> =>
    (await attempt(url, { method: 'GET', ...options })).text();
  return { begun, controller, early, network, ask, pass: (milliseconds: number) => (now += milliseconds) };
}

it('gives what was asked for early to the first reader, and asks anew for the next', async () => {
  const { begun, network, ask } = parts();
  begun.resolve(new Response('early'));
  expect(await ask('/a')).toBe('early');
  expect(network).not.toHaveBeenCalled();
  expect(await ask('/a')).toBe('late');
});

it('gives it to no writer, to no other address, and not when it is old', async () => {
  const { begun, controller, ask, pass } = parts();
  begun.promise.catch(() => undefined);
  expect(await ask('/a', { method: 'POST' })).toBe('late');
  expect(await ask('/b')).toBe('late');
  pass(5_001);
  expect(await ask('/a')).toBe('late');
  expect(controller.signal.aborted).toBe(true);
});

it('asks anew when the early one failed, and ends with its reader', async () => {
  const failed = parts();
  failed.begun.reject(new TypeError('no network'));
  expect(await failed.ask('/a')).toBe('late');

  const left = parts();
  const leaving = new AbortController();
  const read = left.ask('/a', { signal: leaving.signal });
  leaving.abort(new Error('left'));
  await expect(read).rejects.toThrow('left');
  expect(left.network).not.toHaveBeenCalled();
});

it.each([false, true])(
  'forgets everything when nobody is signed in, what has come already too (%s)',
  async (isThere) => {
    const { begun, controller, early, ask } = parts();
    begun.promise.catch(() => undefined);
    if (isThere) begun.resolve(new Response('early'));
    dropEarly(early);
    expect(controller.signal.aborted).toBe(true);
    expect(await ask('/a')).toBe('late');
  },
);
