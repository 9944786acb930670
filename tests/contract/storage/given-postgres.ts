import { expect, vi } from 'vitest';
import { startPostgres } from '#tests/support/postgres/postgres.ts';

/**
 * Keeps the data of this test file's servers on PostgreSQL. The file gets modules of its own, so that it can import test files that its
 * worker has already run.
 */
export async function givenPostgres(): Promise<void> {
  vi.resetModules();
  const { given } = await import('../given.ts');
  const { keepOnDatabases } = await import('#tests/support/hosts/server.ts');
  given(async () => {
    const postgres = await startPostgres();
    let made = 0;
    keepOnDatabases(() => {
      made += 1;
      return postgres.newDatabase();
    });
    return {
      async [Symbol.asyncDispose]() {
        keepOnDatabases(null);
        await postgres[Symbol.asyncDispose]();
        expect(made, 'databases that the servers have used').toBeGreaterThan(0);
      },
    };
  });
}
