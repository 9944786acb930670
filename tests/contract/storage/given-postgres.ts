import { expect, vi } from 'vitest';
import { sharedPostgres } from '#tests/support/postgres/engines.ts';

/**
 * Keeps the data of this test file's servers on PostgreSQL. The file gets modules of its own, so that it can import test files that its
 * worker has already run.
 */
export async function givenPostgres(): Promise<void> {
  vi.resetModules();
  const { given } = await import('../given.ts');
  const { keepOnDatabases } = await import('#tests/support/hosts/server.ts');
  given(async () => {
    const postgres = await sharedPostgres();
    let made = 0;
    keepOnDatabases(() => {
      made += 1;
      return postgres.newDatabase();
    });
    return {
      async [Symbol.asyncDispose]() {
        keepOnDatabases(null);
        expect(made, 'databases that the servers have used').toBeGreaterThan(0);
      },
    };
  });
}
