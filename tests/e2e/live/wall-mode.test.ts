import { expect } from 'vitest';
import { COMMAND_TEMPLATE_LEFT, COMMAND_TEMPLATE_RIGHT, WALL_DRIFT, WALL_REST } from '#common/config/constants.ts';
import { paths } from '#common/config/paths.ts';
import { inFull } from '../../../tools/test/suites.ts';
import { it as test } from '../app-test.ts';
import type { AppWindow } from '../windows.ts';

const ADDRESS = paths.multipleDashboard(COMMAND_TEMPLATE_LEFT, COMMAND_TEMPLATE_RIGHT);

/** A window with the command dashboard, which records the requests that keep the screen awake. */
const it = test.extend('wall', async ({ person }) => {
  await person.page.addInitScript(() => {
    const locks: string[] = [];
    Object.assign(window, { locks });
    if (!('wakeLock' in navigator)) throw new Error('This browser has no wake lock.');
    navigator.wakeLock.request = (type) => {
      locks.push(String(type));
      return Promise.reject(new Error('noted'));
    };
  });
  await person.signIn();
  await person.page.clock.install();
  return person;
});

const locks = ({ page }: AppWindow): Promise<string[]> =>
  page.evaluate(() => (window as unknown as { locks: string[] }).locks);
/** Waits until the bar is fully visible, or fully hidden. */
async function isBar(opacity: 0 | 1, { page }: AppWindow): Promise<void> {
  const title = page.getByRole('heading', { level: 1, name: 'Command Dashboard' });
  const seen = (): Promise<number> =>
    title.evaluate((heading) => {
      let all = 1;
      for (let at: Element | null = heading; at; at = at.parentElement) all *= Number(getComputedStyle(at).opacity);
      return all;
    });
  await expect.poll(seen).toBe(opacity);
}
const isOn = ({ page }: AppWindow): Promise<void> => page.getByRole('button', { name: 'Leave wall mode' }).waitFor();
const isOff = ({ page }: AppWindow): Promise<void> =>
  page.getByRole('button', { name: 'Wall mode', exact: true }).waitFor();
/** The cursor over the middle of the first document. */
const cursor = ({ page }: AppWindow): Promise<string> =>
  page.evaluate(() => {
    const at = document.elementFromPoint(innerWidth / 3, innerHeight / 2);
    if (at === null) return '';
    const over = getComputedStyle(at, '::after');
    return over.position === 'fixed' ? over.cursor : getComputedStyle(at).cursor;
  });
const isWhole = ({ page }: AppWindow): Promise<boolean> => page.evaluate(() => document.fullscreenElement !== null);
/** From here on the page's clock stops and is moved by the test only: the bar must not disappear while a busy machine checks. */
const opened = async (wall: AppWindow, address: string): Promise<void> => {
  await wall.goto(address);
  await wall.page.getByText('Live', { exact: true }).nth(1).waitFor();
  // A document receives each message one task later, and none while its clock is stopped.
  await wall.page
    .getByText(/Submitted .* by /)
    .nth(1)
    .waitFor();
  await wall.document.locator('body').waitFor();
  await wall.stopClock();
};

