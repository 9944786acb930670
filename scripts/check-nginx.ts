import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { promisify } from 'node:util';

/**
 * `node scripts/check-nginx.ts`: lets nginx itself check `deploy/nginx.conf` (`nginx -t`), with a free port and without a certificate in the place of
 * what is to be replaced. Exit code 1 on a fault, and where there is no nginx.
 */

/** Where nginx is: on the path, or where system packages put it, which is not on everybody's. */
export function findNginx(): string | null {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin', '/opt/homebrew/bin'];
  return folders.map((folder) => join(folder, 'nginx')).find((path) => existsSync(path)) ?? null;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

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
  const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (kind) => `${kind}_temp_path ${join(folder, kind)};`,
  );
  return `pid ${join(folder, 'pid')};\nerror_log stderr warn;\nevents {}\nhttp {\naccess_log off;\n${places.join('\n')}\n${server}\n}\n`;
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
