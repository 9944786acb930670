import { describe } from 'vitest';
import { givenPostgres } from './given-postgres.ts';

// As `on-postgres.test.ts`, of files that ask little of a database that the others do not.
await givenPostgres();

describe('on PostgreSQL: documents against a model', async () => {
  await import('../documents/documents-model.test.ts');
});
describe('on PostgreSQL: people in one document', async () => {
  await import('../documents/together.test.ts');
});
describe('on PostgreSQL: people', async () => {
  await import('../people/people-admin.test.ts');
});
describe('on PostgreSQL: administrators and templates', async () => {
  await import('../templates/template-admin.test.ts');
});
describe('on PostgreSQL: the first administrator', async () => {
  await import('../session/first-run.test.ts');
});
describe('on PostgreSQL: the audit log in the browser', async () => {
  await import('../http/audit-reading.test.ts');
});
describe('on PostgreSQL: boards', async () => {
  await import('../boards/boards.test.ts');
});
describe('on PostgreSQL: displays', async () => {
  await import('../boards/displays.test.ts');
});
describe('on PostgreSQL: who else is there', async () => {
  await import('../documents/presence.test.ts');
});
describe('on PostgreSQL: the access matrix', async () => {
  await import('../http/access-matrix.test.ts');
});
describe('on PostgreSQL: sessions', async () => {
  await import('../session/auth.test.ts');
});
describe('on PostgreSQL: archives', async () => {
  await import('../documents/archives.test.ts');
});
describe('on PostgreSQL: lists in pages', async () => {
  await import('../documents/list-pages.test.ts');
});
