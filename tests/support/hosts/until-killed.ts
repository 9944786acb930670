import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { writeSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import type { Kysely, KyselyPlugin } from 'kysely';
import { createCheckpoints } from '#server/domain/proof/checkpoints.ts';
import { signingKey } from '#server/domain/proof/signing-key.ts';
import { createStamps } from '#server/domain/proof/stamps.ts';
import { takeDataFolder } from '#server/storage/lifecycle/data-folder.ts';
import { migrate } from '#server/storage/migrations/migrate.ts';
import type { Schema } from '#server/storage/schema.ts';
import { createStorage } from '#server/storage/storage.ts';
import { recordOf } from '../documents.ts';
import { connect, openPlace } from '../postgres/engines.ts';

type Place = Readonly<Record<string, string>>;

/** Works in a process of its own that ends itself by SIGKILL. Each says by a line what has been done. */
const works = {
  /** Brings a database to this version's format. */
  async upgrade(place: Place, mortal: (db: Kysely<Schema>) => Kysely<Schema>): Promise<void> {
    if (place['DATABASE_URL'] === undefined) takeDataFolder(place['READY_DATA'] ?? '');
    const { db, engine } = connect(place);
    await migrate(mortal(db), engine, new Date().toISOString(), null);
    await db.destroy();
  },
  /** Submits, signs and stamps. */
  async sign(place: Place, mortal: (db: Kysely<Schema>) => Kysely<Schema>): Promise<void> {
    const { READY_DATA: data = '', READY_CHECKPOINT_FILE: file = '', READY_TIMESTAMP_URL: url = '' } = place;
    const open = await openPlace(place);
    const { db, engine } = open;
    const wip = await db.selectFrom('wips').selectAll().executeTakeFirstOrThrow();
    const storage = createStorage(mortal(db), engine, {
      watch: () => ({ isListening: () => true, close: async () => undefined }),
      state: null,
    });
    const now = () => new Date();
    const warn = (words: string): never => {
      throw new Error(words);
    };
    await signingKey(storage, data, now(), true);
    const uuid = randomUUID();
    await storage.transaction(async ({ archives }) => {
      const { checksum } = await archives.last(wip.template, wip.organisation);
      const { template, organisation, name } = wip;
      const of = { wip: wip.uuid, template, organisation, name, file_name: 'plan.html', format: 'html' };
      const head = { uuid, ...of, submitted_on: now().toISOString() };
      await archives.add(await recordOf(head, `<p>${uuid}`, wip.created_by, checksum));
    });
    say(`archive ${uuid}`);
    for (const { note } of await createCheckpoints(storage, { data, file, now, warn }).sign(false))
      say(`note ${JSON.stringify(note)}`);
    await createStamps(storage, new URL(url), now).work();
    await open.close();
  },
};

/** At once, so that what is killed next has been said. */
const say = (line: string): void => void writeSync(1, `${line}\n`);

/** Kills this process before a statement. */
function killing(statement: number): KyselyPlugin {
  let left = statement;
  return {
    transformQuery({ node }) {
      left -= 1;
      if (left === 0) process.kill(process.pid, 'SIGKILL');
      return node;
    },
    transformResult: async ({ result }) => result,
  };
}

/**
 * Works on an installation in a process that is killed before one of its statements.
 * @param statement its number, from 1
 * @returns the lines that it said, and whether it came to its end before
 * @throws {Error} if it failed
 */
export async function untilKilled(work: keyof typeof works, place: Place, statement: number) {
  const script = fileURLToPath(import.meta.url);
  const child = spawn(process.execPath, [script, work, String(statement)], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env['PATH'], ...place },
  });
  const ended = once(child, 'close') as Promise<[number | null, string | null]>;
  const [out, error, [code, signal]] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  if (code !== 0 && signal !== 'SIGKILL') throw new Error(error);
  return { lines: out.split('\n').slice(0, -1), isDone: code === 0 };
}

const [, script, work, statement] = process.argv;
if (script === fileURLToPath(import.meta.url)) {
  const place = process.env as Place;
  await works[work as keyof typeof works](place, (db) => db.withPlugin(killing(Number(statement))));
}
