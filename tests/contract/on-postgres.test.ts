import { afterAll, beforeAll, describe, vi } from 'vitest';
import { startPostgres, type TestPostgres } from '#tests/support/postgres.ts';
import { keepOnDatabases } from '#tests/support/server.ts';

// What these files ask of the embedded database is asked of PostgreSQL here: the same calls, the same answers.
vi.setConfig({ testTimeout: 60_000 });
let postgres: TestPostgres;
keepOnDatabases(() => postgres.newDatabase());
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres.close());

describe('on PostgreSQL: sessions', async () => {
  await import('./auth.test.ts');
});
describe('on PostgreSQL: documents', async () => {
  await import('./documents.test.ts');
});
describe('on PostgreSQL: events', async () => {
  await import('./events.test.ts');
});
describe('on PostgreSQL: the access matrix', async () => {
  await import('./access-matrix.test.ts');
});
