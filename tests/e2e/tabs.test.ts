import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import * as v from 'valibot';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { saveReply } from '#api/contract/wips.ts';
import { COMMAND_TEMPLATE_LEFT, STREAM_POLL } from '#config/constants.ts';
import { type FaultHost, startFaultHost } from '#tests/support/fault-host.ts';
import { boardHtml } from '#tests/support/fault-world.ts';
import { demo, signedIn } from '#tests/support/person.ts';
import { startServer, type TestServer } from '#tests/support/server.ts';
import { buildStormPage } from './storm-build.ts';
import { type AppWindow, openBrowser, type Windows } from './windows.ts';

/** General Message: its regions take any text. */
const REGION = 'message-text';

let windows: Windows;
let person: AppWindow;

beforeAll(async () => {
  windows = await openBrowser();
});
afterAll(() => windows.close());
afterEach(async () => {
  expect(windows.complaints.splice(0)).toEqual([]);
  await person.page.context().close();
});

const isLive = ({ page }: AppWindow): Promise<void> => page.getByText('Live', { exact: true }).waitFor();

/** A window of somebody who has signed in. */
async function openSignedIn({ origin }: TestServer): Promise<AppWindow> {
  const [opened, { cookies }] = [await windows.open(origin), await signedIn(origin, demo.writer)];
  const { hostname: domain } = new URL(origin);
  await opened.page
    .context()
    .addCookies([...cookies].map(([name, { value, path }]) => ({ name, value, path, domain })));
  return opened;
}

/** Another five windows of the same profile, with the first. */
async function sixWindows(): Promise<AppWindow[]> {
  const others = await Promise.all(Array.from({ length: 5 }, () => person.sibling()));
  return [person, ...others];
}

/** The sum of one figure of GET /metrics over all its labels. */
async function figure(server: TestServer, pattern: RegExp): Promise<number> {
  const text = await (await fetch(`${server.origin}/metrics`)).text();
  const rows = text.split('\n').filter((row) => pattern.test(row));
  return rows.reduce((sum, row) => sum + Number(row.slice(row.lastIndexOf(' '))), 0);
}

describe('six dashboards in one browser, at a host with events.multiplex', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startServer();
  });
  afterAll(() => server.stop());
  beforeEach(async () => {
    person = await openSignedIn(server);
  });

  it('have one stream, leave room for other calls, and go on without the tab that had it', async () => {
    const author = await signedIn(server.origin, demo.writer);
    const templates = v.parse(
      v.object({ templates: v.array(v.object({ uuid: v.string(), name: v.string() })) }),
      (await author.get('/v1/templates')).json,
    ).templates;
    const template = templates.find(({ name }) => name.startsWith('General Message'))?.uuid ?? '';
    const body = (text: string) => ({
      save_name: 'Shared',
      edited_attributes: [{ id: REGION, value: text }],
      new_attributes: [],
    });
    const publish = async (wip: string, text: string): Promise<void> => {
      await author.post(`/v1/wips/${wip}/update`, body(text));
      expect((await author.post(`/v1/wips/${wip}/submit`)).status).toBe(200);
    };
    const wips = await Promise.all(
      Array.from({ length: 5 }, async () => {
        const saved = await author.post(`/v1/templates/${template}/wips/save`, body('Draft'));
        return v.parse(saveReply, saved.json).result.uuid;
      }),
    );
    const streams = () => figure(server, /^ready_streams_open /);

    await person.goto(`/wip-dashboard/${wips[0]}`);
    await isLive(person);
    const walls = await sixWindows();
    await Promise.all(
      walls.slice(1).map(async (wall, at) => {
        await wall.goto(at === 4 ? `/template-dashboard/${template}` : `/wip-dashboard/${wips[at + 1]}`);
        await isLive(wall);
      }),
    );
    await expect.poll(streams).toBe(1);

    const desk = await person.sibling();
    await desk.goto('/dashboard');
    await desk.sees('Command Docs');
    await desk.page.close();

    await Promise.all(wips.map((wip, at) => publish(wip, `News ${at}`)));
    await Promise.all(walls.slice(0, 5).map((wall, at) => wall.showsRegion(REGION, `News ${at}`)));
    expect(await streams()).toBe(1);

    await person.page.close();
    // Another tab has the stream now; what is submitted before it has is found by asking at the open.
    await Promise.all(wips.slice(1).map((wip, at) => publish(wip, `Later ${at}`)));
    await Promise.all(walls.slice(1, 5).map((wall, at) => wall.showsRegion(REGION, `Later ${at}`)));
    await Promise.all(walls.slice(1).map(isLive));
    await expect.poll(streams).toBe(1);
    await publish(wips[1] ?? '', 'Last');
    await Promise.all([walls[1]?.showsRegion(REGION, 'Last'), walls[5]?.showsRegion(REGION, 'Last')]);

    await Promise.all(walls.slice(1).map((wall) => wall.page.close()));
    await expect.poll(streams).toBe(0);
  });

  it('are live beside one whose address may not be read, and are all signed out with one tab', async () => {
    await person.goto('/wip-dashboard/00000000-0000-4000-8000-000000000000');
    await person.sees('Reconnecting…');
    const other = await person.sibling();
    await other.goto(`/template-dashboard/${COMMAND_TEMPLATE_LEFT}`);
    await isLive(other);
    await person.sees('Reconnecting…');
    await isLive(other);
    await person.goto('/archives');
    await person.press('Logout');
    await other.page.waitForURL('**/login');
  });
});

