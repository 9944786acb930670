import { expect, it } from 'vitest';
import { readSource } from './source.ts';

/** The tables of the database, as the queries see them. */
function tablesOf(schema: string): string[] {
  const [, body = ''] = /^export type Schema = \{\n([^]*?)^\};/m.exec(schema) ?? [];
  return [...body.matchAll(/^ {2}(\w+):/gm)].map(([, name = '']) => name);
}

/** The rows under `What is kept, and for how long`. */
function rowsOf(page: string): string[] {
  const [, section = ''] = /^## What is kept, and for how long\n([^]*?)^## /m.exec(page) ?? [];
  return section.split('\n').filter((line) => line.startsWith('| '));
}

const missing = (tables: readonly string[], rows: readonly string[]): string[] =>
  tables.filter((name) => !rows.some((row) => row.includes(`\`${name}\``)));

it('says in docs/server.md of each table for how long its rows are kept', () => {
  const tables = tablesOf(readSource('server/storage/schema.ts'));
  const rows = rowsOf(readSource('docs/server.md'));
  expect(tables.length).toBeGreaterThan(18);
  expect(rows.length).toBeGreaterThan(12);
  expect(missing(tables, rows)).toEqual([]);
  const planted = tablesOf('export type Schema = {\n  wips: Wip;\n  recipes: { name: string };\n};\n');
  expect(missing(planted, rows)).toEqual(['recipes']);
});
