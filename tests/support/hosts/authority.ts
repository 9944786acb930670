import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Answers of the authority. `head`: a status and nothing after it; `other`: a stamp of another text; `empty`: a status without a number. */
export type AuthorityAnswer =
  | 'stamp'
  | 'other'
  | 'refusal'
  | 'empty'
  | 'silence'
  | 'head'
  | 'html'
  | 'torn'
  | 'long'
  | 'error'
  | 'redirect'
  | 'closed';

const CONFIG = `[req]
distinguished_name = name
[name]
[stamps]
extendedKeyUsage = critical,timeStamping
[tsa]
default_tsa = one
[one]
serial = serial
signer_digest = sha256
default_policy = 1.2.3.4.1
digests = sha256
accuracy = secs:1
ordering = yes
ess_cert_id_alg = sha256
`;

/**
 * Starts a time stamp authority (RFC 3161) on this machine, by openssl.
 * @param folder for its files, which is made
 */
export async function startAuthority(folder: string) {
  await mkdir(folder, { recursive: true });
  const openssl = (...args: string[]) => run('openssl', args, { cwd: folder });
  await writeFile(join(folder, 'config'), CONFIG);
  await writeFile(join(folder, 'serial'), '01\n');
  const subject = ['-subj', '/CN=Authority', '-days', '3650', '-config', 'config', '-extensions', 'stamps'];
  await openssl(
    'req',
    '-x509',
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:prime256v1',
    '-nodes',
    '-keyout',
    'key',
    '-out',
    'ca.pem',
    ...subject,
  );
  const state: { answer: AuthorityAnswer; requests: number } = { answer: 'stamp', requests: 0 };
  const stampOnce = async (request: Buffer): Promise<Buffer> => {
    await writeFile(join(folder, 'request'), request);
    await openssl(
      'ts',
      '-reply',
      '-config',
      'config',
      '-queryfile',
      'request',
      '-signer',
      'ca.pem',
      '-inkey',
      'key',
      '-out',
      'reply',
    );
    return readFile(join(folder, 'reply'));
  };
  // One after the other: who asked may have been killed, and openssl works with files of one name.
  let last: Promise<unknown> = Promise.resolve();
  const stampOf = (request: Buffer): Promise<Buffer> => {
    const stamp = last.then(() => stampOnce(request));
    last = stamp.catch(() => undefined);
    return stamp;
  };
  const server = createServer((request, response) => {
    void (async () => {
      state.requests += 1;
      const asked = await buffer(request);
      const { answer } = state;
      if (answer === 'silence') return undefined;
      if (answer === 'head') return response.writeHead(200).flushHeaders();
      if (answer === 'closed') return response.destroy();
      if (answer === 'error') return response.writeHead(503).end();
      if (answer === 'redirect') return response.writeHead(302, { Location: '/' }).end();
      if (answer === 'html') return response.end('<!doctype html><title>Welcome</title>');
      if (answer === 'long') return response.end(Buffer.alloc(200_000));
      if (answer === 'refusal') return response.end(Buffer.from('30053003020102', 'hex'));
      if (answer === 'empty') return response.end(Buffer.from('300430020200', 'hex'));
      if (answer === 'other') asked.writeUInt32BE(1, 30);
      const stamp = await stampOf(asked);
      return response.end(answer === 'torn' ? stamp.subarray(0, -1) : stamp);
    })();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0;
  return Object.assign(state, {
    url: new URL(`http://127.0.0.1:${port}/`),
    /** The certificate by which stamps are proved. */
    certificate: join(folder, 'ca.pem'),
    /** The words of openssl about a stamp. */
    async verify(stamp: Uint8Array | null, note: string): Promise<string> {
      await writeFile(join(folder, 'stamp'), stamp ?? '');
      await writeFile(join(folder, 'note'), note);
      const args = ['ts', '-verify', '-data', 'note', '-in', 'stamp', '-CAfile', 'ca.pem'];
      const said = await openssl(...args).catch((error: unknown) => error as { stdout: string; stderr: string });
      return said.stdout + said.stderr;
    },
    async [Symbol.asyncDispose]() {
      server.close();
    },
  });
}
