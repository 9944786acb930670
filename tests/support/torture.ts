import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import { readArchive } from '#common/calls/archives.ts';
import { readWip } from '#common/calls/templates.ts';
import { runCommand } from '#server/cli/run.ts';
import { demo, signedIn, type Person, type Reply } from './person.ts';
import type { TestPostgres } from './postgres/postgres.ts';
import { databaseEnv, type TestServer } from './hosts/server.ts';
import { archiveIn, archivesOf, savedIn, savePath, saving, valueIn } from './writing.ts';
import { parsed } from './replies.ts';

/** A writer's knowledge of one document: acknowledged writes, and requests under way at the power failure. */
type Record = {
  uuid: string;
  /** The last value whose save was answered 2xx, and one that was sent after it and not answered. */
  value: string;
  asked: string | null;
  /** Values whose submission was answered 2xx, by archive. */
  submitted: Map<string, string>;
  /** 'asked': a deletion was sent and not answered. */
  deleted: 'no' | 'asked' | 'yes';
  /** True if a submission was sent and not answered. */
  submitting: boolean;
};

/** Result of a round: `losses` must be empty. */
export type Round = { acknowledged: number; losses: string[] };

const WRITERS = 4;
/** The kill follows this many acknowledged writes and some milliseconds, both random. */
const ACKNOWLEDGED_MOST = 40;
const MOMENT_MOST = 20;

const remarks = (html: string): string | undefined => valueIn(html, 'remarks');
const body = (value: string) => saving(value, { remarks: value });

/**
 * Writers save, update, submit and delete; the server is killed at a random moment and started again; everything acknowledged must be there, and
 * nothing half.
 * @param random a number from 0 to below 1
 * @param file the server's file of checkpoints
 * @param postgres the server's database; it is killed too in about every second round
 */
export async function tortureRound(
  server: TestServer,
  random: () => number,
  file: string,
  postgres: TestPostgres | null = null,
): Promise<Round> {
  const person = await signedIn(server.origin, demo.writer);
  const records: Record[] = [];
  const losses: string[] = [];
  let acknowledged = 0;
  let enough: () => void = () => undefined;
  const reached = new Promise<void>((done) => (enough = done));
  const target = 1 + Math.floor(random() * ACKNOWLEDGED_MOST);
  let isKilled = false;
  const acknowledge = (reply: Reply, wanted: number): Reply => {
    if (reply.status !== wanted) throw new Error(`answered ${reply.status} instead of ${wanted}: ${reply.text}`);
    acknowledged += 1;
    if (acknowledged >= target) enough();
    return reply;
  };

  const write = async (): Promise<void> => {
    for (;;) {
      const value = randomUUID();
      const { uuid } = savedIn(acknowledge(await person.post(savePath(), body(value)), 201));
      const record: Record = { uuid, value, asked: null, submitted: new Map(), deleted: 'no', submitting: false };
      records.push(record);
      const steps = Math.floor(random() * 3);
      for (let step = 0; step < steps; step += 1) {
        record.asked = randomUUID();
        acknowledge(await person.post(`/v1/wips/${uuid}/update`, body(record.asked)), 200);
        record.value = record.asked;
        record.asked = null;
        record.submitting = true;
        const reply = acknowledge(await person.post(`/v1/wips/${uuid}/submit`), 200);
        record.submitted.set(archiveIn(reply), record.value);
        record.submitting = false;
      }
      if (random() < 0.3) continue;
      record.deleted = 'asked';
      acknowledge(await person.get(`/v1/wips/${uuid}/delete`), 200);
      record.deleted = 'yes';
    }
  };
  // Each bundle signs a checkpoint before.
  const administrator = await signedIn(server.origin, demo.administrator);
  const sign = async (): Promise<void> => {
    for (;;) await (await administrator.fetch('GET', '/v1/records/bundle?from=2100-01-01T00:00:00Z')).bytes();
  };
  // Each writer ends with the connection.
  const writing = [...Array.from({ length: WRITERS }, () => write()), sign()].map((work) =>
    work.catch((error: unknown) => {
      if (!isKilled) losses.push(`a writer failed before the kill: ${String(error)}`);
      enough();
    }),
  );
  await reached;
  await new Promise((done) => setTimeout(done, random() * MOMENT_MOST));
  isKilled = true;
  const together = postgres && random() < 0.5 ? postgres : null;
  await together?.kill9();
  await server.kill9();
  await Promise.all(writing);
  await together?.start();
  await server.restart();
  losses.push(...(postgres ? await postgresProblems(server.dataDir) : sqliteProblems(server.dataDir)));
  losses.push(...(await proofProblems(server.dataDir, file, postgres !== null)));
  for (const record of records) losses.push(...(await lossesOf(person, record)));
  return { acknowledged, losses };
}

