import type { OpenDatabase } from '#server/storage/lifecycle/open.ts';
import type { Settings } from '#server/settings.ts';

/** The installation on which a command works. */
export type Installation = OpenDatabase;

/** The command line was called wrongly: exit code 2. */
export class Misuse extends Error {}

/** Arguments and surroundings of a command. */
export type Call = {
  settings: Settings;
  /** A sentence for each setting that cannot be used; empty except for a command with `anySettings`. */
  problems: readonly string[];
  /** True if one of them names the place of the installation. */
  isPlaceUnknown: boolean;
  /** The arguments without dashes, after the command's own words. */
  words: readonly string[];
  /** The value of an option; undefined when it was not given. */
  text: (option: string) => string | undefined;
  flag: (option: string) => boolean;
  /** The first line of standard input. */
  readLine: () => Promise<string>;
  /**
   * Asks the user to confirm an action that cannot be undone, by repeating a name: with `--yes`, else on the terminal.
   * @param name the name to repeat
   * @param consequence of the action, in sentences
   * @throws {Misuse} without either, and `Refusal` for another name
   */
  confirm: (name: string, consequence: string) => Promise<void>;
  now: () => Date;
};

/** Result of a command: for people, and as JSON. */
export type Outcome = { text: string; json: object; isFailure?: boolean };

/** One command of the command line. */
export type Command = {
  /** Such as `user add`. */
  name: string;
  /** Names of the words that the command takes after its own name, such as `username`; none by default. */
  words?: readonly string[];
  /** The options that it requires, as they are typed. */
  also?: string;
  summary: string;
  /** Name to help; one whose help begins with `<` takes a value. None by default. */
  options?: Readonly<Record<string, string>>;
} & (
  | {
      needs?: 'installation';
      /** True if it adds the first data of an installation, and so may create one. */
      makes?: true;
      run: (call: Call, installation: Installation) => Promise<Outcome>;
    }
  | {
      needs: 'nothing';
      /** True if it also runs with settings that cannot be used. */
      anySettings?: true;
      run: (call: Call) => Promise<Outcome>;
    }
);

/** The option of a command that asks for confirmation. @param name kind of the name to repeat */
export const yes = (name: string): { yes: string } => ({ yes: `<${name}> again, in place of being asked` });

/** The value of an option that a command requires. @param also the option as it is typed */
export function required({ text }: Call, option: string, also: string): string {
  const value = text(option);
  if (value === undefined) throw new Misuse(`Something is missing: ${also}.`);
  return value;
}

/** The beginning of a day (UTC). @param option as it is typed */
export function dayOf(text: string, option: string): Date {
  const day = new Date(`${text}T00:00:00.000Z`);
  if (/^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text))
    return day;
  throw new Misuse(`${option} takes a day such as 2026-01-31, not '${text}'.`);
}

export const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

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
