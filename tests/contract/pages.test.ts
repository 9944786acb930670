import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { paths } from '#config/paths.ts';
import { appPageHeaders, frameHeaders } from '#document/frame-headers.ts';
import { Person } from '#tests/support/person.ts';
import { rawCall } from '#tests/support/raw-call.ts';
import { startServer, writeDistFixture, type TestServer } from '#tests/support/server.ts';

let dist = '';
let server: TestServer;
let browser: Person;
beforeAll(async () => {
  dist = await mkdtemp(join(tmpdir(), 'ready-dist-'));
  await writeDistFixture(dist);
  server = await startServer({ dist, args: ['--empty'] });
  browser = new Person(server.origin);
});
afterAll(async () => {
  await server.stop();
  await rm(dist, { recursive: true });
});

const navigate = (path: string) =>
  rawCall(server.origin, { path, headers: { 'Sec-Fetch-Mode': 'navigate', Accept: 'text/html' } });
const withHost = (host: string, path: string) => rawCall(server.origin, { path, headers: { Host: host } });

const lowerCased = (headers: Record<string, string>) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));

describe('the page', () => {
  it.each([
    paths.home(),
    paths.dashboard(),
    paths.selectTemplate(),
    paths.selectTemplateHome(),
    paths.login(),
    paths.signup(),
    paths.form('a.b'),
    paths.wip('a', 'night_shift.html', 'save'),
    paths.openWip('a'),
    paths.wipDashboard('a'),
    paths.templateDashboard('a'),
    paths.multipleDashboard('a', 'b'),
    paths.userAdmin(),
    paths.archives(),
  ])('stands at %s', async (path) => {
    const reply = await navigate(path);
    expect(reply.status).toBe(200);
    expect(reply.text).toContain('<title>Ready</title>');
  });

  it('carries its exact headers and a nonce of its own in each response', async () => {
    const [one, two] = [await navigate('/'), await navigate('/')];
    const nonces = [one, two].map((reply) => /nonce="([^"]+)"/.exec(reply.text)?.[1] ?? '');
    expect(nonces[0]).toMatch(/^[\w+/]{22}==$/);
    expect(nonces[0]).not.toBe(nonces[1]);
    expect(one.text).not.toContain('__CSP_NONCE__');
    const expected = appPageHeaders({ nonce: nonces[0] ?? '', origin: server.origin });
    expect(one.headers).toMatchObject(lowerCased(expected));
    expect(one.headers.etag).toBeUndefined();
    expect(one.headers['last-modified']).toBeUndefined();
  });

  it('answers an unknown address with itself and 404, to navigations only', async () => {
    const page = await navigate('/nowhere');
    expect([page.status, page.text.includes('<title>Ready</title>')]).toEqual([404, true]);
    const call = await browser.get('/nowhere');
    expect([call.status, call.json]).toEqual([404, { message: 'There is nothing at this address.' }]);
  });

  it('stands at /__charts where the build has the living charts, and says 404 where it has not', async () => {
    expect((await navigate('/__charts')).status).toBe(404);
    const folder = await mkdtemp(join(tmpdir(), 'ready-charts-'));
    await writeDistFixture(folder);
    const index = join(folder, 'index.html');
    const told = '<meta name="more-pages" content="/__charts"></head>';
    await writeFile(index, (await readFile(index, 'utf8')).replace('</head>', told));
    const other = await startServer({ dist: folder, args: ['--empty'] });
    try {
      const headers = { 'Sec-Fetch-Mode': 'navigate', Accept: 'text/html' };
      const ask = async (path: string): Promise<number> => (await rawCall(other.origin, { path, headers })).status;
      expect([await ask('/__charts'), await ask('/__charts/more'), await ask('/nowhere')]).toEqual([200, 404, 404]);
    } finally {
      await other.stop();
      await rm(folder, { recursive: true });
    }
  });

  it.each(['/v1', '/v1/nope', '/auth/nope', '/events/nope', '/assets/index-ffffffff.js'])(
    'never stands at %s',
    async (path) => {
      const reply = await navigate(path);
      expect([reply.status, reply.json]).toEqual([404, { message: 'There is nothing at this address.' }]);
    },
  );
});

describe('the document frame', () => {
  it('carries its exact headers, and may print on request only', async () => {
    for (const [path, print] of [
      ['/frame.html', false],
      ['/frame.html?print=1', true],
      ['/frame.html?print=2', false],
    ] as const) {
      const reply = await navigate(path);
      expect(reply.status).toBe(200);
      expect(reply.text).toContain('"frame"');
      expect(reply.headers).toMatchObject(lowerCased(frameHeaders({ print })));
    }
  });
});

describe('files', () => {
  it('with a hash in their name stay for ever; others are asked for', async () => {
    const asset = await browser.get('/assets/index-a1b2c3d4.js');
    expect(asset.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
    expect(asset.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    const icon = await browser.get('/icon.svg');
    expect(icon.headers.get('cache-control')).toBe('no-cache');
    const again = await browser.get('/icon.svg', { headers: { 'If-None-Match': icon.headers.get('etag') ?? '' } });
    expect([again.status, again.text]).toEqual([304, '']);
  });

  it.each([
    ['br, gzip', 'br'],
    ['gzip', 'gzip'],
    ['br;q=0, gzip;q=0.5', 'gzip'],
    ['identity', null],
  ])('go out packed for %s as %s', async (accepted, encoding) => {
    const reply = await browser.get('/assets/index-a1b2c3d4.js', { headers: { 'Accept-Encoding': accepted } });
    expect(reply.headers.get('content-encoding')).toBe(encoding);
    expect(reply.text).toMatch(/^\/\* the application .*\*\/$/);
  });

  it.each([
    '/../package.json',
    '/..%2fpackage.json',
    '/assets/..%2f..%2fpackage.json',
    '/%2e%2e/package.json',
    '/assets/',
  ])('outside the folder are not there: %s', async (path) => {
    const response = await withHost(new URL(server.origin).host, path);
    expect(response.status).toBe(404);
    expect(response.text).not.toContain('dependencies');
  });
});

describe('the Host header', () => {
  it('may be each name of this machine, and the page’s policy names the same', async () => {
    const { port } = new URL(server.origin);
    for (const host of [`127.0.0.1:${port}`, `localhost:${port}`, `[::1]:${port}`]) {
      const { status, headers } = await withHost(host, '/login');
      expect(status).toBe(200);
      expect(headers['content-security-policy']).toContain(`frame-src http://${host}/frame.html;`);
    }
  });

  it('of another name is refused (DNS rebinding)', async () => {
    const { port } = new URL(server.origin);
    for (const host of [
      `evil.example:${port}`,
      'localhost',
      `127.0.0.1.evil.example:${port}`,
      `127.0.0.1:${Number(port) + 1}`,
    ]) {
      for (const path of ['/login', '/auth/verify', '/assets/index-a1b2c3d4.js']) {
        const { status, text } = await withHost(host, path);
        expect([host, status]).toEqual([host, 421]);
        expect(text).not.toContain('<title>');
      }
    }
  });
});
