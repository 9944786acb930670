import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';

const root = resolve(import.meta.dirname, '..', '..');

/** Runs a tool, such as `tools/paths/paths.ts`, as a person would. `complaint`: its standard error. */
export function run(script: string, ...args: string[]): { status: number | null; out: string; complaint: string } {
  const done = spawnSync(process.execPath, [`tools/${script}/${script}.ts`, ...args], { cwd: root, encoding: 'utf8' });
  return { status: done.status, out: done.stdout, complaint: done.stderr.trim() };
}
