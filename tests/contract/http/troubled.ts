import { expect } from 'vitest';
import type { Person } from '#tests/support/person.ts';
import { rawCall } from '#tests/support/raw-call.ts';
import type { TestServer } from '#tests/support/hosts/server.ts';
import { load, save, savePath, saving, submit, valueIn } from '#tests/support/writing.ts';

/** Time that something that a server does each second may take on a busy machine. */
export const patience = { timeout: 30_000 };

/** Messages to users. */
export const FULL = 'The server’s disk is full. What you typed is still here.';
export const READ_ONLY = 'The server’s database can only be read just now. What you typed is still here.';
export const FAILING = 'The server’s disk reports errors. What you typed is still here.';
export const MOVED = 'The server’s database file was taken away. What you typed is still here.';

/** Returns the answer that a monitor receives. */
export async function readiness(origin: string): Promise<[number, unknown]> {
  const { status, json } = await rawCall(origin, { path: '/ready' });
  return [status, json];
}
export const well = [200, { status: 'ready' }] as const;
export const unwell = (reason: string) => [503, { status: 'not ready', reason }] as const;

/** Each way to write a document is refused in just these words, and what is there can be read. */
export async function expectOnlyReading(person: Person, wip: string, message: string): Promise<void> {
  const writes = [
    await person.post(savePath(), saving('Another')),
    await person.post(`/v1/wips/${wip}/update`, saving('Changed', { 'incident-name': 'changed' })),
    await person.post(`/v1/wips/${wip}/submit`),
    await person.get(`/v1/wips/${wip}/delete`),
  ];
  for (const reply of writes) {
    expect([reply.status, reply.json, reply.headers.get('Retry-After')]).toEqual([503, { message }, '30']);
  }
  expect(valueIn((await load(person, wip)).content, 'incident-name')).toBe('kept');
  expect((await person.get(`/v1/wips/${wip}/archives`)).status).toBe(200);
}

/** A document that is there before the trouble begins. */
export async function saved(person: Person): Promise<string> {
  const { uuid } = await save(person, 'Kept', { 'incident-name': 'kept' });
  await submit(person, uuid);
  return uuid;
}

/** Why a test was not tried. */
export const MAY_NOT_MOUNT = 'This user may not mount anything, so there was no disk for it.';

/** The lines of a server's output in which some words stand. */
export const linesOf = (server: TestServer, words: RegExp): string[] =>
  server
    .output()
    .split('\n')
    .filter((line) => words.test(line));
