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

/** Time limits in milliseconds; a handler gets 8 s in all. */
const CONNECT_LIMIT = 4_000;
const STATEMENT_LIMIT = 7_000;
/** Limit of the client too: a server that is cut off sends nothing. */
const ANSWER_LIMIT = 9_000;
/** A process that stopped within a transaction must not hold its locks forever. */
const IDLE_LIMIT = 15_000;

/** The configuration of one connection. @param url DATABASE_URL; its own parameters override these */
export function clientConfig(url: string, isPatient: boolean): ClientConfig {
  return {
    connectionString: url,
    connectionTimeoutMillis: CONNECT_LIMIT,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    fallback_application_name: 'ready',
    // An answered commit is on the disk, whatever the server's default is.
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

/**
 * Maximum of prepared statements of a connection: enough for all of the product, with their variants for lengths of
 * lists.
 */
const PREPARED_STATEMENTS = 300;

/**
 * Names under which connections keep statements prepared: PostgreSQL parses and plans one without a name at each call.
 */
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
  /** Set when the connection must not be used again. */
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
      // The types lack the limit, which the client supports.
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

  // Without a cursor: every result fits into memory.
  async *streamQuery<R>(query: CompiledQuery): AsyncIterableIterator<QueryResult<R>> {
    yield await this.executeQuery<R>(query);
  }
}

/**
 * Kysely's own driver returns a connection that was lost, or does not answer, to the pool; this one discards it, and
 * throws the port's errors.
 */
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
    // A lost connection has nothing to roll back.
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
 * Queries over a pool of connections, which are opened on demand.
 * @param url DATABASE_URL
 * @param most maximum of connections
 * @param isPatient without time limits: for migrations, exports and imports
 */
export function connectPostgres(url: string, most: number, isPatient: boolean): Kysely<Schema> {
  const pool = new Pool({ ...clientConfig(url, isPatient), max: most, idleTimeoutMillis: 30_000 });
  // A query on a lost connection fails by itself; an unused connection is replaced.
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

/** One connection for locks and for listening. The caller connects and ends it. */
export function singleClient(url: string): pg.Client {
  const client = new Client(clientConfig(url, true));
  client.on('error', () => undefined);
  return client;
}
