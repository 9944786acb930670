import { describe, expect } from 'vitest';
import { listTemplates } from '#common/calls/templates.ts';
import { COMMAND_TEMPLATE_LEFT, STREAM_POLL } from '#common/config/constants.ts';
import { demo, signedIn } from '#tests/support/person.ts';
import { boardHtml } from '#tests/support/hosts/plain-world.ts';
import type { TestServer } from '#tests/support/hosts/server.ts';
import { save, saving, submit } from '#tests/support/writing.ts';
import { inFull } from '../../tools/test/suites.ts';
import { it as serverTest, plainIt, startDemo } from './app-test.ts';
import { buildStormPage } from './storm/storm-build.ts';
import type { AppWindow } from './windows.ts';
import { parsed } from '#tests/support/replies.ts';

/** General Message: its regions take any text. */
const REGION = 'message-text';

const isLive = ({ page }: AppWindow): Promise<void> => page.getByText('Live', { exact: true }).waitFor();

/** The user of each test is signed in. */
const it = serverTest.extend('person', async ({ server: { origin }, windows }, { onCleanup }) => {
  const [opened, { cookies }] = [await windows.open(origin), await signedIn(origin, demo.writer)];
  const { hostname: domain } = new URL(origin);
  const context = opened.page.context();
  onCleanup(() => context.close());
  await context.addCookies([...cookies].map(([name, { value, path }]) => ({ name, value, path, domain })));
  return opened;
});

const stormIt = it
  .extend('dist', { scope: 'file' }, ({}, { onCleanup }) => buildStormPage(onCleanup))
  .extend('server', { scope: 'file' }, ({ dist }, { onCleanup }) => startDemo(onCleanup, { dist }));

/** The first window and five more of the same profile. */
async function sixWindows(person: AppWindow): Promise<AppWindow[]> {
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
  it('have one stream, leave room for other calls, and go on without the tab that had it', async ({
    server,
    person,
  }) => {
    const author = await signedIn(server.origin, demo.writer);
    const templates = parsed(listTemplates, (await author.get('/v1/templates')).json);
    const template = templates.find(({ name }) => name?.startsWith('General Message'))?.uuid ?? '';
    const publish = async (wip: string, text: string): Promise<void> => {
      await author.post(`/v1/wips/${wip}/update`, saving('Shared', { [REGION]: text }));
      await submit(author, wip);
    };
    const draft = async () => (await save(author, 'Shared', { [REGION]: 'Draft' }, template)).uuid;
    const wips = await Promise.all(Array.from({ length: 5 }, draft));
    const streams = () => figure(server, /^ready_streams_open /);

    await person.goto(`/wip-dashboard/${wips[0]}`);
    await isLive(person);
    const walls = await sixWindows(person);
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
    // Another tab takes over the stream; a submission before that is found by the request that follows each open.
    await Promise.all(wips.slice(1).map((wip, at) => publish(wip, `Later ${at}`)));
    await Promise.all(walls.slice(1, 5).map((wall, at) => wall.showsRegion(REGION, `Later ${at}`)));
    await Promise.all(walls.slice(1).map(isLive));
    await expect.poll(streams).toBe(1);
    await publish(wips[1] ?? '', 'Last');
    await Promise.all([walls[1]?.showsRegion(REGION, 'Last'), walls[5]?.showsRegion(REGION, 'Last')]);

    await Promise.all(walls.slice(1).map((wall) => wall.page.close()));
    await expect.poll(streams).toBe(0);
  });

  it('are live beside one whose address may not be read, and are all signed out with one tab', async ({ person }) => {
    await person.goto('/wip-dashboard/00000000-0000-4000-8000-000000000000');
    await person.sees(/does not exist, or was deleted/);
    const other = await person.sibling();
    await other.goto(`/template-dashboard/${COMMAND_TEMPLATE_LEFT}`);
    await isLive(other);
    await person.sees(/does not exist, or was deleted/);
    await isLive(other);
    await person.goto('/archives');
    await person.press('Logout');
    await other.page.waitForURL('**/login');
  });
});

inFull(plainIt)(
  'six dashboards in one browser at a plain host have four streams, one for each id, and ask every 15 seconds for the rest',
  async ({ host, person }) => {
    const walls = await sixWindows(person);
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

    // A free stream goes to an id that has none; if the closed tab had all four, the other tabs ask again, in any order.
    await walls[1]?.page.close();
    const streamIds = (): string[] => host.streams.map(({ id }) => id).toSorted();
    await expect.poll(() => streamIds().some((id) => id === 'w-4' || id === 'w-5')).toBe(true);
    await expect.poll(() => new Set(streamIds()).size).toBe(4);
    expect(streamIds()).toHaveLength(4);
    expect(streamIds()).not.toContain('w-1');
    await walls[4]?.showsRegion('note', 'News w-4');
  },
);

describe('two tabs with fifty calls each that are refused at the same time', () => {
  stormIt('cause one refresh in all, and nobody is signed out', async ({ server, person }) => {
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
      // This leaves the cookies that a browser has when its access token has expired.
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
