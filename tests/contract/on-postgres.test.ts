import { describe } from 'vitest';
import { startPostgres } from '#tests/support/postgres.ts';
import { keepOnDatabases } from '#tests/support/server.ts';
import { given } from './given.ts';

// What these files ask of the embedded database is asked of PostgreSQL here: the same calls, the same answers.
const postgres = given(startPostgres);
keepOnDatabases(() => postgres.newDatabase());

describe('on PostgreSQL: documents', async () => {
  await import('./documents.test.ts');
});
describe('on PostgreSQL: guarded saves', async () => {
  await import('./guard.test.ts');
});
describe('on PostgreSQL: events', async () => {
  await import('./events.test.ts');
});
describe('on PostgreSQL: suggestions', async () => {
  await import('./suggestions.test.ts');
});
