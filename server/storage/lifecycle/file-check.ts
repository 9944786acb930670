import { fork } from 'node:child_process';
import { DatabaseSync } from 'node:sqlite';

/** A check of a database's file. */
export type FileCheck = {
  /** Its problems; empty when it is sound, null when the check was ended first. */
  found: Promise<readonly string[] | null>;
  end(): void;
};

/** Maximum of problems: more would only repeat the same for other pages. */
const PROBLEMS = 10;

/**
 * Reads the whole file, which takes long for a large one. Runs in `file-check-process.ts`.
 * @param file the database's path
 * @returns its problems; empty when it is sound
 */
export function problemsOf(file: string): string[] {
  try {
    const database = new DatabaseSync(file, { readOnly: true, timeout: 5_000 });
    try {
      const rows = database.prepare(`pragma quick_check(${PROBLEMS})`).all();
      return rows.map((row) => String(row['quick_check'])).filter((text) => text !== 'ok');
    } finally {
      database.close();
    }
  } catch (error) {
    return [error instanceof Error ? error.message : 'it cannot be opened'];
  }
}

/**
 * Checks the file in a process of its own: users of the database do not wait for it, and it can be ended at any moment.
 * A thread in which SQLite is busy could not be ended, and a server that stops would wait for it.
 * @param file the database's path
 */
export function checkFile(file: string): FileCheck {
  const child = fork(new URL('./file-check-process.ts', import.meta.url), [file], { execArgv: [] });
  const found = new Promise<string[] | null>((done, fail) => {
    child.once('message', (problems) => done(Array.isArray(problems) ? problems.map(String) : null));
    child.once('error', fail);
    child.once('close', () => done(null));
  });
  return { found, end: () => void child.kill('SIGKILL') };
}
