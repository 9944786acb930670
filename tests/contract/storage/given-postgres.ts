import { expect, vi } from 'vitest';
import { createPasswords } from '#server/domain/credentials/passwords.ts';
import { seedDemo } from '#server/seed.ts';
import { openPlace, sharedPostgres } from '#tests/support/postgres/engines.ts';

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
    // As on the embedded database, servers begin with a copy of the demo.
    const seeded = await postgres.newDatabase();
    const open = await openPlace({ DATABASE_URL: seeded });
    try {
      await seedDemo(open.storage, createPasswords(), new Date());
    } finally {
      await open.close();
    }
    let made = 0;
    keepOnDatabases((isSeeded) => {
      made += 1;
      return postgres.newDatabase(isSeeded ? seeded : undefined);
    });
    return {
      async [Symbol.asyncDispose]() {
        keepOnDatabases(null);
        expect(made, 'databases that the servers have used').toBeGreaterThan(0);
      },
    };
  });
}
