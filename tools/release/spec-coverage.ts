import { readFile, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';

// Relative: scripts run without a bundler, and this is the tests' own table.
import { type Clause, clauses } from '../../tests/support/clauses.ts';
import { hashOf, readResults } from '../test/test-results.ts';

const root = resolve(import.meta.dirname, '../..');
const page = resolve(root, 'docs', 'spec-coverage.md');

const TITLES: Record<string, string> = {
  '1': 'Section 1: what the product does and for whom',
  '2': 'Section 2: screens and routes',
  '3': 'Section 3: entities and their fields',
  '4': 'Section 4: states and transitions',
  '5': 'Section 5: validation rules',
  '6': 'Section 6: roles and permissions',
  '7': 'Section 7: the calls it makes',
  '8': 'Section 8: the error catalogue',
  '9': 'Section 9: business constants and limits',
  decisions: 'What was decided beyond the specification',
};

const flat = (text: string): string => text.replace(/\s+/g, ' ');

/** The clauses whose quotes are not in the specification, if its text is beside the project. */
async function misquoted(): Promise<string[]> {
  const folder = resolve(root, '..', 'shared', 'spec');
  const read = (name: string) => readFile(resolve(folder, name), 'utf8').then(flat, () => null);
  const specification = await read('product-spec.md');
  const decisions = await read('decisions.md');
  if (specification === null || decisions === null) {
    process.stdout.write('The specification does not lie beside the project: its words are not compared.\n');
    return [];
  }
  return clauses
    .filter(({ section, quote }) => !(section === 'decisions' ? decisions : specification).includes(flat(quote)))
    .map(({ id, quote }) => `${id} quotes words that the specification does not hold: ${quote}`);
}

/** The clauses in a title, as `shows` writes them. */
const NAMED = /\[([sd]\d[\w.-]*(?: [sd]\d[\w.-]*)*)\]/g;

type Shown = Map<string, string[]>;

/** The passing tests by the clauses in their titles, and the problems of the stored results. */
async function passingTests(): Promise<{ shown: Shown; problems: string[] }> {
  const known = new Set<string>(clauses.map(({ id }) => id));
  const shown: Shown = new Map();
  const problems: string[] = [];
  const results = Object.entries(await readResults()).toSorted(([a], [b]) => (a < b ? -1 : 1));
  for (const [path, { hash, tests }] of results) {
    const named = tests.flatMap(({ name, state }) =>
      [...name.matchAll(NAMED)].map(([mark, ids = '']) => ({ name, state, mark, ids })),
    );
    if (named.length > 0 && (await hashOf(path)) !== hash) {
      problems.push(`${path} has changed since it was run: run npm test.`);
      continue;
    }
    for (const { name, state, mark, ids } of named) {
      const title = `${path} › ${name.replace(` ${mark}`, '').trim()}`;
      for (const id of ids.split(' ')) {
        if (!known.has(id)) problems.push(`${title} names '${id}', which is no clause.`);
        else if (state === 'passed') shown.set(id, [...(shown.get(id) ?? []), title]);
      }
    }
  }
  return { shown, problems };
}

const code = (text: string): string => (text.includes('`') ? `\`\` ${text} \`\`` : `\`${text}\``);
const plain = (text: string): string => text.replace(/[\\*_<>[\]`#|~]/g, (mark) => `\\${mark}`);

function entry({ id, says, quote }: Clause, tests: readonly string[]): string {
  const lines = tests.length === 0 ? ['**no test**'] : [...new Set(tests)].toSorted().map(plain);
  return [`- ${code(id)} ${plain(says)} ${code(flat(quote))}`, ...lines.map((line) => `  - ${line}`)].join('\n');
}

/** The page, the same for the same results. */
function render(shown: Shown): string {
  const covered = clauses.filter(({ id }) => shown.has(id)).length;
  const sections = Object.entries(TITLES).map(([section, title]) => {
    const own = clauses.filter((clause) => clause.section === section);
    return `## ${title}\n\n${own.map((clause) => entry(clause, shown.get(clause.id) ?? [])).join('\n')}\n`;
  });
  return [
    '# What the specification says, and the tests that show it\n',
    'Written by `npm run spec-coverage` from the results of the last `npm test`. Each entry: the clause, the specification’s own words, and',
    'the passing tests whose titles name it (`tests/support/clauses.ts`, `tests/support/shows.ts`).\n',
    `**${covered} of ${clauses.length} clauses are shown by a passing test.**\n`,
    ...sections,
  ].join('\n');
}

const { shown, problems } = await passingTests();
const open = clauses.filter(({ id }) => !shown.has(id)).map(({ id }) => `${id} has no passing test.`);
// Without all results, or with results of files that have changed since, the page would lose clauses.
if (problems.length === 0 && shown.size > 0) await writeFile(page, render(shown));
const failures = [...(await misquoted()), ...problems, ...open];
for (const failure of failures) process.stderr.write(`${failure}\n`);
process.stdout.write(`${clauses.length - open.length} of ${clauses.length} clauses are shown: docs/spec-coverage.md\n`);
if (shown.size === 0)
  process.stdout.write('There are no results to read, and the page stays as it is: run npm test first.\n');
process.exitCode = failures.length > 0 ? 1 : 0;
