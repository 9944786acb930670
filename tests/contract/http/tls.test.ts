import { once } from 'node:events';
import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:https';
import { connect } from 'node:net';
import { join } from 'node:path';
import { connect as connectSecurely, setDefaultCACertificates, type PeerCertificate } from 'node:tls';
import { beforeAll, describe, expect, it } from 'vitest';
import { readSettings } from '#server/settings.ts';
import { selfSigned, type Certificate } from '#tests/support/hosts/certificate.ts';
import { openStream } from '#tests/support/event-stream.ts';
import { demo, demoPassword, Person, signedIn } from '#tests/support/person.ts';
import { rawCall } from '#tests/support/raw-call.ts';
import { startExpectingFailure, startServer } from '#tests/support/hosts/server.ts';
import { save, submit } from '#tests/support/writing.ts';
import { forThisTest, givenDist, givenFolder, givenServer } from '../given.ts';

const base = givenFolder();
const credentials = { username: demo.writer, password: demoPassword(demo.writer) };
const at = (name: string): string => join(base, name);
const put = async ({ cert, key }: Certificate): Promise<void> => {
  await writeFile(at('cert.pem'), cert);
  await writeFile(at('key.pem'), key);
};
const renewed = selfSigned('P-256', 60);
beforeAll(async () => {
  const first = selfSigned();
  const { cert } = first;
  await put(first);
  await writeFile(at('other-key.pem'), selfSigned().key);
  await writeFile(at('weak.pem'), selfSigned('prime192v1').cert);
  await writeFile(at('letter.pem'), 'Dear chief,\n');
  await mkdir(at('folder.pem'));
  // The calls of this test trust these certificates and no others.
  setDefaultCACertificates([cert, renewed.cert]);
});
const plainDist = givenDist();
const server = givenServer({ env: { READY_TLS_CERT: at('cert.pem'), READY_TLS_KEY: at('key.pem') } });

describe('a server with its own certificate', () => {
  it('says its https address, and answers there to whoever trusts the certificate', async () => {
    expect(server.origin).toMatch(/^https:\/\/127\.0\.0\.1:\d+$/);
    const health = await new Person(server.origin).get('/health');
    expect([health.status, health.json]).toEqual([200, { status: 'ok' }]);
    const { port } = new URL(server.origin);
    expect((await new Person(`https://localhost:${port}`).get('/health')).status).toBe(200);
  });

  it('binds the page and the cookies to TLS', async () => {
    const person = new Person(server.origin);
    const page = await person.get('/login', { headers: { Accept: 'text/html', 'Sec-Fetch-Mode': 'navigate' } });
    expect([page.status, page.headers.get('strict-transport-security')]).toEqual([
      200,
      'max-age=31536000; includeSubDomains',
    ]);
    const reply = await person.post('/auth/login', credentials, {
      headers: { Origin: server.origin, 'Sec-Fetch-Site': 'same-origin' },
    });
    const cookies = reply.headers.getSetCookie();
    expect(cookies.map((line) => line.slice(0, line.indexOf('=')))).toEqual(['__Host-at', '__Secure-rt', 'XSRF-TOKEN']);
    for (const line of cookies) expect(line).toMatch(/; Secure; SameSite=Strict$/);
    expect((await person.get('/auth/verify')).status).toBe(200);
    // The same page in the clear is another origin.
    const foreign = await person.get('/v1/templates', { headers: { Origin: server.origin.replace('https', 'http') } });
    expect(foreign.status).toBe(403);
  });

  it('hangs up on who speaks plain http, and serves the others', async () => {
    const said = server.output();
    await expect(rawCall(server.origin, { path: '/health' })).rejects.toThrow(/socket hang up|ECONNRESET/);
    expect((await new Person(server.origin).get('/health')).status).toBe(200);
    expect(server.output()).toBe(said);
  });
});

