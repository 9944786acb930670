import { expect, it } from 'vitest';
import type { Client } from '../client.ts';

type Read = (client: Client, ...rest: unknown[]) => Promise<unknown>;
const modules = import.meta.glob<Record<string, unknown>>('./*.ts', { eager: true });

/** Every function of the API that takes a signal, always as its last parameter. */
const reads = Object.entries(modules).flatMap(([file, module]) =>
  Object.entries(module)
    .filter((entry): entry is [string, Read] => typeof entry[1] === 'function' && /\bsignal\)/.test(String(entry[1])))
    .map(([name, read]): [string, Read] => [`${file.replace('./', '')} ${name}`, read]),
);

it.each(reads)('%s ends every call that it makes with its screen', async (_name, read) => {
  const { signal } = new AbortController();
  const passed: unknown[] = [];
  const get = (_path: string, _reply: unknown, options?: { signal?: AbortSignal }): Promise<unknown> => {
    passed.push(options?.signal);
    return Promise.reject(new Error('not answered'));
  };
  const between = Array.from({ length: read.length - 2 }, () => null);
  await expect(read({ get } as unknown as Client, ...between, signal)).rejects.toThrow('not answered');
  expect(passed).toEqual([signal]);
});
