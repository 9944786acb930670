import { spawnSync } from 'node:child_process';
import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { runCommand } from '#server/cli/run.ts';
import { readSource } from './source.ts';

/** The lines of a page's blocks for a shell. */
const shellLines = (page: string): string[] =>
  [...page.matchAll(/^```sh(?: no-test)?\n([^]*?)^```$/gm)].flatMap(([, block = '']) => block.trim().split('\n'));

/** Returns the words after `ready` on a page, line by line. */
const commandsIn = (page: string): string[] =>
  shellLines(page).flatMap((line) => [...line.matchAll(/^(?:.*&& )?ready (.+)$/g)].map(([, command = '']) => command));

/** True for a command that uses copies of the database's file: `server/cli/backup-commands.ts` has PostgreSQL's own means for them. */
const isRefusedOnPostgres = (command: string): boolean =>
  /^(restore|backup) /.test(command) && !/ --(keep|verify)\b/.test(command);

/** True if the command line knows a command and its options, by its own help. */
async function isKnown(command: string): Promise<boolean> {
  const words = command.split(' ').filter((word) => !word.startsWith('-'));
  let said = '';
  const code = await runCommand(
    [...words, '--help'],
    {},
    {
      out: (text) => (said += text),
      error: () => undefined,
      input: Readable.from([]),
    },
  );
  // `Usage: npm run ready -- user add <username> --org …`; the help of a group has <command> there.
  const [, usage = ''] = /^Usage: .*?\bready (?:-- )?(.*)/.exec(said) ?? [];
  const [name = ''] = usage.split(/ ?(?:<|--)/);
  const options = command.match(/(?<= )--[\w-]+/g) ?? [];
  return (
    code === 0 &&
    name !== '' &&
    !usage.includes('<command>') &&
    `${command} `.startsWith(`${name} `) &&
    options.every((option) => said.includes(option))
  );
}

describe('docs/operations.md', () => {
  const page = readSource('docs/operations.md');
  const commands = [...new Set(commandsIn(page))];

  it('types commands that there are', async () => {
    expect(commands.length).toBeGreaterThan(12);
    const unknown: string[] = [];
    for (const command of commands) if (!(await isKnown(command))) unknown.push(command);
    expect(unknown).toEqual([]);
  });

  it('has a way on PostgreSQL wherever it types what PostgreSQL refuses', () => {
    const sections = page.split(/^### /m).slice(1);
    const ofFile = sections.filter((section) => commandsIn(section).some(isRefusedOnPostgres));
    expect(ofFile.map((section) => section.split('\n')[0])).toEqual([
      'A backup has to be put back',
      'The machine moves',
    ]);
    for (const section of ofFile) {
      const [, after = ''] = section.split(/^.*\bPostgreSQL\b.*$/m, 2);
      expect([section.split('\n')[0], after === '']).toEqual([expect.any(String), false]);
      const others = commandsIn(section).filter((command) => !isRefusedOnPostgres(command));
      expect(others.join('\n')).toMatch(/^(import|export) /m);
    }
  });

  it('names another database in DATABASE_URL without changing anything else of it', () => {
    const lines = shellLines(page).filter((line) => line.includes('s|^\\(DATABASE_URL'));
    expect(lines).toHaveLength(1);
    for (const line of lines) {
      const name = /\\1\/(\w+)\|/.exec(line)?.[1] ?? '';
      const script = /'(s\|.*)'/.exec(line)?.[1] ?? '';
      const rest = ['LOG_LEVEL=info', 'READY_PUBLIC_URL=https://ready.example.org/', '#DATABASE_URL=postgres://a/b'];
      const env = (database: string, more = '') =>
        [`DATABASE_URL=postgres://ready:p%2Fw@db.example.org:5432/${database}${more}`, ...rest].join('\n');
      for (const more of ['', '?sslmode=verify-full&sslrootcert=/etc/ssl/db/ca.pem']) {
        const { stdout } = spawnSync('sed', [script], { input: env('ready', more), encoding: 'utf8' });
        expect(stdout).toBe(env(name, more));
      }
    }
  });

  it('copies what is in deploy/', () => {
    const named = [...page.matchAll(/\bdeploy\/([\w.*-]+)/g)].map(([, name = '']) => name);
    const shipped = [
      'ready.env',
      'nginx.conf',
      'ready*.service',
      'ready*.timer',
      'prometheus-rules.yml',
      'grafana-dashboard.json',
    ];
    expect(new Set(named)).toEqual(new Set(shipped));
  });

  it('is asked by a rule that finds a command and an option that there are not', async () => {
    expect(await isKnown('user add chief --org 1')).toBe(true);
    expect(await isKnown('user ad chief')).toBe(false);
    expect(await isKnown('user add chief --organisation 1')).toBe(false);
    expect(await isKnown('backup FILE')).toBe(true);
    expect(commandsIn('```sh\nsystemctl stop ready\nready x y\n```\nready z')).toEqual(['x y']);
  });
});
