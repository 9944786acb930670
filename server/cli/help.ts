import type { Command } from './command.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** The name of the command line: that of npm, or of the wrapper that an installation has. */
export function programOf(env: Env): string {
  return env['npm_lifecycle_event'] === 'ready' ? 'npm run ready --' : 'ready';
}

/** A command with its words. */
export function usageOf({ name, words = [], also }: Command): string {
  return [name, ...words.map((word) => `<${word}>`), ...(also === undefined ? [] : [also])].join(' ');
}

/** Commands with their summaries, one a line. */
export function rowsOf(commands: readonly Command[]): string[] {
  const width = Math.max(...commands.map((command) => usageOf(command).length));
  return commands.map((command) => `  ${usageOf(command).padEnd(width)}  ${command.summary}`);
}

/** All commands. @param program the name of the command line */
export function overview(commands: readonly Command[], program: string): string {
  return [
    `Usage: ${program} <command>`,
    '',
    'Looks after the installation in the data folder (READY_DATA, ./data), or on PostgreSQL (DATABASE_URL). Most commands work while the server runs.',
    '',
    ...rowsOf(commands),
    '',
    '  --json   answer in JSON    --help   this, or what one command takes    --version   which version this is',
    '',
    'Exit codes: 0 done, 1 refused or failed, 2 called wrongly.',
  ].join('\n');
}

/** The commands that begin with the same word. */
export function helpOfGroup(group: string, commands: readonly Command[], program: string): string {
  const lines = [`Usage: ${program} ${group} <command>`, '', ...rowsOf(commands), ''];
  return [...lines, `What one of them takes: ${program} ${commands[0]?.name ?? group} --help`].join('\n');
}

/** One command with its options. */
export function helpOf(command: Command, program: string): string {
  const { summary, options = {} } = command;
  const rows = [...Object.entries(options), ['json', 'answer in JSON'] as const].map(([option, help]) => {
    const [, value = ''] = /^(<[^>]+>)/.exec(help) ?? [];
    return `  ${`--${option} ${value}`.padEnd(30)} ${help.slice(value.length).trim()}`.trimEnd();
  });
  return [
    `Usage: ${program} ${usageOf(command)}`,
    '',
    `${summary[0]?.toUpperCase() ?? ''}${summary.slice(1)}.`,
    '',
    ...rows,
  ].join('\n');
}