describe('six dashboards in one browser, at a plain host', () => {
  let host: FaultHost;
  beforeEach(async () => {
    host = await startFaultHost({ dist: resolve(import.meta.dirname, '..', '..', 'dist') });
    person = await windows.open(host.origin);
    const [, value = ''] = /session=([^;]*)/.exec(host.sessionCookie) ?? [];
    await person.page.context().addCookies([{ name: 'session', value, url: host.origin, httpOnly: true }]);
  });
  afterEach(async () => {
    expect(host.strangers).toEqual([]);
    await host.close();
  });

  it('have four streams, one for each id, and ask every 15 seconds for the rest', async () => {
    const walls = await sixWindows();
    const wips = walls.map((_wall, at) => `w-${at}`);
    await walls[5]?.page.clock.install();
    const show = async (wall: AppWindow): Promise<void> => {
      await wall.goto(`/wip-dashboard/${wips[walls.indexOf(wall)]}`);
      await isLive(wall);
    };
    // The first four get the streams.
    await Promise.all(walls.slice(0, 4).map(show));
    await Promise.all(walls.slice(4, 5).map(show));
    await Promise.all(walls.slice(5).map(show));
    const twin = await person.sibling();
    await twin.goto('/wip-dashboard/w-0');
    await isLive(twin);
    expect(host.streams.map(({ id }) => id).toSorted()).toEqual(['w-0', 'w-1', 'w-2', 'w-3']);

    for (const wip of wips) host.submit({ uuid: `a-${wip}`, wip, content: boardHtml('Harbor', `News ${wip}`) });
    await Promise.all(walls.slice(0, 4).map((wall, at) => wall.showsRegion('note', `News w-${at}`)));
    await twin.showsRegion('note', 'News w-0');
    await walls[5]?.page.clock.fastForward(STREAM_POLL);
    await walls[5]?.showsRegion('note', 'News w-5');

    // A stream that is free goes to who has none; where the closed tab had all four, the others ask anew, in any order.
    await walls[1]?.page.close();
    const heard = (): string[] => host.streams.map(({ id }) => id).toSorted();
    await expect.poll(() => heard().some((id) => id === 'w-4' || id === 'w-5')).toBe(true);
    await expect.poll(() => new Set(heard()).size).toBe(4);
    expect(heard()).toHaveLength(4);
    expect(heard()).not.toContain('w-1');
    await walls[4]?.showsRegion('note', 'News w-4');
  });
});

describe('two tabs with fifty calls each that are refused at the same time', () => {
  let folder: string;
  let server: TestServer;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'ready-tabs-'));
    await buildStormPage(folder);
    server = await startServer({ dist: folder });
  });
  afterAll(async () => {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  });

  it('cause one refresh in all, and nobody is signed out', async () => {
    person = await openSignedIn(server);
    const context = person.page.context();
    const tabs = [person, await person.sibling()];
    await Promise.all(
      tabs.map(async ({ page }) => {
        await page.goto('/');
        await page.evaluate(() => window.stormPage.signedIn());
      }),
    );
    const refreshes = () => figure(server, /^ready_http_requests_total\{.*route="\/auth\/refresh-token"/);
    const before = await refreshes();
    for (let storm = 1; storm <= 3; storm += 1) {
      // What is left is what a browser has when the access token's time is over.
      // oxlint-disable-next-line eslint/no-await-in-loop -- one storm after the other
      await context.clearCookies({ name: 'at' });
      // oxlint-disable-next-line eslint/no-await-in-loop -- see above
      const ends = await Promise.all(tabs.map(({ page }) => page.evaluate(() => window.stormPage.storm(50))));
      expect(ends).toEqual(tabs.map(() => ({ loaded: 50, messages: [], isSignedIn: true })));
      // oxlint-disable-next-line eslint/no-await-in-loop -- see above
      expect(await refreshes()).toBe(before + storm);
    }
  });
});
