import { chromium } from 'playwright-core';
import { expect } from 'vitest';
import { STREAM_SILENCE, WALL_DOUBT } from '#common/config/constants.ts';
import { demo, signedIn } from '#tests/support/person.ts';
import { openWire } from '#tests/support/wire.ts';
import { save, saving, submit } from '#tests/support/writing.ts';
import { findBrowser, launchBrowser } from '../../../tools/run/browser.ts';
import { freePort } from '../../../tools/run/free-port.ts';
import { inFull } from '../../../tools/test/suites.ts';
import { it as test, startDemo } from '../app-test.ts';
import { AppWindow } from '../windows.ts';

/** A region of the Command Docs' left template that takes any text. */
const REGION = 'incident-name';

/** The pages are loaded over a wire that the tests cut; submissions are made on the server's side of it. */
const it = test
  .extend('wire', { scope: 'file' }, async ({}, { onCleanup }) => {
    const wire = await openWire();
    onCleanup(() => wire.close());
    return wire;
  })
  .extend('server', { scope: 'file' }, async ({ wire }, { onCleanup }) => {
    const server = await startDemo(onCleanup, { env: { READY_PUBLIC_URL: wire.origin, PORT: wire.port } });
    return { ...server, origin: wire.origin };
  })
  .extend('desk', async ({ server: _server, wire }) => {
    const author = await signedIn(`http://127.0.0.1:${wire.port}`, demo.writer);
    const { uuid } = await save(author, 'Board', { [REGION]: 'Draft' });
    const publish = async (text: string): Promise<void> => {
      await author.post(`/v1/wips/${uuid}/update`, saving('Board', { [REGION]: text }));
      await submit(author, uuid);
    };
    await publish('First');
    return { uuid, publish };
  })
  /** A window that shows the wall. */
  .extend('wall', async ({ server, windows, desk }, { onCleanup }) => {
    const wall = await windows.open(server.origin);
    onCleanup(() => wall.page.context().close());
    await wall.signIn();
    await wall.page.clock.install();
    await wall.goto(`/wip-dashboard/${desk.uuid}`);
    await wall.showsRegion(REGION, 'First');
    await isLive(wall);
    return wall;
  });

const isLive = ({ page }: AppWindow): Promise<void> => page.getByText('Live', { exact: true }).waitFor();
const saysLive = async ({ page }: AppWindow): Promise<boolean> =>
  (await page.getByText('Live', { exact: true }).count()) > 0;
const isCut = (wall: AppWindow): Promise<void> => wall.sees(/^Not connected since/);
const isWhole = async (wall: AppWindow): Promise<void> => {
  await isLive(wall);
  await wall.page.getByText(/^Not connected since/).waitFor({ state: 'detached' });
};

/** Records from now on the page's labels of reliability, at each change. */
const watch = ({ page }: AppWindow): Promise<void> =>
  page.evaluate(() => {
    const said: Said[] = [];
    const look = (): void => {
      const texts = [...document.querySelectorAll('[role=status], [role=alert], time')].map((one) => one.textContent);
      const next = {
        isLive: texts.includes('Live'),
        isCut: texts.some((text) => text.startsWith('Not connected.')),
        isNew: texts.some((text) => text.startsWith('Changed: ')),
      };
      if (JSON.stringify(said.at(-1)) !== JSON.stringify(next)) said.push(next);
    };
    look();
    new MutationObserver(look).observe(document, { subtree: true, childList: true, characterData: true });
    Object.assign(window, { said });
  });
type Said = { isLive: boolean; isCut: boolean; isNew: boolean };
const said = ({ page }: AppWindow): Promise<Said[]> =>
  page.evaluate(() => (window as unknown as { said: Said[] }).said);

/** Runs the page's clock second by second, so that requests due meanwhile are sent. */
async function runSeconds({ page }: AppWindow, seconds: number): Promise<void> {
  // oxlint-disable-next-line eslint/no-await-in-loop -- one second after the other
  for (let second = 0; second < seconds; second += 1) await page.clock.runFor(1_000);
}

