import { spawn, type ChildProcess } from 'node:child_process';
import { rmSync } from 'node:fs';
import { createInterface } from 'node:readline';

/**
 * A process that keeps one PostgreSQL for a test: starts and ends it at a word on its standard input, and ends it surely once that is closed, however
 * the test's own process ended. Argument: JSON of `KeeperOrder`.
 */
export type KeeperOrder = {
  program: string;
  args: readonly string[];
  /** Removed at the end. */
  folder: string;
  uid?: number;
  gid?: number;
};

if (import.meta.main) keep(JSON.parse(process.argv[2] ?? '') as KeeperOrder);

async function answer(word: string, after: Promise<unknown>): Promise<void> {
  await after;
  process.stdout.write(`${word}\n`);
}

function keep({ program, args, folder, uid, gid }: KeeperOrder): void {
  let child: ChildProcess | null = null;
  let exited: Promise<unknown> = Promise.resolve();
  const start = (): void => {
    // A group of its own: a kill takes its workers with it, and Ctrl+C at the terminal does not reach it.
    const one = spawn(program, args, {
      stdio: ['ignore', 'ignore', 'inherit'],
      detached: true,
      cwd: folder,
      ...(uid !== undefined && { uid }),
      ...(gid !== undefined && { gid }),
    });
    exited = new Promise((done) => one.once('close', done).once('error', done));
    child = one;
  };
  const signal = (name: NodeJS.Signals, isGroup: boolean): void => {
    const pid = child?.pid;
    if (pid === undefined || child?.exitCode !== null || child.signalCode !== null) return;
    process.kill(isGroup ? -pid : pid, name);
  };
  const orders: Record<string, () => void> = {
    start,
    // SIGINT ends sessions and then the server, cleanly.
    stop: () => signal('SIGINT', false),
    kill: () => signal('SIGKILL', true),
  };
  const lines = createInterface({ input: process.stdin });
  lines.on('line', (word) => {
    orders[word]?.();
    void answer(word, word === 'start' ? Promise.resolve() : exited);
  });
  lines.once('close', () => {
    signal('SIGKILL', true);
    void exited.then(() => {
      rmSync(folder, { recursive: true, force: true });
      process.exit();
    });
  });
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => undefined);
}
