import { setDefaultCACertificates } from 'node:tls';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Windows, windowsOf } from '#tests/e2e/windows.ts';
import { launchBrowser } from '../../tools/run/browser.ts';
import { serveBy, type Served } from './served.ts';

describe.each([
  // Maximum size of the largest script as it arrives, in bytes: 105 kB with brotli, which our server sends, 112 with gzip, 354 uncompressed.
  { example: 'nginx.conf', mode: undefined, most: 105_000 },
  { example: 'nginx-static.conf', mode: 'static' as const, most: 125_000 },
])('Ready behind deploy/$example', ({ example, mode, most }) => {
  let served: Served;
  let browser: Browser;
  let windows: Windows;
  beforeAll(async () => {
    served = await serveBy(example, mode);
    browser = await launchBrowser();
    windows = windowsOf(browser);
    setDefaultCACertificates([served.cert]);
  });
  afterAll(async () => {
    await browser.close();
    await served[Symbol.asyncDispose]();
  });

  it('lets somebody sign in, save and submit, and a wall follow', async () => {
    const writer = await windows.open(served.origin);
    await writer.signInByHand();
    await writer.follow(/^New: General Message/);
    await writer.typeInto('incident-name', 'Corvane Ridge');
    await writer.saveNew('Behind nginx');
    await writer.submit();
    const wall = await writer.sibling();
    await wall.goto(`/wip-dashboard/${writer.wip}`);
    await wall.showsRegion('incident-name', 'Corvane Ridge');
    await wall.sees('Live');
    await writer.typeInto('incident-name', ' Fire');
    await writer.save();
    await writer.submit();
    await wall.showsRegion('incident-name', 'Corvane Ridge Fire');
    await writer.page.reload();
    await writer.showsRegion('incident-name', 'Corvane Ridge Fire');

    const cookies = await writer.page.context().cookies();
    expect(new Map(cookies.map(({ name, secure }) => [name, secure]))).toEqual(
      new Map([
        ['__Host-at', true],
        ['__Secure-rt', true],
        ['XSRF-TOKEN', true],
      ]),
    );
    expect(windows.complaints).toEqual([]);
    expect(served.complaints()).toBe('');
  });

  it('sends everything over HTTP/2, and scripts packed', async () => {
    const { page } = await windows.open(served.origin);
    await page.goto('/login');
    await page.getByRole('textbox', { name: /^Username/ }).waitFor();
    const loaded = await page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .map((entry) => entry.toJSON() as { name: string; encodedBodySize: number; nextHopProtocol: string }),
    );
    const first = loaded.find(({ name }) => /\/index-[^/]*\.js$/.test(name));
    expect(first?.encodedBodySize).toBeGreaterThan(10_000);
    expect(first?.encodedBodySize).toBeLessThan(most);
    expect(new Set(loaded.map(({ nextHopProtocol }) => nextHopProtocol))).toEqual(new Set(['h2']));
  });

  it("passes the answer to a person's whole body of 10 MiB, and to one that is larger", async () => {
    const post = (bytes: number): Promise<Response> =>
      fetch(`${served.origin}/v1/templates/1/wips/save`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Origin: served.origin },
        body: `"${'x'.repeat(bytes)}"`,
      });
    // No user is signed in: that is the server's answer, and not nginx's 413.
    const reply = await post(10 * 1024 * 1024 - 2);
    expect([reply.status, await reply.json()]).toEqual([401, { message: expect.any(String) as string }]);
    expect((await post(12 * 1024 * 1024)).status).toBe(413);
  });

  it('leads plain http to https, and lets a monitor see whether the server works', async () => {
    const plain = await fetch(`${served.plain}/login?x=1`, { redirect: 'manual' });
    expect([plain.status, plain.headers.get('location')]).toEqual([301, 'https://localhost/login?x=1']);
    const health = await fetch(`${served.origin}/health`);
    expect([health.status, await health.json()]).toEqual([200, { status: 'ok' }]);
    const ready = await fetch(`${served.origin}/ready`);
    expect([ready.status, await ready.json()]).toEqual([200, { status: 'ready' }]);
    await served.server.kill9();
    expect((await fetch(`${served.origin}/ready`)).status).toBe(502);
    await served.server.restart();
    expect((await fetch(`${served.origin}/ready`)).status).toBe(200);
  });
});
