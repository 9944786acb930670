import { describe } from 'vitest';
import { startPostgres } from '#tests/support/postgres/postgres.ts';
import { keepOnDatabases } from '#tests/support/hosts/server.ts';
import { given } from '../given.ts';

// Runs the tests of the embedded database on PostgreSQL: the same calls, the same answers.
const postgres = given(startPostgres);
keepOnDatabases(() => postgres.newDatabase());

describe('on PostgreSQL: documents', async () => {
  await import('../documents/documents.test.ts');
});
describe('on PostgreSQL: guarded saves', async () => {
  await import('../documents/guard.test.ts');
});
describe('on PostgreSQL: events', async () => {
  await import('../http/events.test.ts');
});
describe('on PostgreSQL: suggestions', async () => {
  await import('../documents/suggestions.test.ts');
});
