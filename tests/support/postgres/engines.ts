import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { postgresEngine, sqliteEngine } from '#server/storage/engines/engine.ts';
import { connectPostgres } from '#server/storage/engines/postgres-driver.ts';
import { openSqlite } from '#server/storage/engines/sqlite.ts';
import { openForCommand, type OpenDatabase } from '#server/storage/lifecycle/open.ts';
import { startPostgres, type TestPostgres } from './postgres.ts';

/** One of the engines, which provides places for installations. */
export type TestEngine = AsyncDisposable & {
  /** Settings of a new and empty installation. */
  place(): Promise<Record<string, string>>;
};

/** The PostgreSQL of all files of a worker, which it ends with: to start one takes a second and a half. */
let shared: Promise<TestPostgres> | undefined;
export const sharedPostgres = (): Promise<TestPostgres> => (shared ??= startPostgres());

/** Both engines, with the same abilities. `isDurable`: also PostgreSQL writes through to the disk, as SQLite always does. */
export const engines: readonly {
  name: 'SQLite' | 'PostgreSQL';
  start: (isDurable?: boolean) => Promise<TestEngine>;
}[] = [
  {
    name: 'SQLite',
    async start() {
      const folder = await mkdtemp(join(tmpdir(), 'ready-engine-'));
      return {
        place: async () => ({ READY_DATA: await mkdtemp(join(folder, 'place-')) }),
        [Symbol.asyncDispose]: () => rm(folder, { recursive: true }),
      };
    },
  },
  {
    name: 'PostgreSQL',
    async start(isDurable = false) {
      const postgres = await (isDurable ? startPostgres(true) : sharedPostgres());
      const folder = await mkdtemp(join(tmpdir(), 'ready-engine-'));
      return {
        place: async () => ({
          DATABASE_URL: await postgres.newDatabase(),
          READY_DATA: await mkdtemp(join(folder, 'place-')),
        }),
        async [Symbol.asyncDispose]() {
          if (isDurable) await postgres[Symbol.asyncDispose]();
          await rm(folder, { recursive: true });
        },
      };
    },
  },
];

/** Settings that a server or a command reads for a place. */
export function settingsOf(place: Readonly<Record<string, string>>): Parameters<typeof openForCommand>[0] {
  const { READY_DATA: data = '', DATABASE_URL: databaseUrl = null } = place;
  return { data, databaseUrl, databasePool: 4 };
}

/** Opens a place as a command does. */
export function openPlace(place: Readonly<Record<string, string>>): Promise<OpenDatabase> {
  return openForCommand(settingsOf(place), new Date().toISOString());
}

/** Connects to the database of a place, of whatever format it is. */
export function connect({ READY_DATA: data = '', DATABASE_URL: url }: Readonly<Record<string, string>>) {
  const isEmbedded = url === undefined;
  const db = isEmbedded ? openSqlite(join(data, 'ready.db')).db : connectPostgres(url, 2, true);
  return { db, engine: isEmbedded ? sqliteEngine : postgresEngine };
}
