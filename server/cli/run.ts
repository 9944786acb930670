import { userInfo } from 'node:os';
import { createInterface } from 'node:readline';
import { Refusal } from '#server/domain/refusal.ts';
import { inspectSettings } from '#server/settings.ts';
import { StartError } from '#server/start-error.ts';
import { StorageUnavailable } from '#server/storage/unavailable.ts';
import { archiveCommands } from './archive-commands.ts';
import { readArguments, wordsOf, type Arguments } from './arguments.ts';
import { auditCommands } from './audit-commands.ts';
import { backupCommands } from './backup-commands.ts';
import { Misuse, type Call, type Command, type Outcome } from './command.ts';
import { dataCommands } from './data-commands.ts';
import { displayCommands } from './display-commands.ts';
import { doctorCommand } from './doctor/doctor.ts';
import { installedCommands } from './installed-commands.ts';
import { helpOf, helpOfGroup, overview, programOf, rowsOf } from './help.ts';
import { withInstallation } from './installation.ts';
import { organisationCommands } from './organisation-commands.ts';
import { peopleCommands } from './people-commands.ts';
import { recordCommands } from './record-commands.ts';
import { roleCommands } from './role-commands.ts';
import { secretCommands, signInCommands } from './sign-in-commands.ts';
import { templateCommands } from './template-commands.ts';
import { programFacts, versionCommand } from './version-command.ts';

/** Exit codes: done, refused or failed, called wrongly. */
const DONE = 0;
const FAILED = 1;
const MISUSED = 2;

const commands: readonly Command[] = [
  ...organisationCommands,
  ...peopleCommands,
  ...signInCommands,
  ...roleCommands,
  ...displayCommands,
  ...templateCommands,
  ...archiveCommands,
  ...recordCommands,
  ...backupCommands,
  ...secretCommands,
  ...dataCommands,
  doctorCommand,
  versionCommand,
  ...auditCommands,
  ...installedCommands,
];

type Env = Readonly<Record<string, string | undefined>>;

/** Input and output of the command line. */
export type Terminal = {
  out: (text: string) => void;
  error: (text: string) => void;
  input: NodeJS.ReadableStream;
  /** True if the input is a terminal, at which a user can be asked. */
  isTyped?: boolean;
};

const groupOf = (word: string): Command[] => commands.filter(({ name }) => name.startsWith(`${word} `));

function chosen(words: readonly string[]): Command {
  for (const size of [3, 2, 1]) {
    const name = words.slice(0, size).join(' ');
    const command = commands.find((one) => one.name === name);
    if (command) return command;
  }
  const group = groupOf(words[0] ?? '').map((one) => one.name);
  const hint = group.length > 0 ? `There are: ${group.join(', ')}.` : 'See: --help.';
  throw new Misuse(`There is no command '${words.slice(0, 2).join(' ')}'. ${hint}`);
}

/** @param named the words of a command or a group */
function helpFor(named: readonly string[], program: string): string {
  const [first] = named;
  if (first === undefined) return overview(commands, program);
  const group = groupOf(first);
  if (named.length > 1 || group.length === 0) return helpOf(chosen(named), program);
  const own = commands.find(({ name }) => name === first);
  return own ? `${helpOf(own, program)}\n\n${rowsOf(group).join('\n')}` : helpOfGroup(first, group, program);
}

function requireWords(words: readonly string[], command: Command, program: string): void {
  const { name, words: wanted = [] } = command;
  if (words.length === wanted.length) return;
  const all = wanted.map((word) => `<${word}>`).join(' ') || 'no further words';
  const tooMuch = words.slice(wanted.length).map((word) => `'${word}'`);
  const what = tooMuch.length > 0 ? `${tooMuch.join(', ')} is too much` : 'something is missing';
  throw new Misuse(`'${name}' takes ${all}: ${what}.\n\n${helpOf(command, program)}`);
}

async function firstLine(input: NodeJS.ReadableStream): Promise<string> {
  for await (const line of createInterface({ input })) return line;
  return '';
}

function callOf({ words, texts, flags }: Arguments, env: Env, { error: ask, input, isTyped }: Terminal): Call {
  const text = (option: string): string | undefined => texts.get(option);
  return {
    ...inspectSettings(env),
    words,
    text,
    flag: (option) => flags.has(option),
    readLine: () => firstLine(input),
    async confirm(name, consequence) {
      const given = text('yes');
      if (given === undefined && isTyped !== true)
        throw new Misuse(`${consequence} This cannot be undone. Say that it is meant: --yes '${name}'.`);
      if (given === undefined) ask(`${consequence} This cannot be undone. Type ${name} to go on: `);
      if ((given ?? (await firstLine(input))).trim() === name) return;
      throw new Refusal('invalid', `That is not '${name}': nothing was changed.`);
    },
    now: () => new Date(),
  };
}

function outcomeOf(command: Command, call: Call): Promise<Outcome> {
  const isTolerant = command.needs === 'nothing' && command.anySettings === true;
  if (call.problems.length > 0 && !isTolerant) throw new StartError(call.problems.join('\n'));
  if (command.needs === 'nothing') return command.run(call);
  const how = { now: call.now(), may: command.makes === true ? ('make' as const) : ('use' as const) };
  return withInstallation(call.settings, how, (installation) => command.run(call, installation));
}

/**
 * Runs one command.
 * @param args as they were typed
 * @returns the exit code
 */
export async function runCommand(args: readonly string[], env: Env, terminal: Terminal): Promise<number> {
  const { out, error: complain } = terminal;
  const program = programOf(env);
  const isJson = args.includes('--json');
  const fail = (message: string, code: number): number => {
    if (isJson) out(`${JSON.stringify({ ok: false, message })}\n`);
    else complain(`${message}\n`);
    return code;
  };
  const say = (text: string, json: object): number => {
    out(isJson ? `${JSON.stringify({ ok: true, ...json })}\n` : `${text}\n`);
    return DONE;
  };
  try {
    const words = wordsOf(args, commands);
    if (args.includes('--help') || args.includes('-h') || words[0] === 'help') {
      const text = helpFor(words[0] === 'help' ? words.slice(1) : words, program);
      return say(text, { text });
    }
    if (args.includes('--version')) {
      const { text, json } = programFacts();
      return say(text, json);
    }
    if (words.length === 0) return fail(overview(commands, program), MISUSED);
    const command = chosen(words);
    const given = readArguments(args, command);
    const rest = given.words.slice(command.name.split(' ').length);
    requireWords(rest, command, program);
    const outcome = await outcomeOf(command, callOf({ ...given, words: rest }, env, terminal));
    if (outcome.isFailure !== true) return say(outcome.text, outcome.json);
    if (isJson) out(`${JSON.stringify({ ok: false, ...outcome.json })}\n`);
    else complain(`${outcome.text}\n`);
    return FAILED;
  } catch (error) {
    if (error instanceof Misuse) return fail(error.message, MISUSED);
    if ([Refusal, StartError, StorageUnavailable].some((kind) => error instanceof kind) && error instanceof Error) {
      return fail(error.message, FAILED);
    }
    // A file that this system user may not read, a name that is too long: an error of the call, no fault of the
    // program.
    if (error instanceof Error && 'syscall' in error && 'path' in error)
      return fail(`The machine does not let the user ${userInfo().username} do this: ${error.message}.`, FAILED);
    throw error;
  }
}
