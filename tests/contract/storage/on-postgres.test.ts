import { describe } from 'vitest';
import { givenPostgres } from './given-postgres.ts';

// Runs the tests of the embedded database on PostgreSQL: the same calls, the same answers.
await givenPostgres();

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
describe('on PostgreSQL: records', async () => {
  await import('../records/records.test.ts');
});
describe('on PostgreSQL: records taken away', async () => {
  await import('../records/record-exports.test.ts');
});
describe('on PostgreSQL: what displays received', async () => {
  await import('../records/received.test.ts');
});
