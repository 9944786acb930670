import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { findNginx, writesInto } from '../../release/nginx.ts';
import { freePort } from '../../run/free-port.ts';

/** nginx with nchan as a floor of event streams: `/stream` and `/publish`. */
export type Nginx = { port: number; stop(): Promise<void> };

const MODULES = ['/usr/lib/nginx/modules', '/usr/lib64/nginx/modules'];
const CONNECTIONS = 16_000;

/**
 * Starts nginx with one worker on a free port of this machine.
 * @returns null if it or its module is missing (Debian: apt-get install nginx libnginx-mod-nchan)
 */
export async function startNginx(): Promise<Nginx | null> {
  const program = findNginx();
  const nchan = MODULES.map((folder) => join(folder, 'ngx_nchan_module.so')).find((path) => existsSync(path));
  if (program === null || nchan === undefined) return null;
  const folder = await mkdtemp(join(tmpdir(), 'ready-bench-nginx-'));
  const port = await freePort();
  await writeFile(
    join(folder, 'nginx.conf'),
    `load_module ${nchan};
daemon off; worker_processes 1; worker_rlimit_nofile ${CONNECTIONS + 1_000}; pid ${join(folder, 'pid')}; error_log stderr crit;
events { worker_connections ${CONNECTIONS}; }
http {
  access_log off;
  ${writesInto(folder)}
  server {
    listen 127.0.0.1:${port} backlog=4096;
    location = /stream { nchan_subscriber eventsource; nchan_channel_id bench; }
    location = /publish { nchan_publisher; nchan_channel_id bench; nchan_message_buffer_length 0; }
  }
}`,
  );
  const child = spawn(program, ['-p', folder, '-c', join(folder, 'nginx.conf')], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ended = once(child, 'exit');
  const answers = (): Promise<Response | null> => fetch(`http://127.0.0.1:${port}/`).catch(() => null);
  // oxlint-disable no-await-in-loop -- it is there at once, or not at all
  while (child.exitCode === null && !(await answers())) await delay(50);
  // oxlint-enable no-await-in-loop
  return {
    port,
    async stop() {
      child.kill('SIGTERM');
      await ended;
      await rm(folder, { recursive: true });
    },
  };
}
