import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { findNginx } from '../../scripts/check-nginx.ts';

/** nginx as a floor: files as they are, and event streams by nchan. */
export type Nginx = {
  port: number;
  /** Whether it has nchan: `/stream` and `/publish`. */
  hasStreams: boolean;
  /** Bytes at `/<name>`. */
  keep(name: string, bytes: Buffer): Promise<void>;
  stop(): Promise<void>;
};

const MODULES = ['/usr/lib/nginx/modules', '/usr/lib64/nginx/modules'];
const CONNECTIONS = 16_000;

/**
 * Starts nginx as deploy/nginx.conf has it for the application's files: with its headers, and a line in a log for each request, many with one call of the
 * system as ours. One worker on a free port of this machine.
 * @returns null where there is none (Debian: apt-get install nginx libnginx-mod-nchan)
 */
export async function startNginx(): Promise<Nginx | null> {
  const program = findNginx();
  if (program === null) return null;
  const nchan = MODULES.map((folder) => join(folder, 'ngx_nchan_module.so')).find((path) => existsSync(path));
  const folder = await mkdtemp(join(tmpdir(), 'ready-bench-nginx-'));
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  const files = join(folder, 'files');
  await mkdir(files);
  // Its worker is another user than root.
  await chmod(folder, 0o755);
  const streams = `
    location = /stream { nchan_subscriber eventsource; nchan_channel_id bench; }
    location = /publish { nchan_publisher; nchan_channel_id bench; nchan_message_buffer_length 0; }`;
  await writeFile(
    join(folder, 'nginx.conf'),
    `${nchan === undefined ? '' : `load_module ${nchan};`}
daemon off; worker_processes 1; worker_rlimit_nofile ${CONNECTIONS + 1_000}; pid ${join(folder, 'pid')}; error_log stderr crit;
events { worker_connections ${CONNECTIONS}; }
http {
  access_log ${join(folder, 'access.log')} combined buffer=16k flush=100ms; sendfile on; tcp_nopush on; keepalive_requests 100000000;
  ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((kind) => `${kind}_temp_path ${join(folder, kind)};`).join(' ')}
  server {
    listen 127.0.0.1:${port} backlog=4096; root ${files};
    add_header Cache-Control "public, max-age=31536000, immutable" always; add_header X-Content-Type-Options "nosniff" always;${nchan === undefined ? '' : streams}
  }
}`,
  );
  const child = spawn(program, ['-p', folder, '-c', join(folder, 'nginx.conf')], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ended = once(child, 'exit');
  const answers = (): Promise<boolean> =>
    fetch(`http://127.0.0.1:${port}/`).then(
      () => true,
      () => false,
    );
  // oxlint-disable no-await-in-loop -- it is there at once, or not at all
  while (child.exitCode === null && !(await answers())) await delay(50);
  // oxlint-enable no-await-in-loop
  return {
    port,
    hasStreams: nchan !== undefined,
    keep: (name, bytes) => writeFile(join(files, name), bytes, { mode: 0o644 }),
    async stop() {
      child.kill('SIGTERM');
      await ended;
      await rm(folder, { recursive: true });
    },
  };
}
