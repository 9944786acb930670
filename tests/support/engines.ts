import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openForCommand, type OpenDatabase } from '#server/storage/open.ts';
import { startPostgres, type TestPostgres } from './postgres.ts';

/** One of the engines, with places for installations. */
export type TestEngine = {
  name: 'SQLite' | 'PostgreSQL';
  start(): Promise<void>;
  /** Settings of a new and empty installation. */
  place(): Promise<Record<string, string>>;
  stop(): Promise<void>;
};

let folder = '';
let count = 0;
let postgres: TestPostgres | null = null;

/** Both engines: what one can, the other can. */
export const engines: readonly TestEngine[] = [
  {
    name: 'SQLite',
    async start() {
      folder = await mkdtemp(join(tmpdir(), 'ready-engine-'));
    },
    async place() {
      count += 1;
      return { READY_DATA: join(folder, String(count)) };
    },
    stop: () => rm(folder, { recursive: true }),
  },
  {
    name: 'PostgreSQL',
    async start() {
      postgres = await startPostgres();
    },
    place: async () => ({ DATABASE_URL: (await postgres?.newDatabase()) ?? '' }),
    async stop() {
      await postgres?.close();
    },
  },
];

/** What a server or a command reads of a place's settings. */
export function settingsOf(place: Readonly<Record<string, string>>): Parameters<typeof openForCommand>[0] {
  const { READY_DATA: data = '', DATABASE_URL: databaseUrl = null } = place;
  return { data, databaseUrl, databasePool: 4 };
}

/** Opens a place as a command does. */
export function openPlace(place: Readonly<Record<string, string>>): Promise<OpenDatabase> {
  return openForCommand(settingsOf(place), new Date().toISOString());
}
