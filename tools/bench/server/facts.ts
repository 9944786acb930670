import { hash } from 'node:crypto';
import { join } from 'node:path';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import fastify from 'fastify';
import pg from 'pg';

/**
 * Bare fastify over an installation's database, in a process of its own: for each request it reads the facts of the
 * product's answer by the bare driver, in as many prepared queries, and returns them as JSON. It caches what the
 * product may cache: the JSON of a document under its revision, and on PostgreSQL the list of templates, whose changes
 * processes send to one another.
 */
/** A document's JSON in base64, by its uuid, its revision and the name of the user who saved it. */
export type Known = { key: string; json: string };

type Row = Record<string, unknown>;
type Ask = (sql: string, ...values: string[]) => Promise<Row[]>;

const { READY_DATA: folder = '', DATABASE_URL: url } = process.env;

function askSqlite(): Ask {
  const database = new DatabaseSync(join(folder, 'ready.db'));
  database.exec('pragma cache_size = -16000');
  const statements = new Map<string, StatementSync>();
  return async (sql, ...values) => {
    const statement = statements.get(sql) ?? database.prepare(sql.replaceAll('$', '?'));
    statements.set(sql, statement);
    return statement.all(...values);
  };
}

function askPostgres(connectionString: string): Ask {
  const pool = new pg.Pool({ connectionString, max: 10 });
  const names = new Map<string, string>();
  return async (text, ...values) => {
    const name = names.get(text) ?? `q${names.size}`;
    names.set(text, name);
    return (await pool.query<Row>({ name, text, values })).rows;
  };
}

const ask = url === undefined ? askSqlite() : askPostgres(url);

const SESSION = `select users.uuid, users.username, users.name, users.email, users.permission, users.disabled_at, users.organisation,
    organisations.organization_id, organisations.name as organization_name, token.expires_at, family.revoked_at
  from session_families as family join users on users.uuid = family."user" join organisations on organisations.uuid = users.organisation
    join access_tokens as token on token.family = family.uuid where token.hash = $1`;
const TEMPLATES = `select uuid, name, description, file_name from templates
  where (organisation is null or organisation = $1) and removed_at is null order by position, name`;
const WIP = `select wips.uuid, wips.name, wips.description, wips.template, wips.revision, wips.updated_at, wips.updated_by, templates.name as base_name,
    templates.file_name from wips join templates on templates.uuid = wips.template where wips.uuid = $1 and wips.deleted_at is null`;
const NAME = 'select name from users where uuid = $1 and removed_at is null';

/** @throws when there is no such row */
async function one(sql: string, value: string): Promise<Row> {
  const [row] = await ask(sql, value);
  if (!row) throw new Error('The floor asks for what is not there.');
  return row;
}

async function organisationOf(cookies: string | undefined): Promise<string> {
  const token = /(?:^|; )at=([^;]+)/.exec(cookies ?? '')?.[1] ?? '';
  const session = await one(SESSION, hash('sha256', token, 'base64url'));
  if (String(session['expires_at']) < new Date().toISOString()) throw new Error('The session is over.');
  return String(session['organisation']);
}

let templates: Row[] | null = null;
const known = new Map<string, Buffer>();
process.on('message', ({ key, json }: Known) => {
  known.set(key, Buffer.from(json, 'base64'));
  process.send?.('kept');
});

const app = fastify();
app.get('/v1/templates', async ({ headers }) => {
  const organisation = await organisationOf(headers.cookie);
  const list = templates ?? (await ask(TEMPLATES, organisation));
  if (url !== undefined) templates = list;
  return { success: true, templates: list };
});
app.get<{ Params: { uuid: string } }>('/v1/wips/:uuid', async ({ headers, params }, reply) => {
  await organisationOf(headers.cookie);
  const wip = await one(WIP, params.uuid);
  const { name: updated_by } = await one(NAME, String(wip['updated_by']));
  return reply
    .type('application/json; charset=utf-8')
    .send(known.get(`${String(wip['uuid'])} ${String(wip['revision'])} ${String(updated_by)}`));
});
await app.listen({ port: 0, host: '127.0.0.1' });
process.send?.({ port: (app.server.address() as { port: number }).port });
process.on('disconnect', () => process.exit());
