import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { COMMAND_TEMPLATE_LEFT } from '#config/constants.ts';
import { createServer } from '#server/app.ts';
import { openForCommand } from '#server/storage/open.ts';
import { readSettings } from '#server/settings.ts';
import type { Pairs } from '../table.ts';

const SAVES = 200;
const CONTENT = 200_000;

const quantile = (times: readonly number[], share: number): number =>
  times.toSorted((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;

/** Milliseconds a save: medians and 99th percentiles, the raw commit's and ours. */
export type SaveTimes = { median: Pairs; p99: { floor: number; ours: number } };

/** A durable save of 200 kB by the product's storage, against a raw SQLite commit with fsync of the same bytes on the same disk. */
export async function saveTimes(): Promise<SaveTimes> {
  const folder = await mkdtemp(join(tmpdir(), 'ready-bench-save-'));
  const settings = readSettings({ PORT: '0', LOG_LEVEL: 'silent', READY_DATA: join(folder, 'data') });
  // A first start makes the tables and the demo's people.
  await (await createServer({ settings, seed: true, spa: false })).close();
  const open = await openForCommand(settings, new Date().toISOString());
  const { storage } = open;
  const raw = new DatabaseSync(join(folder, 'raw.db'));
  raw.exec(
    'pragma journal_mode = wal; pragma synchronous = full; create table t (id integer primary key, content text)',
  );
  raw.exec("insert into t values (1, '')");
  const statement = raw.prepare('update t set content = ? where id = 1');

  const wip = crypto.randomUUID();
  const at = new Date().toISOString();
  const author = (await storage.users.list(null)).find(({ permission }) => permission === 2);
  if (!author) throw new Error('The demo has no writer.');
  await storage.wips.add({
    uuid: wip,
    template: COMMAND_TEMPLATE_LEFT,
    description: '',
    organisation: author.organisation,
    name: 'Bench',
    content: '',
    line_breaks: 'marked',
    author: author.uuid,
    created_at: at,
    updated_at: at,
  });
  const median: Pairs = { floor: [], ours: [] };
  const all: Pairs = { floor: [], ours: [] };
  for (let round = 0; round < 5; round += 1) {
    const times: Pairs = { floor: [], ours: [] };
    for (let save = 0; save < SAVES; save += 1) {
      const content = `${round}-${save}-`.padEnd(CONTENT, 'abcdefghij ');
      let start = performance.now();
      raw.exec('begin immediate');
      statement.run(content);
      raw.exec('commit');
      times.floor.push(performance.now() - start);
      start = performance.now();
      // oxlint-disable-next-line no-await-in-loop -- one save at a time
      await storage.transaction((inside) =>
        inside.wips.change(wip, { name: 'Bench', content, author: author.uuid, at }),
      );
      times.ours.push(performance.now() - start);
    }
    for (const which of ['floor', 'ours'] as const) {
      median[which].push(quantile(times[which], 0.5));
      all[which].push(...times[which]);
    }
  }
  raw.close();
  await open.close();
  await rm(folder, { recursive: true, force: true });
  return { median, p99: { floor: quantile(all.floor, 0.99), ours: quantile(all.ours, 0.99) } };
}
