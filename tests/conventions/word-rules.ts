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

/** Columns of a comment's longest line. */
const MOST_COLUMNS = 160;

/** The comments of a file with their lines; line comments that follow on one another are one. */
function commentsIn(path: string, text: string): { text: string; line: number }[] {
  const found: { text: string; start: number; end: number; isLine: boolean }[] = [];
  for (const { type, value, start, end } of parseSync(path, text).comments) {
    const last = found.at(-1);
    const isLine = type === 'Line';
    if (isLine && last?.isLine && /^\n[ \t]*$/.test(text.slice(last.end, start))) {
      last.text += ` ${value.trim()}`;
      last.end = end;
    } else
      found.push({
        text: value
          .replace(/^\*/, '')
          .replaceAll(/\n\s*\*/g, ' ')
          .trim(),
        start,
        end,
        isLine,
      });
  }
  return found.map(({ text: words, start }) => ({ text: words, line: text.slice(0, start).split('\n').length }));
}

/**
 * Comments that are not plain English.
 * @param path a source file
 * @param text its content
 * @returns a sentence for each word, with path and line
 */
export function wordProblems(path: string, text: string): string[] {
  const problems = commentsIn(path, text).flatMap((comment) => {
    const first = FIRST.exec(comment.text)?.[0];
    const dialect = DIALECT.flatMap((words) => comment.text.match(words) ?? []);
    return [
      ...(first === undefined
        ? []
        : [`${path}:${comment.line} a comment begins with '${first}': begin with a noun or a verb`]),
      ...dialect.map((word) => `${path}:${comment.line} '${word}' is no plain word: see docs/architecture.md`),
    ];
  });
  const long = text
    .split('\n')
    .flatMap((line, at) =>
      /^\s*(\/\/|\/?\*)/.test(line) && line.length > MOST_COLUMNS
        ? [`${path}:${at + 1} a comment's line has ${line.length} columns, at most ${MOST_COLUMNS}`]
        : [],
    );
  return [...problems, ...long];
}
