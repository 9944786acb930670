import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from './free-port.ts';
import { onPath } from './programs.ts';

/**
 * `node scripts/check-nginx.ts`: lets nginx itself check `deploy/nginx.conf` (`nginx -t`), with a free port and no certificate where the
 * operator puts theirs. Exit code 1 on a fault, and where there is no nginx.
 */

/** Where nginx is: on PATH, or where system packages put it, which many users' PATH lacks. */
export function findNginx(): string | null {
  const places = [...onPath(['nginx'], process.env), '/usr/sbin/nginx', '/opt/homebrew/bin/nginx'];
  return places.find((path) => existsSync(path)) ?? null;
}

/** The directives that let nginx write into a folder, whoever runs it. */
export const writesInto = (folder: string): string =>
  ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((kind) => `${kind}_temp_path ${join(folder, kind)};`)
    .join('\n');

/**
 * The example as a whole configuration that can be checked anywhere.
 * @param example the text of `deploy/nginx.conf`
 * @param folder for what nginx writes
 * @param port free
 */
function checkable(example: string, folder: string, port: number): string {
  const server = example
    .replace('listen 443 ', `listen 127.0.0.1:${port} `)
    .replace(/^\s*ssl_certificate .*$/m, 'ssl_reject_handshake on;')
    .replace(/^\s*ssl_certificate_key .*$/m, '');
  return `pid ${join(folder, 'pid')};\nerror_log stderr warn;\nevents {}\nhttp {\naccess_log off;\n${writesInto(folder)}\n${server}\n}\n`;
}

async function check(): Promise<void> {
  const nginx = findNginx();
  if (nginx === null) {
    console.error(
      'There is no nginx to check deploy/nginx.conf with: install it (Debian: apt-get install nginx-light).',
    );
    process.exitCode = 1;
    return;
  }
  const folder = mkdtempSync(join(tmpdir(), 'ready-nginx-'));
  const file = join(folder, 'nginx.conf');
  writeFileSync(
    file,
    checkable(readFileSync(resolve(import.meta.dirname, '../deploy/nginx.conf'), 'utf8'), folder, await freePort()),
  );
  try {
    const { stderr } = await promisify(execFile)(nginx, ['-t', '-p', folder, '-c', file]);
    console.log(stderr.trim().replaceAll(file, 'deploy/nginx.conf'));
  } catch (error) {
    console.error(error instanceof Error && 'stderr' in error ? String(error.stderr).trim() : error);
    process.exitCode = 1;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

if (import.meta.main) await check();
