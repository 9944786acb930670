import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { paths } from '#common/config/paths.ts';
import { appPageHeaders, frameHeaders } from '#common/config/frame-headers.ts';
import { Person } from '#tests/support/person.ts';
import { rawCall } from '#tests/support/raw-call.ts';
import { startServer } from '#tests/support/hosts/server.ts';
import { expectRefusal, forThisTest, givenDist, givenServer, given, startInside } from '../given.ts';

const server = givenServer({ args: ['--empty'] });
const distWithCharts = givenDist();
let browser: Person;
beforeAll(() => void (browser = new Person(server.origin)));

const navigate = (path: string, { origin } = server) =>
  rawCall(origin, { path, headers: { 'Sec-Fetch-Mode': 'navigate', Accept: 'text/html' } });
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
    expectRefusal(call, 404, 'There is nothing at this address.');
  });

  it('stands at /__charts where the build has the living charts, and says 404 where it has not', async () => {
    expect((await navigate('/__charts')).status).toBe(404);
    const index = join(distWithCharts, 'index.html');
    const chartsMeta = '<meta name="more-pages" content="/__charts"></head>';
    await writeFile(index, (await readFile(index, 'utf8')).replace('</head>', chartsMeta));
    const other = await forThisTest(startServer({ dist: distWithCharts, args: ['--empty'] }));
    for (const [path, status] of [
      ['/__charts', 200],
      ['/__charts/more', 404],
      ['/nowhere', 404],
    ] as const) {
      expect([path, (await navigate(path, other)).status]).toEqual([path, status]);
    }
  });

  it.each(['/v1', '/v1/nope', '/auth/nope', '/events/nope', '/assets/index-ffffffff.js'])(
    'never stands at %s',
    async (path) => {
      const reply = await navigate(path);
      expectRefusal(reply, 404, 'There is nothing at this address.');
    },
  );
});

describe('the document frame', () => {
  it('is sent once to a browser that has it', async () => {
    const { headers } = await navigate('/frame.html');
    const known = { 'If-None-Match': headers.etag ?? '' };
    const again = await rawCall(server.origin, { path: '/frame.html', headers: known });
    expect([again.status, again.text]).toEqual([304, '']);
  });

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
    // As a browser asks again; Node's fetch would add `Cache-Control: no-cache`, which asks for the file itself.
    const known = { 'If-None-Match': icon.headers.get('etag') ?? '' };
    const again = await rawCall(server.origin, { path: '/icon.svg', headers: known });
    expect([again.status, again.text]).toEqual([304, '']);
    for (const { headers } of [asset, icon]) expect(headers.get('x-content-type-options')).toBe('nosniff');
  });

  it.each([
    ['br, gzip', 'br'],
    ['gzip', 'gzip'],
    ['br;q=0, gzip;q=0.5', 'gzip'],
    ['identity', null],
  ])('go out packed for %s as %s', async (accepted, encoding) => {
    const reply = await browser.get('/assets/index-a1b2c3d4.js', { headers: { 'Accept-Encoding': accepted } });
    expect(reply.headers.get('content-encoding')).toBe(encoding);
    expect(reply.headers.get('vary')).toMatch(/^accept-encoding$/i);
    expect(reply.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
    expect(reply.text).toMatch(/^\/\* the application .*\*\/$/);
  });

  it('can be asked for by their head, or a part of them', async () => {
    const path = '/assets/index-a1b2c3d4.js';
    const whole = await rawCall(server.origin, { path });
    const head = await rawCall(server.origin, { method: 'HEAD', path });
    expect([head.status, head.text, head.headers['content-length']]).toEqual([200, '', String(whole.text.length)]);
    const part = await rawCall(server.origin, { path, headers: { Range: 'bytes=3-5' } });
    expect([part.status, part.text]).toEqual([206, whole.text.slice(3, 6)]);
  });

  it.each([
    '/../package.json',
    '/..%2fpackage.json',
    '/assets/..%2f..%2fpackage.json',
    '/%2e%2e/package.json',
    '/assets/',
    '/assets/index-a1b2c3d4.js.br',
    '/assets/../index.html',
    '//assets/index-a1b2c3d4.js',
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
    const others = [`evil.example:${port}`, `127.0.0.1.evil.example:${port}`, `127.0.0.1:${Number(port) + 1}`];
    for (const host of ['localhost', ...others]) {
      for (const path of ['/login', '/auth/verify', '/assets/index-a1b2c3d4.js']) {
        const { status, text } = await withHost(host, path);
        expect([host, status]).toEqual([host, 421]);
        expect(text).not.toContain('<title>');
      }
    }
  });
});

const APP = 'https://ready.example.org';
const FRAME = 'https://ready-documents.example.org';

const env = {
  READY_DIST: distWithCharts,
  READY_PUBLIC_URL: APP,
  FRAME_URL: FRAME,
  FRAME_IMG_SRC: 'https://images.example.org',
  FRAME_STYLE_SRC: 'https://styles.example.org',
  FRAME_FONT_SRC: 'https://fonts.example.org https://styles.example.org',
};
const behind = given(() => startInside(env, { seed: false, spa: true }));

const ask = (origin: string, path: string) =>
  rawCall(behind.insideAddress(), {
    path,
    headers: { Host: new URL(origin).host, 'Sec-Fetch-Mode': 'navigate', Accept: 'text/html' },
  });

it('files go out without a warning of Node, as of too many listeners', async () => {
  const warnings: string[] = [];
  const note = ({ message }: Error): void => void warnings.push(message);
  process.on('warning', note);
  onTestFinished(() => void process.off('warning', note));
  expect((await ask(APP, '/assets/index-a1b2c3d4.js')).status).toBe(200);
  expect(warnings).toEqual([]);
});

describe('documents under a second host name (FRAME_URL)', () => {
  it('the page names it in its policy and in itself', async () => {
    const { status, headers, text } = await ask(APP, '/');
    expect(status).toBe(200);
    expect(text).toContain(`<meta name="frame-url" content="${FRAME}">`);
    const nonce = /nonce="([^"]+)"/.exec(text)?.[1] ?? '';
    const expected = appPageHeaders({ nonce, origin: APP, frameUrl: `${FRAME}/frame.html` });
    expect(headers['content-security-policy']).toBe(expected['Content-Security-Policy']);
  });

  it('answers there with the frame alone, which only the application may show, widened as the operator says', async () => {
    const { status, headers } = await ask(FRAME, '/frame.html');
    expect(status).toBe(200);
    const expected = frameHeaders({
      imgSrc: ['https://images.example.org'],
      styleSrc: ['https://styles.example.org'],
      fontSrc: ['https://fonts.example.org', 'https://styles.example.org'],
      appOrigin: APP,
    });
    expect(headers).toMatchObject(lowerCased(expected));
    expect(expected['Connection-Allowlist']).toContain('"https://fonts.example.org"');
    for (const path of ['/', '/login', '/frame.html/', '/v1/templates', '/assets/index-a1b2c3d4.js'])
      expect((await ask(FRAME, path)).status).toBe(421);
  });
});