it('a cable that is cut without a word: told within 40 s, and live again within 5 s after it is mended, with the newest document', async ({
  wall,
  wire,
  desk,
}) => {
  const { clock } = wall.page;
  expect(STREAM_SILENCE + WALL_DOUBT).toBeLessThanOrEqual(40_000);
  wire.cut();
  await clock.runFor(STREAM_SILENCE);
  // The last heartbeat may be old, and then the band of the loss is there already, in place of 'Reconnecting…'.
  await expect.poll(() => saysLive(wall)).toBe(false);
  await clock.runFor(WALL_DOUBT);
  await isCut(wall);
  await wall.showsRegion(REGION, 'First');
  // Some checks fail, and the last one gets no answer.
  await runSeconds(wall, 10);
  await desk.publish('While away');
  // From here on the clock stops and is moved by the test only: network time on a busy machine does not count.
  await wall.stopClock();
  wire.mend();
  await runSeconds(wall, 4);
  const isBack = async (): Promise<boolean> => {
    await clock.runFor(5);
    return (await saysLive(wall)) && (await wall.page.getByText(/^Not connected since/).count()) === 0;
  };
  await expect.poll(isBack, { timeout: 30_000, interval: 200 }).toBe(true);
  await clock.resume();
  await wall.showsRegion(REGION, 'While away');
});

it('a page that was asleep: never live with what it showed before', async ({ server, windows, desk, complaints }) => {
  const person = await windows.open(server.origin);
  await person.signIn();
  // Playwright keeps its own pages awake, but not those of a browser that it did not start.
  const port = await freePort();
  // In the headless shell every page is visible.
  const executablePath = await findBrowser();
  const browser = await launchBrowser({ executablePath, args: [`--remote-debugging-port=${port}`] });
  const [context] = (await chromium.connectOverCDP(`http://127.0.0.1:${port}`, { noDefaults: true })).contexts();
  if (!context) throw new Error('The browser has no profile.');
  await context.addCookies(await person.page.context().cookies());
  const wall = await AppWindow.open(context, complaints);
  await wall.goto(`${server.origin}/wip-dashboard/${desk.uuid}`);
  await wall.showsRegion(REGION, 'First');
  await isLive(wall);
  await watch(wall);
  const devtools = await context.newCDPSession(wall.page);
  await (await wall.sibling()).page.bringToFront();
  await expect.poll(() => wall.page.evaluate(() => document.visibilityState)).toBe('hidden');
  await devtools.send('Page.setWebLifecycleState', { state: 'frozen' });
  await desk.publish('While asleep');
  await devtools.send('Page.setWebLifecycleState', { state: 'active' });
  await wall.page.bringToFront();
  await wall.showsRegion(REGION, 'While asleep');
  await isWhole(wall);
  const [before, awake] = await said(wall);
  expect(before).toMatchObject({ isLive: true, isNew: false });
  expect(awake).toMatchObject({ isLive: false, isNew: false });
  await expect.poll(async () => (await said(wall)).at(-1)).toMatchObject({ isLive: true, isCut: false, isNew: true });
  await browser.close();
  await person.page.context().close();
});

inFull(it)('a server that is frozen', async ({ server, wall, desk }) => {
  process.kill(server.pid(), 'SIGSTOP');
  try {
    // Not at once, which would look like a machine that has slept.
    await wall.page.clock.runFor(STREAM_SILENCE);
    await expect.poll(() => saysLive(wall)).toBe(false);
    await wall.page.clock.runFor(WALL_DOUBT);
    await isCut(wall);
    await wall.showsRegion(REGION, 'First');
  } finally {
    process.kill(server.pid(), 'SIGCONT');
  }
  await isWhole(wall);
  await desk.publish('Second');
  await wall.showsRegion(REGION, 'Second');
});

it('a browser that is offline says so at once, and asks for the newest at once when it is not', async ({
  wall,
  desk,
}) => {
  await wall.page.context().setOffline(true);
  await isCut(wall);
  expect(await saysLive(wall)).toBe(false);
  await desk.publish('While away');
  await wall.page.context().setOffline(false);
  await wall.showsRegion(REGION, 'While away');
  await isWhole(wall);
});

inFull(it)(
  'a proxy that keeps the events to itself: the newest comes by asking, and the wall is not cut off',
  async ({ wire, wall, desk }) => {
    await watch(wall);
    wire.swallowEvents();
    for (const text of ['Swallowed', 'Swallowed again']) {
      // oxlint-disable eslint/no-await-in-loop -- one silence after the other
      await desk.publish(text);
      await wall.page.clock.runFor(STREAM_SILENCE);
      await wall.showsRegion(REGION, text);
      await isLive(wall);
      // oxlint-enable eslint/no-await-in-loop
    }
    // Each silence removes 'Live', until the newest was requested through a new stream.
    expect((await said(wall)).filter((one) => !one.isLive).length).toBeGreaterThanOrEqual(2);
    expect(await wall.page.getByText(/^Not connected since/).count()).toBe(0);
    wire.mend();
  },
);