describe('SIGHUP', () => {
  const hangUp = async (said: RegExp): Promise<void> => {
    process.kill(server.pid(), 'SIGHUP');
    await expect.poll(() => server.output(), { timeout: 30_000 }).toMatch(said);
  };
  /** The certificate that a new connection is shown. */
  const shown = async (): Promise<PeerCertificate> => {
    const { hostname, port } = new URL(server.origin);
    const socket = connectSecurely({ host: hostname, port: Number(port) });
    await once(socket, 'secureConnect');
    const certificate = socket.getPeerCertificate();
    socket.destroy();
    return certificate;
  };

  it('takes a renewed certificate for new connections, keeps open streams, and keeps the certificate when the new one cannot be used', async () => {
    const writer = await signedIn(server.origin, demo.writer);
    const { uuid } = await save(writer, 'Night shift');
    const stream = await openStream(writer, uuid);
    const before = await shown();
    await put(renewed);
    await hangUp(/^The certificate was read again\. New connections get the one that is valid until \d{4}-\S+Z\.$/m);
    const after = await shown();
    expect(after.fingerprint256).not.toBe(before.fingerprint256);
    expect(Date.parse(after.valid_to)).toBeGreaterThan(Date.parse(before.valid_to));
    const archive = await submit(writer, uuid);
    expect(await stream.next()).toMatchObject({ data: { archive_uuid: archive } });
    stream.close();

    await copyFile(at('other-key.pem'), at('key.pem'));
    await hangUp(
      /^READY_TLS_KEY names .*key\.pem, which is not the key of the certificate .*cert\.pem\. The certificate of before stays in use\.$/m,
    );
    await put(selfSigned('P-256', -0.5));
    await hangUp(/^READY_TLS_CERT names .*cert\.pem, which ended on \S+Z\. The certificate of before stays in use\.$/m);
    expect((await shown()).fingerprint256).toBe(after.fingerprint256);
    expect((await new Person(server.origin).get('/health')).status).toBe(200);
    await put(renewed);
  });

  it('does nothing to a server without a certificate, and says so', async () => {
    const plain = await forThisTest(startServer({ dist: plainDist }));
    process.kill(plain.pid(), 'SIGHUP');
    await expect
      .poll(() => plain.output(), { timeout: 30_000 })
      .toMatch(/^READY_TLS_CERT is not set: there is no certificate to read again\.$/m);
    expect((await new Person(plain.origin).get('/health')).status).toBe(200);
  });
});

it('lets a call that is under way finish at Ctrl+C, and waits neither for those who ask nothing nor for those who never shook hands', async () => {
  const { hostname, port } = new URL(server.origin);
  const peer = { host: hostname, port: Number(port) };
  const silent = connect(peer);
  await once(silent, 'connect');
  const unused = connectSecurely(peer);
  await once(unused, 'secureConnect');
  const closed = Promise.all([once(silent.resume(), 'close'), once(unused.resume(), 'close')]);

  const bytes = Buffer.from(JSON.stringify(credentials));
  const call = request(`${server.origin}/auth/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'Content-Length': bytes.length, Expect: '100-continue' },
  });
  const answered = once(call, 'response') as Promise<[IncomingMessage]>;
  call.write(bytes.subarray(0, 20));
  await once(call, 'continue');
  const ended = server.interrupt();
  await closed;
  call.end(bytes.subarray(20));
  const [response] = await answered;
  expect(response.resume().statusCode).toBe(200);
  expect(await ended).toBe(0);
});

describe('files with which no server can be made', () => {
  it.each([
    ['cert.pem', 'folder.pem', /^READY_TLS_KEY names .*folder\.pem, which is a folder\.$/],
    [
      'letter.pem',
      'key.pem',
      /^READY_TLS_CERT names .*letter\.pem, which is no certificate in PEM that can be used \(no start line\)\.$/,
    ],
    ['weak.pem', 'key.pem', /^READY_TLS_CERT names .*weak\.pem, .* that can be used \(ee key too small\)\.$/],
    [
      'cert.pem',
      'cert.pem',
      /^READY_TLS_KEY names .*cert\.pem, which is no private key in PEM without a passphrase\.$/,
    ],
  ])('are told apart: %s and %s', (cert, key, sentence) => {
    const env = { READY_TLS_CERT: at(cert), READY_TLS_KEY: at(key) };
    expect(() => readSettings(env)).toThrow(sentence);
  });

  it('end the start with one sentence and code 1', async () => {
    const env = { READY_TLS_CERT: at('cert.pem'), READY_TLS_KEY: at('other-key.pem') };
    expect(await startExpectingFailure({ dataDir: at('none'), env })).toEqual({
      code: 1,
      stdout: '',
      stderr: `READY_TLS_KEY names ${at('other-key.pem')}, which is not the key of the certificate ${at('cert.pem')}.\n`,
    });
  });
});
