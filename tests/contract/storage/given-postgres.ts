import { afterAll, vi } from 'vitest';
import { startPostgres } from '#tests/support/postgres/postgres.ts';

/**
 * Keeps the data of this test file's servers on PostgreSQL. The file gets modules of its own, so that it can import test files that its
 * worker has already run, and the files after it use the embedded database again.
 */
export async function givenPostgres(): Promise<void> {
  vi.resetModules();
  afterAll(() => void vi.resetModules());
  const { given } = await import('../given.ts');
  const { keepOnDatabases } = await import('#tests/support/hosts/server.ts');
  const postgres = given(startPostgres);
  keepOnDatabases(() => postgres.newDatabase());
}