/** Runs `archive verify`, with the file of checkpoints that the server appends to. */
async function proofProblems(dataDir: string, file: string, isOnPostgres: boolean): Promise<string[]> {
  const said: string[] = [];
  const say = (text: string): void => void said.push(text);
  const env = { READY_DATA: dataDir, READY_CHECKPOINT_FILE: file, ...(isOnPostgres && (await databaseEnv(dataDir))) };
  const code = await runCommand(['archive', 'verify'], env, { out: say, error: say, input: process.stdin });
  return code === 0 && /^[1-9]\d* checkpoints? (is|are) signed\./m.test(said.join('')) ? [] : said;
}

async function lossesOf(person: Person, record: Record): Promise<string[]> {
  const losses: string[] = [];
  const { uuid, value, asked, submitted, deleted, submitting } = record;
  const loaded = await person.get(`/v1/wips/${uuid}?html=true`);
  if (deleted === 'yes' ? loaded.status !== 404 : loaded.status !== 200 && deleted === 'no') {
    losses.push(`${uuid} answers ${loaded.status}, deleted: ${deleted}`);
  }
  if (loaded.status === 200) {
    const there = remarks(parsed(readWip, loaded.json).content);
    if (there !== value && there !== asked) losses.push(`${uuid} holds ${String(there)}, acknowledged ${value}`);
  }
  const archives = await archivesOf(person, uuid);
  for (const [archive, content] of submitted) {
    const detail = await person.get(`/v1/archives/${archive}`);
    const whole = detail.status === 200 ? remarks(parsed(readArchive, detail.json).content) : `status ${detail.status}`;
    if (whole !== content) losses.push(`archive ${archive} holds ${String(whole)}, acknowledged ${content}`);
  }
  // One more than was acknowledged may exist, whole, if a submission was under way.
  const more = archives.filter((archive) => !submitted.has(archive.uuid));
  if (more.length > (submitting ? 1 : 0)) losses.push(`${uuid} has ${more.length} archives that nobody asked for`);
  for (const archive of more) {
    const detail = parsed(readArchive, (await person.get(`/v1/archives/${archive.uuid}`)).json);
    if (remarks(detail.content) !== value) losses.push(`archive ${archive.uuid} is not what was submitted`);
  }
  return losses;
}

/**
 * Checks that each submission and deletion has its line in the audit log, and each line its action; and its event, without which no dashboard would
 * receive it.
 */
const auditProblems = {
  'the audit log knows a submission that is not there':
    "select count(*) as n from audit where action = 'document_submitted' and detail not in (select 'archive ' || uuid from archives)",
  'the audit log knows a deletion that was not done':
    "select count(*) as n from audit where action = 'document_deleted' and subject not in (select uuid from wips where deleted_at is not null and \"values\" = '{}')",
  'a deletion has no line in the audit log':
    "select count(*) as n from wips where deleted_at is not null and uuid not in (select subject from audit where action = 'document_deleted')",
  'a submission has no event':
    "select count(*) as n from audit where action = 'document_submitted' and detail not in (select 'archive ' || subject from events)",
};

function sqliteProblems(dataDir: string): string[] {
  const database = new DatabaseSync(join(dataDir, 'ready.db'));
  try {
    const problems: string[] = [];
    const [integrity] = database.prepare('pragma integrity_check').all();
    if (integrity?.['integrity_check'] !== 'ok') problems.push('the database is damaged');
    if (database.prepare('pragma foreign_key_check').all().length > 0) problems.push('a row names what is not there');
    for (const [problem, query] of Object.entries(auditProblems)) {
      if (database.prepare(query).get()?.['n'] !== 0) problems.push(problem);
    }
    return problems;
  } finally {
    database.close();
  }
}

async function postgresProblems(dataDir: string): Promise<string[]> {
  const client = new pg.Client((await databaseEnv(dataDir))['DATABASE_URL']);
  await client.connect();
  try {
    const problems: string[] = [];
    // PostgreSQL's own check of an index against its table, and of the table's pages.
    await client.query('create extension if not exists amcheck');
    await client.query(
      `select bt_index_check(index => c.oid, heapallindexed => true) from pg_index i join pg_class c on c.oid = i.indexrelid
        join pg_namespace n on n.oid = c.relnamespace where n.nspname = 'public' and c.relkind = 'i'`,
    );
    const heap = await client.query(
      `select h.msg from pg_class c join pg_namespace n on n.oid = c.relnamespace, verify_heapam(c.oid) h
        where n.nspname = 'public' and c.relkind = 'r'`,
    );
    if (heap.rows.length > 0) problems.push('the database is damaged');
    for (const [problem, query] of Object.entries(auditProblems)) {
      const { rows } = await client.query<{ n: string }>(query);
      if (rows[0]?.n !== '0') problems.push(problem);
    }
    return problems;
  } finally {
    await client.end();
  }
}

/** Random-looking numbers that are the same for the same seed, so that a round can be run again. */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
