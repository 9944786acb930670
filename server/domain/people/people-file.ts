import { CsvError, parse } from 'csv-parse/sync';
import { Refusal } from '../refusal.ts';

/**
 * Maximum of people in a file. Hashing each one-time password takes time, and the application waits ten seconds for the
 * answer.
 */
export const PEOPLE_FILE_MOST = 100;

const NEEDED = ['username', 'name'] as const;
const COLUMNS = [...NEEDED, 'email', 'level', 'organization', 'roles'] as const;
type Column = (typeof COLUMNS)[number];
const SEPARATORS = [',', ';', '\t'] as const;

/** A line of the file, unchanged; missing cells are empty. */
export type PersonLine = Record<Column, string> & { line: number };

const isColumn = (name: string): name is Column => COLUMNS.some((column) => column === name);
const named = (heading: string): string => heading.trim().toLowerCase();

/** A first line that a spreadsheet writes for itself and never shows. */
const SAID = /^\ufeff?"?sep=(.)\1*"?[\r\n]/i;
/** Names of cells beyond the last heading, which a spreadsheet writes if it was once used there. */
const BEYOND = Array.from({ length: 50 }, (_, no) => `beyond ${no}`);

/** Finds the separator, which depends on the spreadsheet's language: the one that parts `username` from the other headings. */
function separatorOf(text: string): string {
  const [, said] = SAID.exec(text) ?? [];
  const [headings = ''] = /^.*username.*$/im.exec(text) ?? [];
  const cells = (separator: string): string[] => headings.replaceAll('"', '').split(separator).map(named);
  return said ?? SEPARATORS.find((separator) => cells(separator).includes('username')) ?? ',';
}

/**
 * Reads people from a table of text (RFC 4180; also with semicolons or tabs). Its first line names the columns, in any
 * order.
 * @returns its lines, and the names of unknown columns
 * @throws {Refusal} invalid, when it is no such table
 */
export function readPeopleFile(text: string): { lines: PersonLine[]; unused: string[] } {
  const unused: string[] = [];
  const headings = (names: string[]) => {
    const missing = NEEDED.filter((needed) => !names.some((name) => named(name) === needed));
    if (missing.length > 0) throw new Refusal('invalid', NO_HEADINGS);
    const twice = COLUMNS.find((column) => names.filter((name) => named(name) === column).length > 1);
    if (twice !== undefined) throw new Refusal('invalid', `The column '${twice}' stands twice in the first line.`);
    unused.push(...names.filter((name) => name.trim() !== '' && !isColumn(named(name))));
    const last = names.findLastIndex((name) => name.trim() !== '');
    return [...names.slice(0, last + 1).map((name) => (isColumn(named(name)) ? named(name) : false)), ...BEYOND];
  };
  const rows = recordsOf(text, headings);
  if (rows.length === 0) throw new Refusal('invalid', 'The file names nobody: there is no line below the headings.');
  if (rows.length > PEOPLE_FILE_MOST) {
    throw new Refusal(
      'invalid',
      `The file has ${rows.length} people. At most ${PEOPLE_FILE_MOST} can be added at once: split it.`,
    );
  }
  const lines = rows.map(({ record, info }) => {
    if (Object.entries(record).some(([name, cell]) => !isColumn(name) && cell !== '')) throw surplus(info.lines);
    const cells = Object.entries(record).filter(([name]) => isColumn(name));
    return { ...NO_VALUES, ...Object.fromEntries(cells), line: info.lines };
  });
  return { lines, unused };
}

const NO_HEADINGS =
  "The first line must name the columns, 'username' and 'name' among them. Others are email, level, organization and roles.";
const NO_VALUES = Object.fromEntries(COLUMNS.map((column) => [column, ''])) as Record<Column, string>;

const surplus = (line: number): Refusal =>
  new Refusal(
    'invalid',
    `Line ${line} has more cells than there are columns. Put quotation marks around a cell that holds a separator.`,
  );

type Read = { record: Partial<Record<Column, string>>; info: { lines: number } };

function recordsOf(text: string, columns: (names: string[]) => (string | false)[]): Read[] {
  try {
    return parse<Read>(text, {
      bom: true,
      columns,
      delimiter: separatorOf(text),
      from_line: SAID.test(text) ? 2 : 1,
      info: true,
      relax_column_count_less: true,
      skip_empty_lines: true,
      skip_records_with_empty_values: true,
      trim: true,
    });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const { code, lines } = error as CsvError & { lines?: number };
    if (/COLUMNS/.test(code)) throw surplus(lines ?? 0);
    throw new Refusal(
      'invalid',
      'The file cannot be read as a table: a quotation mark is out of place, or not closed.',
    );
  }
}
