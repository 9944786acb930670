import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sqliteEngine } from './engines/engine.ts';
import { migrate } from './migrations/migrate.ts';
import type { Storage } from './storage.ts';
import { openSqlite } from './engines/sqlite.ts';
import { createStorage } from './storage.ts';

let folder = '';
let storage: Storage;
let neighbour: DatabaseSync;

const role = (uuid: string, file_name = 'x.html') => ({ uuid, name: uuid, file_name });
const names = async (): Promise<string[]> => (await storage.roles.list()).map(({ uuid }) => uuid);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ready-cache-'));
  const file = join(folder, 'ready.db');
  const { db, state } = openSqlite(file);
  await migrate(db, sqliteEngine, new Date().toISOString(), null);
  const watch = (): never => {
    throw new Error('Nobody watches.');
  };
  storage = createStorage(db, sqliteEngine, { watch, state });
  neighbour = new DatabaseSync(file);
});
afterAll(async () => {
  neighbour.close();
  await storage.close();
  await rm(folder, { recursive: true });
});

it('gives the same object while nothing changes', async () => {
  await storage.roles.add(role('a'));
  expect(await storage.roles.list()).toBe(await storage.roles.list());
});

it('sees what this process writes, what a transaction commits, and not what it takes back', async () => {
  expect(await names()).toEqual(['a']);
  await storage.roles.add(role('b'));
  expect(await names()).toEqual(['a', 'b']);
  const during = await storage.transaction(async (inside) => {
    await inside.roles.add(role('c'));
    return inside.roles.list();
  });
  expect([during.length, await names()]).toEqual([3, ['a', 'b', 'c']]);
  const taken = storage.transaction(async (inside) => {
    await inside.roles.add(role('d'));
    throw new Error('changed my mind');
  });
  await expect(taken).rejects.toThrow('changed my mind');
  expect(await names()).toEqual(['a', 'b', 'c']);
});

it('reads that begin during a transaction are not remembered as what was before it', async () => {
  await names();
  const exists = async (): Promise<boolean> => (await storage.roles.forFile('e.html', 'nobody')).exists;
  let kept: Promise<string[]> | undefined;
  let asked: Promise<boolean> | undefined;
  await storage.transaction(async (inside) => {
    await inside.roles.add(role('e', 'e.html'));
    kept = names();
    asked = exists();
    // Other readers see nothing of it until it is committed.
    expect(await kept).toEqual(['a', 'b', 'c']);
  });
  expect([await asked, await exists()]).toEqual([true, true]);
  expect(await names()).toEqual(['a', 'b', 'c', 'e']);
});

it('sees at once what another process wrote', async () => {
  await names();
  neighbour.exec("insert into roles (uuid, name, file_name) values ('f', 'f', 'f.html')");
  expect(await names()).toEqual(['a', 'b', 'c', 'e', 'f']);
});

it('tells arguments apart', async () => {
  expect(await storage.roles.forFile('f.html', 'nobody')).toEqual({ exists: true, held: false });
  expect(await storage.roles.forFile('g.html', 'nobody')).toEqual({ exists: false, held: false });
});
