import wretch from 'wretch';
import { expect, it, vi } from 'vitest';
import { dropEarly, type EarlyReplies, takeEarly } from './early-replies.ts';

function parts() {
  const begun = Promise.withResolvers<Response>();
  const controller = new AbortController();
  controller.signal.addEventListener('abort', () => begun.reject(controller.signal.reason as Error));
  const early: EarlyReplies = new Map([['/a', { at: 0, reply: begun.promise, controller }]]);
  const network = vi.fn(async () => new Response('late'));
  let now = 0;
  const api = wretch('', {})
    .polyfills({ fetch: network })
    .middlewares([takeEarly(early, () => now)]);
  return { begun, controller, early, network, api, pass: (milliseconds: number) => (now += milliseconds) };
}

it('gives what was asked for early to the first reader, and asks anew for the next', async () => {
  const { begun, network, api } = parts();
  begun.resolve(new Response('early'));
  expect(await api.url('/a').get().text()).toBe('early');
  expect(network).not.toHaveBeenCalled();
  expect(await api.url('/a').get().text()).toBe('late');
});

it('gives it to no writer, to no other address, and not when it is old', async () => {
  const { begun, controller, api, pass } = parts();
  begun.promise.catch(() => undefined);
  expect(await api.url('/a').post().text()).toBe('late');
  expect(await api.url('/b').get().text()).toBe('late');
  pass(5_001);
  expect(await api.url('/a').get().text()).toBe('late');
  expect(controller.signal.aborted).toBe(true);
});

it('asks anew when the early one failed, and ends with its reader', async () => {
  const failed = parts();
  failed.begun.reject(new TypeError('no network'));
  expect(await failed.api.url('/a').get().text()).toBe('late');

  const left = parts();
  const leaving = new AbortController();
  const read = left.api.url('/a').options({ signal: leaving.signal }).get().text();
  leaving.abort(new Error('left'));
  await expect(read).rejects.toThrow('left');
  expect(left.network).not.toHaveBeenCalled();
});

it('forgets everything when nobody is signed in', async () => {
  const { begun, controller, early, api } = parts();
  begun.promise.catch(() => undefined);
  dropEarly(early);
  expect(controller.signal.aborted).toBe(true);
  expect(await api.url('/a').get().text()).toBe('late');
});
