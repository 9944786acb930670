import {
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type QueryResult,
  type TransactionSettings,
} from 'kysely';
import pg, { type ClientConfig, type PoolClient } from 'pg';
import { isUnavailable, translated } from './postgres-errors.ts';
import { decodeText, encodeText } from './postgres-text.ts';
import type { Schema } from '../schema.ts';

const { Client, Pool, types } = pg;
const INT8 = 20;
const TEXT = 25;

/** How long things may take, in milliseconds; a handler gets 8 s in all. */
const CONNECT_LIMIT = 4_000;
const STATEMENT_LIMIT = 7_000;
/** Asked of the client too: a server that is cut off says nothing. */
const ANSWER_LIMIT = 9_000;
/** A process that stopped amid a transaction does not hold its locks for ever. */
const IDLE_LIMIT = 15_000;

/** A client for one connection. @param url DATABASE_URL; what it says itself goes before what stands here */
export function clientConfig(url: string, isPatient: boolean): ClientConfig {
  return {
    connectionString: url,
    connectionTimeoutMillis: CONNECT_LIMIT,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    fallback_application_name: 'ready',
    // What is answered is on the disk, whatever the server's own default says.
    options: '-c synchronous_commit=on',
    ...(!isPatient && {
      statement_timeout: STATEMENT_LIMIT,
      lock_timeout: STATEMENT_LIMIT,
      idle_in_transaction_session_timeout: IDLE_LIMIT,
    }),
    types: {
      getTypeParser: ((oid: number): ((text: string) => unknown) => {
        if (oid === INT8) return Number;
        return oid === TEXT ? decodeText : (types.getTypeParser(oid) as (text: string) => unknown);
      }) as typeof types.getTypeParser,
    },
  };
}

/** Statements that a connection may keep prepared. The product has some 200, of which a few come as often as their lists have lengths. */
const PREPARED_STATEMENTS = 300;

/** Names under which connections keep statements prepared: one without a name PostgreSQL parses and plans at each call. */
type Names = (sql: string) => string | undefined;

function createNames(): Names {
  const names = new Map<string, string>();
  return (sql) => {
    if (!names.has(sql) && names.size < PREPARED_STATEMENTS) names.set(sql, `ready_${names.size}`);
    return names.get(sql);
  };
}

type RanQuery<R> = { rows: R[]; rowCount: number | null; command: string };

class PostgresConnection implements DatabaseConnection {
  readonly client: PoolClient;
  readonly #limit: number | undefined;
  readonly #nameOf: Names;
  /** Set when the connection is not to be used again. */
  failure: Error | undefined;

  constructor(client: PoolClient, limit: number | undefined, nameOf: Names) {
    this.client = client;
    this.#limit = limit;
    this.#nameOf = nameOf;
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const { rows, rowCount, command } = await this.run<R>(sql, parameters);
    const isChange = ['INSERT', 'UPDATE', 'DELETE'].includes(command);
    return { rows, ...(isChange && { numAffectedRows: BigInt(rowCount ?? 0) }) };
  }

  async run<R>(sql: string, parameters: readonly unknown[] = []): Promise<RanQuery<R>> {
    try {
      // The types lack the limit, which the client knows.
      const query = {
        ...(parameters.length > 0 && { name: this.#nameOf(sql) }),
        text: sql,
        values: parameters.map(encodeText),
        query_timeout: this.#limit,
      };
      const { rows, rowCount, command } = await this.client.query(query);
      return { rows: rows as unknown[] as R[], rowCount, command };
    } catch (error) {
      if (isUnavailable(error) && error instanceof Error) this.failure = error;
      throw translated(error);
    }
  }

  // Without a cursor: nothing here reads more than fits into memory.
  async *streamQuery<R>(query: CompiledQuery): AsyncIterableIterator<QueryResult<R>> {
    yield await this.executeQuery<R>(query);
  }
}

/** Kysely's own driver gives a connection that was lost, or does not answer, back to the pool; this one throws it away, and says so in the port's words. */
class PostgresDriver implements Driver {
  readonly #pool: pg.Pool;
  readonly #limit: number | undefined;
  readonly #nameOf = createNames();

  constructor(pool: pg.Pool, limit: number | undefined) {
    this.#pool = pool;
    this.#limit = limit;
  }

  async init(): Promise<void> {
    return undefined;
  }

  async acquireConnection(): Promise<PostgresConnection> {
    try {
      return new PostgresConnection(await this.#pool.connect(), this.#limit, this.#nameOf);
    } catch (error) {
      throw translated(error);
    }
  }

  async beginTransaction(connection: PostgresConnection, settings: TransactionSettings): Promise<void> {
    const { isolationLevel, accessMode } = settings;
    const level = isolationLevel ? ` isolation level ${isolationLevel}` : '';
    await connection.run(`begin${level}${accessMode ? ` ${accessMode}` : ''}`);
  }

  async commitTransaction(connection: PostgresConnection): Promise<void> {
    const { command } = await connection.run('commit');
    if (command === 'ROLLBACK') throw new Error('A query of the transaction had failed: nothing of it was done.');
  }

  async rollbackTransaction(connection: PostgresConnection): Promise<void> {
    // There is nothing to undo on a connection that is gone.
    if (!connection.failure) await connection.run('rollback');
  }

  async releaseConnection(connection: PostgresConnection): Promise<void> {
    connection.client.release(connection.failure);
  }

  async destroy(): Promise<void> {
    await this.#pool.end();
  }
}

/**
 * Queries over a pool of connections, which are made when they are needed.
 * @param url DATABASE_URL
 * @param most connections
 * @param isPatient without limits of time: for migrations, exports and imports
 */
export function connectPostgres(url: string, most: number, isPatient: boolean): Kysely<Schema> {
  const pool = new Pool({ ...clientConfig(url, isPatient), max: most, idleTimeoutMillis: 30_000 });
  // A connection that is lost says so to whoever uses it; one that nobody uses is made anew.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  const driver = new PostgresDriver(pool, isPatient ? undefined : ANSWER_LIMIT);
  return new Kysely<Schema>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => driver,
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  });
}

/** One connection of its own, for locks and for listening. The caller connects and ends it. */
export function singleClient(url: string): pg.Client {
  const client = new Client(clientConfig(url, true));
  client.on('error', () => undefined);
  return client;
}
