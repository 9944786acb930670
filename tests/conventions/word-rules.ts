import { parseSync } from 'vite';

/** First words that leave a sentence without a subject, or give it one that says nothing. */
const FIRST = /^(What|Who|Whom|Whose|Where|Whether|Whoever|Nobody|Somebody)\b/;

/** Words that this project used in a sense of its own. Beside each group: plain ones. */
const DIALECT = [
  // send, receive, show, request, report
  /\b(tells?|told|hears?|heard)\b/gi,
  // is, contains, is stored, is removed
  /\b(stands|lies|lays?|laid)\b/gi,
  // again, on request, no user, a user, the user who
  /\b(anew|at a wish|nobody|somebody|whoever)\b/gi,
];

/** The same words, and 'deed' for an act, as a part of a name. */
const DIALECT_PART = /^(tells?|told|hears?|heard|lies|laid|anew|deeds?)$/i;

const dialectIn = (text: string): string[] => DIALECT.flatMap((words) => text.match(words) ?? []);

const notPlain = (at: string, word: string): string => `${at} '${word}' is no plain word: see CONTRIBUTING.md`;

/** Blocks of code, code in a line, texts of the screen and targets of links. */
const NOT_PROSE = /^ *```[^]*?^ *```$|`[^`\n]+`|"[^"\n]+"|(?<!\w)'[^\n]+?'(?!\w)|\]\([^)\n]+\)/gm;

/** Columns of a comment's longest line. */
const MOST_COLUMNS = 160;

/** A comment's words, without the stars of its lines and without the names of parameters, which are code. */
const wordsOf = (comment: string): string =>
  comment
    .replace(/^\*/, '')
    .replaceAll(/\n\s*\*/g, ' ')
    .replaceAll(/@param \w+/g, '@param')
    .trim();

/** The comments of a file with their first and last lines; line comments that follow on one another are one. */
function commentsIn(path: string, text: string): { text: string; line: number; last: number }[] {
  const found: { text: string; start: number; end: number; isLine: boolean }[] = [];
  for (const { type, value, start, end } of parseSync(path, text).comments) {
    const before = found.at(-1);
    const isLine = type === 'Line';
    if (isLine && before?.isLine && /^\n[ \t]*$/.test(text.slice(before.end, start))) {
      before.text += ` ${value.trim()}`;
      before.end = end;
    } else found.push({ text: wordsOf(value), start, end, isLine });
  }
  const lineAt = (offset: number): number => text.slice(0, offset).split('\n').length;
  return found.map((one) => ({ text: one.text, line: lineAt(one.start), last: lineAt(one.end) }));
}

/**
 * Comments that are not plain English.
 * @param path a source file
 * @param text its content
 * @returns a sentence for each word, with path and line
 */
export function wordProblems(path: string, text: string): string[] {
  const rows = text.split('\n');
  return commentsIn(path, text).flatMap((comment) => {
    const first = FIRST.exec(comment.text)?.[0];
    const long = rows.slice(comment.line - 1, comment.last).filter((row) => row.length > MOST_COLUMNS);
    const at = `${path}:${comment.line}`;
    return [
      ...(first === undefined ? [] : [`${at} a comment begins with '${first}': begin with a noun or a verb`]),
      ...dialectIn(comment.text).map((word) => notPlain(at, word)),
      ...long.map((row) => `${at} a comment's line has ${row.length} columns, at most ${MOST_COLUMNS}`),
    ];
  });
}

/**
 * Words of a Markdown page that are not plain English.
 * @param path a page
 * @param text its content
 * @returns a sentence for each word, with path and line
 */
export function proseProblems(path: string, text: string): string[] {
  const rows = text.replaceAll(NOT_PROSE, (part) => part.replaceAll(/[^\n]/g, ' ')).split('\n');
  return rows.flatMap((row, index) => dialectIn(row).map((word) => notPlain(`${path}:${index + 1}`, word)));
}

/**
 * Names in a file of which a part is no plain English.
 * @param path a source file
 * @param text its content
 * @returns a sentence for each name, with the path
 */
export function nameProblems(path: string, text: string): string[] {
  const names = new Set<string>();
  JSON.stringify(parseSync(path, text).program, (_, node: unknown) => {
    if (typeof node === 'object' && node !== null && 'name' in node && typeof node.name === 'string')
      names.add(node.name);
    return typeof node === 'bigint' ? String(node) : node;
  });
  const partsOf = (name: string): string[] => name.replaceAll(/([a-z])([A-Z])/g, '$1 $2').split(/[^A-Za-z]+/);
  return [...names]
    .filter((name) => partsOf(name).some((part) => DIALECT_PART.test(part)))
    .map((name) => notPlain(path, name));
}