it('F takes the whole screen: the bar and the cursor leave, any move or key brings them back, and F ends it', async ({
  wall,
}) => {
  const { page } = wall;
  await opened(wall, ADDRESS);
  expect(await locks(wall)).toEqual([]);
  await page.keyboard.press('Control+f');
  expect(await page.getByRole('button', { name: 'Leave wall mode' }).count()).toBe(0);
  await page.keyboard.press('f');
  await isOn(wall);
  await expect.poll(() => isWhole(wall)).toBe(true);
  await page.waitForURL(`**${ADDRESS}?wall`);
  expect(await locks(wall)).toEqual(['screen']);
  // A wall has no buttons for editing or printing; the labels of its reliability stay.
  expect(await page.getByRole('link', { name: /^Edit/ }).count()).toBe(0);
  expect(await page.getByRole('button', { name: /^Print/ }).count()).toBe(0);
  await page.clock.runFor(WALL_REST - 1_000);
  await isBar(1, wall);
  expect(await cursor(wall)).not.toBe('none');
  await page.clock.runFor(1_000);
  await isBar(0, wall);
  expect(await cursor(wall)).toBe('none');
  expect(await page.getByRole('button').count()).toBe(0);
  expect(await page.getByText('Live', { exact: true }).count()).toBe(2);
  expect(await page.getByText(/Submitted .* by /).count()).toBe(2);

  // A page that was hidden has lost its lock.
  const beSeen = (isHidden: boolean): Promise<unknown> =>
    page.evaluate((hidden) => {
      Object.defineProperty(document, 'hidden', { value: hidden, configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    }, isHidden);
  await beSeen(true);
  expect(await locks(wall)).toEqual(['screen']);
  await beSeen(false);
  expect(await locks(wall)).toEqual(['screen', 'screen']);

  await page.mouse.move(500, 500);
  await page.mouse.move(510, 500);
  await isBar(1, wall);
  expect(await cursor(wall)).not.toBe('none');
  await page.clock.runFor(WALL_REST);
  await isBar(0, wall);
  await page.keyboard.press('ArrowDown');
  await isBar(1, wall);

  await page.keyboard.press('f');
  await isOff(wall);
  await expect.poll(() => isWhole(wall)).toBe(false);
  await page.waitForURL((url) => url.pathname === ADDRESS && url.search === '');
  await page.getByRole('link', { name: 'Edit Left' }).waitFor();
  await page.clock.runFor(2 * WALL_REST);
  await isBar(1, wall);
});

it('the keyboard in a document: F begins, and Escape ends it; the button does both', async ({ wall }) => {
  const { page } = wall;
  await opened(wall, ADDRESS);
  await wall.document.locator('body').click();
  await page.keyboard.press('f');
  await isOn(wall);
  await expect.poll(() => isWhole(wall)).toBe(true);
  await page.evaluate(() => document.exitFullscreen());
  await isOff(wall);

  await wall.press('Wall mode');
  await isOn(wall);
  await wall.press('Leave wall mode');
  await isOff(wall);
});

inFull(it)(
  'an address that asks for it: it is on at once and after a reload, the picture drifts by two pixels, Escape ends it',
  async ({ wall }) => {
    const { page } = wall;
    // As in a browser in which no user has pressed anything. Inspecting this page counts as a press here, so the result would depend on timing.
    await page.addInitScript(() => {
      Element.prototype.requestFullscreen = () => Promise.reject(new TypeError('Nobody has pressed anything.'));
    });
    await opened(wall, `${ADDRESS}?wall`);
    // The message about full screen disappears with the bar: a slow load may have lasted as long as that.
    await page.mouse.move(500, 5);
    await page.mouse.move(510, 5);
    await wall.sees('Press F for full screen');
    await page.clock.runFor(WALL_REST);
    await isBar(0, wall);
    const place = async (): Promise<{ x: number; y: number }> => {
      const box = await page.locator('section').first().boundingBox();
      if (!box) throw new Error('There is no pane.');
      return box;
    };
    const first = await place();
    const places = new Set<string>();
    for (let step = 0; step < 9; step += 1) {
      // oxlint-disable-next-line eslint/no-await-in-loop -- one after the other
      await page.clock.runFor(WALL_DRIFT);
      // oxlint-disable-next-line eslint/no-await-in-loop -- as above
      const { x, y } = await place();
      expect(Math.max(Math.abs(x - first.x), Math.abs(y - first.y))).toBeLessThanOrEqual(2);
      places.add(`${x} ${y}`);
    }
    expect(places.size).toBe(8);
    await isBar(0, wall);

    await page.clock.resume();
    await page.reload();
    await isOn(wall);
    expect(await locks(wall)).toEqual(['screen']);
    await page.keyboard.press('Escape');
    await isOff(wall);
    await page.waitForURL((url) => url.search === '');
  },
);

type Said = { at: number; isSeen: boolean };

/** Runs in the page from its start: notes at each change and at each picture which panes say 'Live', and if their document is then in sight. */
function noteLive(): void {
  if (window !== top) return;
  const said = new Map<number, Said>();
  const look = (): void =>
    document.querySelectorAll('section').forEach((pane, no) => {
      if (pane.querySelector('[role=status]')?.textContent !== 'Live') return;
      const place = pane.querySelector('[data-document]');
      const frame = place?.querySelector('iframe:not([aria-hidden])');
      const isCovered = place && getComputedStyle(place, '::after').content !== 'none';
      const isSeen = !isCovered && frame !== null && frame !== undefined && getComputedStyle(frame).opacity === '1';
      const { at = performance.timeOrigin + performance.now(), isSeen: wasSeen = true } = said.get(no) ?? {};
      said.set(no, { at, isSeen: wasSeen && isSeen });
    });
  new MutationObserver(look).observe(document, {
    subtree: true,
    childList: true,
    characterData: true,
    attributes: true,
  });
  const each = (): void => (look(), void requestAnimationFrame(each));
  each();
  Object.assign(window, { said });
}

it.for(['', '?wall'])(
  "on a slow machine no pane of the Command dashboard%s says 'Live' before its document is drawn",
  async (query, { person }) => {
    await person.signIn();
    const { page } = person;
    const slow = await page.context().newCDPSession(page);
    await slow.send('Emulation.setCPUThrottlingRate', { rate: 6 });
    await page.addInitScript(noteLive);
    await page.goto(`${ADDRESS}${query}`);
    await page.getByText('Live', { exact: true }).nth(1).waitFor({ timeout: 60_000 });
    const said = await page.evaluate(() => [...(window as unknown as { said: Map<number, Said> }).said]);
    expect(said.map(([, { isSeen }]) => isSeen)).toEqual([true, true]);
    for (const [no, { at }] of said) {
      const frame = page.locator('section').nth(no).locator('iframe:not([aria-hidden])').contentFrame();
      // oxlint-disable-next-line eslint/no-await-in-loop -- one after the other
      const drawn = await frame.locator('html').evaluate(() => {
        const [paint] = performance.getEntriesByName('first-contentful-paint');
        return performance.timeOrigin + (paint?.startTime ?? Infinity);
      });
      expect(drawn).toBeLessThanOrEqual(at);
    }
  },
);
