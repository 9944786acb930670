import { createInterface } from 'node:readline';
import { parseArgs, type ParseArgsConfig } from 'node:util';
import { Refusal } from '#server/domain/refusal.ts';
import { readSettings, type Settings } from '#server/settings.ts';
import { StartError } from '#server/start-error.ts';
import { openForCommand } from '#server/storage/open.ts';
import { StorageUnavailable } from '#server/storage/unavailable.ts';
import type { Call, Command, Installation, Outcome } from './command.ts';
import { archiveCommands } from './archive-commands.ts';
import { backupCommands } from './backup-commands.ts';
import { dataCommands } from './data-commands.ts';
import { peopleCommands } from './people-commands.ts';
import { signInCommands } from './sign-in-commands.ts';
import { secretCommands } from './secret-commands.ts';
import { templateCommands } from './template-commands.ts';

/** Exit codes: done, refused or failed, called wrongly. */
const DONE = 0;
const FAILED = 1;
const MISUSED = 2;

const commands: readonly Command[] = [
  ...peopleCommands,
  ...signInCommands,
  ...templateCommands,
  ...archiveCommands,
  ...backupCommands,
  ...secretCommands,
  ...dataCommands,
];
const PROGRAM = 'npm run ready --';

class Misuse extends Error {}

/** Where the command line reads and writes. */
export type Terminal = { out: (text: string) => void; error: (text: string) => void; input: NodeJS.ReadableStream };

function usageOf({ name, words = [], also }: Command): string {
  return [name, ...words.map((word) => `<${word}>`), ...(also === undefined ? [] : [also])].join(' ');
}

function overview(): string {
  const width = Math.max(...commands.map((command) => usageOf(command).length));
  const lines = commands.map((command) => `  ${usageOf(command).padEnd(width)}  ${command.summary}`);
  return [
    `Usage: ${PROGRAM} <command>`,
    '',
    'Looks after the installation in the data folder (READY_DATA, ./data), or on PostgreSQL (DATABASE_URL). Most commands work while the server runs.',
    '',
    ...lines,
    '',
    '  --json   answer in JSON    --help   this, or what one command takes',
    '',
    'Exit codes: 0 done, 1 refused or failed, 2 called wrongly.',
  ].join('\n');
}

function helpOf(command: Command): string {
  const { summary, options = {} } = command;
  const rows = [...Object.entries(options), ['json', 'answer in JSON'] as const].map(([option, help]) => {
    const [, value = ''] = /^(<[^>]+>)/.exec(help) ?? [];
    return `  ${`--${option} ${value}`.padEnd(30)} ${help.slice(value.length).trim()}`.trimEnd();
  });
  return [
    `Usage: ${PROGRAM} ${usageOf(command)}`,
    '',
    `${summary[0]?.toUpperCase() ?? ''}${summary.slice(1)}.`,
    '',
    ...rows,
  ].join('\n');
}

function chosen(words: readonly string[]): Command {
  for (const size of [2, 1]) {
    const name = words.slice(0, size).join(' ');
    const command = commands.find((one) => one.name === name);
    if (command) return command;
  }
  const group = commands.filter((one) => one.name.startsWith(`${words[0] ?? ''} `)).map((one) => one.name);
  const hint = group.length > 0 ? `There are: ${group.join(', ')}.` : 'See: --help.';
  throw new Misuse(`There is no command '${words.slice(0, 2).join(' ')}'. ${hint}`);
}

function parse(args: readonly string[], command: Command | null): ReturnType<typeof parseArgs> {
  const options: NonNullable<ParseArgsConfig['options']> = {
    json: { type: 'boolean' },
    help: { type: 'boolean', short: 'h' },
  };
  for (const [name, help] of Object.entries(command?.options ?? {})) {
    options[name] = { type: help.startsWith('<') ? 'string' : 'boolean' };
  }
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true, strict: command !== null });
  } catch (error) {
    throw new Misuse(error instanceof Error ? (error.message.split('\n')[0] ?? '') : 'The options cannot be read.');
  }
}

async function withInstallation<T>(settings: Settings, now: Date, work: (it: Installation) => Promise<T>): Promise<T> {
  const installation = await openForCommand(settings, now.toISOString());
  try {
    return await work(installation);
  } catch (error) {
    throw installation.inWords(error);
  } finally {
    await installation.close();
  }
}

async function firstLine(input: NodeJS.ReadableStream): Promise<string> {
  for await (const line of createInterface({ input })) return line;
  return '';
}

/**
 * Runs one command.
 * @param args as they were typed
 * @returns the exit code
 */
export async function runCommand(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  { out, error: complain, input }: Terminal,
): Promise<number> {
  const isJson = args.includes('--json');
  const fail = (message: string, code: number): number => {
    if (isJson) out(`${JSON.stringify({ ok: false, message })}\n`);
    else complain(`${message}\n`);
    return code;
  };
  try {
    const words = parse(args, null).positionals;
    const isHelp = args.includes('--help') || args.includes('-h') || words[0] === 'help';
    const named = words[0] === 'help' ? words.slice(1) : words;
    if (named.length === 0) {
      (isHelp ? out : complain)(`${overview()}\n`);
      return isHelp ? DONE : MISUSED;
    }
    const command = chosen(named);
    if (isHelp) {
      out(`${helpOf(command)}\n`);
      return DONE;
    }
    const { values, positionals } = parse(args, command);
    const rest = positionals.slice(command.name.split(' ').length);
    if (rest.length !== (command.words ?? []).length) throw new Misuse(helpOf(command));
    const call: Call = {
      settings: readSettings(env),
      words: rest,
      text: (option) => (typeof values[option] === 'string' ? values[option] : undefined),
      flag: (option) => values[option] === true,
      readLine: () => firstLine(input),
      now: () => new Date(),
    };
    const outcome: Outcome =
      command.needs === 'nothing'
        ? await command.run(call)
        : await withInstallation(call.settings, call.now(), (installation) => command.run(call, installation));
    const ok = outcome.isFailure !== true;
    if (isJson) out(`${JSON.stringify({ ok, ...outcome.json })}\n`);
    else (ok ? out : complain)(`${outcome.text}\n`);
    return ok ? DONE : FAILED;
  } catch (error) {
    if (error instanceof Misuse) return fail(error.message, MISUSED);
    if ([Refusal, StartError, StorageUnavailable].some((kind) => error instanceof kind) && error instanceof Error) {
      return fail(error.message, FAILED);
    }
    throw error;
  }
}
