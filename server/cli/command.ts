import type { OpenDatabase } from '#server/storage/open.ts';
import type { Settings } from '#server/settings.ts';

/** What a command works on. */
export type Installation = OpenDatabase;

/** What a command was called with. */
export type Call = {
  settings: Settings;
  /** The arguments without dashes, after the command's own words. */
  words: readonly string[];
  /** The value of an option; undefined when it was not given. */
  text: (option: string) => string | undefined;
  flag: (option: string) => boolean;
  /** The first line of standard input. */
  readLine: () => Promise<string>;
  now: () => Date;
};

/** What a command says: for people, and as JSON. */
export type Outcome = { text: string; json: object; isFailure?: boolean };

/** One command of the command line. */
export type Command = {
  /** Such as `user add`. */
  name: string;
  /** What the words after the name are, such as `username`: it takes as many; none by default. */
  words?: readonly string[];
  /** The options without which it does nothing, as they are typed. */
  also?: string;
  summary: string;
  /** Name to help; one whose help begins with `<` takes a value. None by default. */
  options?: Readonly<Record<string, string>>;
} & (
  | { needs?: 'installation'; run: (call: Call, installation: Installation) => Promise<Outcome> }
  | { needs: 'nothing'; run: (call: Call) => Promise<Outcome> }
);

/** Columns of text, as wide as they need. */
export function table(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_cell, at) => Math.max(...rows.map((row) => (row[at] ?? '').length)));
  return rows
    .map((row) =>
      row
        .map((cell, at) => cell.padEnd(widths[at] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
