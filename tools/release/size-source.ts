import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { projectFiles } from '../../tests/conventions/source.ts';

const root = resolve(import.meta.dirname, '../..');

/** Most lines of the product, and most lines of tests for each of them. Lower them when the code has shrunk; a new feature may raise the first. */
const BUDGET = { product: 88_100, testsPerLine: 0.85 };

const isTest = (path: string): boolean => path.startsWith('tests/') || /\.test\.tsx?$/.test(path);

/** The row of a file: its feature in the application, else its folder. */
function rowOf(path: string): string {
  const [, feature] = /^src\/(?:machines|ui|routes)\/([\w-]+)\//.exec(path) ?? [];
  if (feature !== undefined && feature !== 'primitives') return `feature ${feature}`;
  return path.split('/').slice(0, -1).slice(0, 2).join('/') || path;
}

type Row = { files: number; lines: number };
const rows = new Map<string, Row>();
const sums = { product: 0, tests: 0, tools: 0 };

for (const path of projectFiles('{common,deploy,packages,src,server,tests,tools}/**/*.{ts,tsx,css,mjs}')) {
  const lines = readFileSync(join(root, path), 'utf8').split('\n').length - 1;
  const kind = /^(packages|tools)\//.test(path) ? 'tools' : isTest(path) ? 'tests' : 'product';
  sums[kind] += lines;
  const name = kind === 'tests' && !path.startsWith('tests/') ? 'tests beside the code' : rowOf(path);
  const row = rows.get(name) ?? { files: 0, lines: 0 };
  rows.set(name, { files: row.files + 1, lines: row.lines + lines });
}

const ratio = sums.tests / sums.product;
console.table(Object.fromEntries([...rows].toSorted(([one], [other]) => one.localeCompare(other))));
const isOver = sums.product > BUDGET.product || ratio > BUDGET.testsPerLine;
process.stdout.write(
  `product ${sums.product} lines (≤ ${BUDGET.product}), tests ${sums.tests} = ${ratio.toFixed(2)} a line of product (≤ ${BUDGET.testsPerLine}), ` +
    `tools ${sums.tools}: ${isOver ? 'OVER' : 'ok'}\n`,
);
process.exitCode = isOver ? 1 : 0;
