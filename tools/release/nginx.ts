import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { onPath } from '../run/programs.ts';

/** Finds nginx: on PATH, or where system packages put it, which many users' PATH lacks. */
export function findNginx(): string | null {
  const places = [...onPath(['nginx'], process.env), '/usr/sbin/nginx', '/opt/homebrew/bin/nginx'];
  return places.find((path) => existsSync(path)) ?? null;
}

/** The directives that let nginx write into a folder under any user. */
export const writesInto = (folder: string): string =>
  ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((kind) => `${kind}_temp_path ${join(folder, kind)};`)
    .join('\n');

/**
 * The lines that deploy/nginx.conf requires outside of http { }, where it cannot set them itself.
 * @param conf its text
 */
export const linesOutside = (conf: string): string =>
  [...conf.matchAll(/^# {3}(worker_rlimit_nofile .*|events .*)$/gm)].map(([, line]) => line).join('\n');
