import { expect, it } from 'vitest';
import type { Client, Contract } from './client.ts';
import { withEarlyReads } from './early-reads.ts';
import { ApiError } from './failure.ts';

const text: Contract<string> = {
  '~standard': { validate: (value) => (typeof value === 'string' ? { value } : { issues: ['not text'] }) },
};

type Call = { path: string; answer: (value: unknown) => void; fail: (error: unknown) => void; signal?: AbortSignal };

function parts() {
  const calls: Call[] = [];
  let time = 0;
  const get = <T>(path: string, reply: Contract<T>, options?: { signal?: AbortSignal }): Promise<T> =>
    new Promise((done, fail) => {
      const answer = (value: unknown): void => {
        const checked = reply['~standard'].validate(value) as { value: T; issues?: undefined } | { issues: unknown[] };
        if (checked.issues) fail(new ApiError({ kind: 'malformed' }));
        else done(checked.value);
      };
      options?.signal?.addEventListener('abort', () => fail(options.signal?.reason as Error));
      calls.push({ path, answer, fail, ...(options?.signal && { signal: options.signal }) });
    });
  const client = { get } as unknown as Client;
  return { calls, early: withEarlyReads(client, () => time), pass: (ms: number) => (time += ms) };
}

it('gives the reply that was asked for early to the first reader, and asks anew for the next', async () => {
  const { calls, early } = parts();
  early.begin('/v1/templates');
  const first = early.get('/v1/templates', text);
  expect(calls).toHaveLength(1);
  calls[0]?.answer('list');
  expect(await first).toBe('list');
  void early.get('/v1/templates', text);
  expect(calls.map(({ path }) => path)).toEqual(['/v1/templates', '/v1/templates']);
});

it('holds the reply to the reader’s contract, and passes on its failure', async () => {
  const { calls, early } = parts();
  early.begin('/a');
  calls[0]?.answer(7);
  await expect(early.get('/a', text)).rejects.toMatchObject({ failure: { kind: 'malformed' } });
  early.begin('/a');
  calls[1]?.fail(new ApiError({ kind: 'network' }));
  await expect(early.get('/a', text)).rejects.toMatchObject({ failure: { kind: 'network' } });
  expect(calls).toHaveLength(2);
});

it('ends with its reader', async () => {
  const { calls, early } = parts();
  early.begin('/a');
  const controller = new AbortController();
  const read = early.get('/a', text, { signal: controller.signal });
  controller.abort(new Error('left'));
  await expect(read).rejects.toThrow('left');
  expect(calls[0]?.signal?.aborted).toBe(true);
});

it('is not given when it is old, nor after it was dropped', async () => {
  const { calls, early, pass } = parts();
  early.begin('/a');
  calls[0]?.answer('old');
  pass(5_001);
  const read = early.get('/a', text);
  calls[1]?.answer('new');
  expect(await read).toBe('new');

  early.begin('/b');
  early.dropEarly();
  expect(calls[2]?.signal?.aborted).toBe(true);
  void early.get('/b', text);
  expect(calls).toHaveLength(4);
});
