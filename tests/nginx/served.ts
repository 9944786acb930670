import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { vi } from 'vitest';
import { selfSigned } from '#tests/support/hosts/certificate.ts';
import { startServer, type TestServer } from '#tests/support/hosts/server.ts';
import { buildProduct } from '../../tools/build/build.ts';
import { freePort } from '../../tools/run/free-port.ts';
import { findNginx, linesOutside, writesInto } from '../../tools/release/nginx.ts';

/** The longest wait for nginx, in milliseconds: a busy machine is no failure. */
const PATIENCE = { timeout: 60_000, interval: 50 } as const;

/** A real server, behind a real nginx by one of the examples. */
export type Served = AsyncDisposable & {
  /** `https://localhost:…`, with a certificate that signs itself. */
  origin: string;
  /** The example's port 80. */
  plain: string;
  /** The certificate that a caller has to trust, as PEM. */
  cert: string;
  server: TestServer;
  /** Returns the complaints of nginx so far. */
  complaints(): string;
};

/**
 * The example with the names, ports and files of this machine in the place of the operator's.
 * @param example its text
 * @param outside what has to stand outside of its http { }
 * @param at `inside` is the server's port
 */
function here(
  example: string,
  outside: string,
  at: { folder: string; secure: number; plain: number; inside: number },
): string {
  const { folder, secure, plain, inside } = at;
  const ours = example
    .replace(/^(\s*listen )443/gm, `$1127.0.0.1:${secure}`)
    .replace(/^(\s*listen )80/gm, `$1127.0.0.1:${plain}`)
    // A machine without IPv6 has no such address.
    .replaceAll('[::]:443', `unix:${folder}/443`)
    .replaceAll('[::]:80', `unix:${folder}/80`)
    .replaceAll('server 127.0.0.1:4000', `server 127.0.0.1:${inside}`)
    .replaceAll('https://ready.example.org', `https://localhost:${secure}`)
    .replaceAll('server_name ready.example.org', 'server_name localhost')
    .replaceAll('/etc/letsencrypt/live/ready.example.org', folder)
    .replaceAll('/opt/ready/dist', join(folder, 'dist'));
  return `daemon off; master_process off; pid ${folder}/pid; error_log stderr warn;
${outside}
http { access_log off; types { text/html html; text/css css; text/javascript js; image/svg+xml svg; }
${writesInto(folder)}
${ours}
}`;
}

const answers = async (port: number): Promise<boolean> => {
  const call = request({ host: '127.0.0.1', port });
  call.end();
  return once(call, 'response').then(
    () => true,
    () => false,
  );
};

/**
 * Builds the application, starts a server with the demo, and nginx before it.
 * @param name of the example in `deploy/`
 * @param mode of the build
 */
export async function serveBy(name: string, mode?: 'static'): Promise<Served> {
  await using cleaning = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), 'ready-nginx-'));
  cleaning.defer(() => rm(folder, { recursive: true, force: true }));
  const dist = join(folder, 'dist');
  await buildProduct({ out: dist, quiet: true, ...(mode && { mode }) });
  const [secure, plain, inside] = [await freePort(), await freePort(), await freePort()];
  const origin = `https://localhost:${secure}`;
  const server = await startServer({ dist, env: { READY_PUBLIC_URL: origin, PORT: String(inside) } });
  cleaning.defer(() => server.stop());
  const { cert, key } = selfSigned();
  await writeFile(join(folder, 'fullchain.pem'), cert);
  await writeFile(join(folder, 'privkey.pem'), key);
  const shipped = (file: string): Promise<string> =>
    readFile(resolve(import.meta.dirname, '../../deploy', file), 'utf8');
  const [example, outside] = [await shipped(name), linesOutside(await shipped('nginx.conf'))];
  const conf = join(folder, 'nginx.conf');
  await writeFile(conf, here(example, outside, { folder, secure, plain, inside }));

  const nginx = spawn(findNginx() ?? 'nginx', ['-p', folder, '-c', conf], { stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  nginx.stderr.setEncoding('utf8').on('data', (text: string) => (said += text));
  const ended = once(nginx, 'exit');
  cleaning.defer(async () => {
    nginx.kill('SIGTERM');
    await ended;
  });
  await vi.waitFor(async () => {
    if (nginx.exitCode === null && !(await answers(plain))) throw new Error('nginx does not answer yet');
  }, PATIENCE);
  if (nginx.exitCode !== null) throw new Error(`nginx ended with code ${nginx.exitCode}: ${said}`);
  const own = cleaning.move();
  return {
    origin,
    plain: `http://localhost:${plain}`,
    cert,
    server,
    complaints: () => said,
    [Symbol.asyncDispose]: () => own.disposeAsync(),
  };
}
