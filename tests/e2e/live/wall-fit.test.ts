import { expect } from 'vitest';
import { COMMAND_TEMPLATE_LEFT, COMMAND_TEMPLATE_RIGHT } from '#common/config/constants.ts';
import { paths } from '#common/config/paths.ts';
import { demo, signedIn } from '#tests/support/person.ts';
import { save, saving, submit } from '#tests/support/writing.ts';
import { isFull } from '../../../tools/test/suites.ts';
import { newBoard, wall as board, wip } from '../../contract/boards/walls.ts';
import { fitted, look } from '../../frame/fit/wall-look.ts';
import { it } from '../app-test.ts';
import { layoutFaults } from '../layout-faults.ts';
import { PATIENCE, type AppWindow } from '../windows.ts';

const [NAME, WIND] = ['incident-name', 'weather'];
const BOARD = 'Corvane Ridge board, day shift';
const COMMAND = paths.multipleDashboard(COMMAND_TEMPLATE_LEFT, COMMAND_TEMPLATE_RIGHT);
/** Sizes of walls, and the maximum number of pages of the Command Docs there: the board, and beside it or under it the sidebar. */
const WALLS = [
  [1920, 1080, 2, 1],
  [1024, 768, 4, 2],
  [3840, 2160, 2, 1],
  [1080, 1920, 3, 2],
] as const;
/** Minimum text sizes, in pixels of a window whose shorter side has 1,080: text read from three metres, and all other text of a pane. */
const [FAR, NEAR] = [33, 20];

/** Opens a screen in wall mode, in a window that keeps its size: the driver's scripts count as presses, so it would get the whole screen. */
async function hang(wall: AppWindow, path: string): Promise<void> {
  await wall.page.addInitScript(() => {
    Element.prototype.requestFullscreen = () => Promise.reject(new TypeError('Nobody has pressed anything.'));
  });
  await wall.goto(`${path}?wall`);
}

type Word = { text: string; size: number; isFar: boolean; isInside: boolean };

/** Each piece of text that the panes show outside of their documents, with its size, and a flag for text entirely inside its pane. */
function wordsOf(panes: Element[]): Word[] {
  return panes.flatMap((pane) => {
    const texts: Text[] = [];
    const walk = document.createTreeWalker(pane, NodeFilter.SHOW_TEXT);
    while (walk.nextNode()) texts.push(walk.currentNode as Text);
    return texts.flatMap((node) => {
      const parent = node.parentElement;
      const text = node.data.trim();
      // Text for screen readers only is a pixel large.
      let isSeen = parent?.checkVisibility({ visibilityProperty: true }) === true;
      for (let at = parent; at && at !== pane; at = at.parentElement) isSeen &&= at.getBoundingClientRect().height > 2;
      if (!parent || text === '' || !isSeen) return [];
      const edge = pane.getBoundingClientRect();
      const range = document.createRange();
      range.selectNodeContents(node);
      // A name that is too long ends in dots.
      const isShort = parent.closest('strong')?.title !== undefined;
      const isInside = [...range.getClientRects()].every(
        ({ left, right, top, bottom }) =>
          left > edge.left - 1 && (isShort || right < edge.right + 1) && top > edge.top - 1 && bottom < innerHeight + 1,
      );
      const isFar = isShort || /^(Not connected|Old|Very old|just now|\d+ (min|h|days?))/.test(text);
      return [{ text, size: Number.parseFloat(getComputedStyle(parent).fontSize), isFar, isInside }];
    });
  });
}

/** Text of the panes in a window of this size, once the layout has settled. */
async function readAt({ page }: AppWindow, [width, height]: readonly [number, number, ...unknown[]]) {
  await page.setViewportSize({ width, height });
  await expect.poll(() => page.evaluate(() => [innerWidth, innerHeight])).toEqual([width, height]);
  return {
    words: await page.locator('section:has(iframe)').evaluateAll(wordsOf),
    /** Size of each document's place. */
    places: await page
      .locator('[data-document]')
      .evaluateAll((all) => all.map((one) => `${one.clientWidth} x ${one.clientHeight}`)),
    /** Share of the window's height that the head takes. */
    head: await page
      .locator('[data-document]')
      .evaluateAll(([first]) => (first?.getBoundingClientRect().top ?? innerHeight) / innerHeight),
    overflow: await page.evaluate(() => {
      const { scrollHeight, clientHeight, scrollWidth, clientWidth } = document.documentElement;
      return [scrollHeight - clientHeight, scrollWidth - clientWidth];
    }),
  };
}

/** Last position of the pointer: one that stays in place sends no move. */
let hand = 0;

/** Reads the document of a pane page by page, as a user does by the button. */
async function read({ page }: AppWindow, at: number) {
  const pane = page.locator('section:has(iframe)').nth(at);
  const iframe = pane.locator('iframe:not([aria-hidden])');
  const root = iframe.contentFrame().locator('html[data-ready-fitted]');
  const [said = 'of 1'] = await pane.getByText(/^Page \d+ of \d+$/).allTextContents();
  const count = Number(/of (\d+)/.exec(said)?.[1]);
  const seen = new Set<number>();
  const lookNow = async () => {
    const frame = await iframe.evaluate(fitted);
    return { frame, ...(await root.evaluate(look, frame)), wide: await root.evaluate((html) => html.clientWidth) };
  };
  let last = await lookNow();
  for (let turn = 0; turn < count; turn += 1) {
    // oxlint-disable eslint/no-await-in-loop -- page by page
    // A document that is fitted again meanwhile starts again, and shows nothing new: it is read once more.
    await expect
      .poll(async () => (last = await lookNow()).seen.some((line) => !seen.has(line)), { timeout: 5_000 })
      .toBe(true)
      .catch(() => undefined);
    for (const line of last.seen) seen.add(line);
    // The buttons appear with a pointer move.
    await page.mouse.move(20 + (hand = (hand + 1) % 100), 20);
    if (count > 1) await pane.getByRole('button', { name: 'Next page' }).click();
    // oxlint-enable eslint/no-await-in-loop
  }
  const { frame, all, text, label, isWide, wide } = last;
  const unseen = all.filter((_, line) => !seen.has(line));
  return { text: text * frame.scale, label: label * frame.scale, unseen, isWide, wide, count };
}

it.for(isFull ? WALLS : WALLS.slice(0, 1))(
  'the Command Docs can be read on a wall of %i by %i, and all of them is seen, at once or in pages',
  async ([width, height, ...most], { admin }) => {
    await admin.page.setViewportSize({ width, height });
    await hang(admin, COMMAND);
    for (const at of [0, 1]) {
      // oxlint-disable eslint/no-await-in-loop -- one pane after the other
      let last: Awaited<ReturnType<typeof read>> | null = null;
      const faults = async (): Promise<unknown> => {
        last = await read(admin, at);
        return { unseen: last.unseen, isWide: last.isWide, isLong: last.count > (most[at] ?? 0) };
      };
      await expect
        .poll(faults, { ...PATIENCE, message: `pane ${at}` })
        .toEqual({ unseen: [], isWide: false, isLong: false });
      const { text, label, wide } = last as unknown as Awaited<ReturnType<typeof read>>;
      // A quarter of a projector's width, or of an upright wall: in a narrower layout the words would break.
      const isNarrowest = at === 1 && wide < 205 && width < 1_100;
      const least = (pixels: number): number => (isNarrowest ? 0 : (0.97 * pixels * Math.min(width, height)) / 1_080);
      expect.soft(text, `${at}: text`).toBeGreaterThanOrEqual(least(FAR));
      expect.soft(label, `${at}: labels`).toBeGreaterThanOrEqual(least(NEAR));
      // oxlint-enable eslint/no-await-in-loop
    }
    expect((await readAt(admin, [width, height])).overflow).toEqual([0, 0]);
  },
);

it(
  'follows the window: scaled with it, and as it is where panes stand under one another, and outside of wall mode [d42.heights]',
  { timeout: 120_000 },
  async ({ admin }) => {
    const { page } = admin;
    await page.setViewportSize({ width: 1280, height: 900 });
    await hang(admin, paths.templateDashboard(COMMAND_TEMPLATE_RIGHT));
    const iframe = page.locator('iframe:not([aria-hidden])');
    const scale = async (): Promise<number> => (await iframe.evaluate(fitted)).scale;
    await expect.poll(scale, PATIENCE).toBeGreaterThan(1);
    // A kiosk's scroll bar takes width; this browser has none.
    expect(await page.locator('html').evaluate((html) => getComputedStyle(html).overflowY)).toBe('hidden');
    const before = await scale();
    await page.setViewportSize({ width: 2560, height: 2160 });
    await expect.poll(scale, PATIENCE).toBeGreaterThan(before * 1.2);
    await page.setViewportSize({ width: 800, height: 900 });
    await expect.poll(scale, PATIENCE).toBe(0);
    const root = iframe.contentFrame().locator('html');
    await expect.poll(() => root.getAttribute('data-ready-fitted'), PATIENCE).toBeNull();

    await page.setViewportSize({ width: 1280, height: 900 });
    await expect.poll(scale, PATIENCE).toBeGreaterThan(1);
    await page.keyboard.press('Escape');
    await expect.poll(scale, PATIENCE).toBe(0);
    expect(await iframe.evaluate(({ clientHeight }) => clientHeight)).toBe(0.95 * 900);
    expect(await page.getByText(/^Page \d/).isVisible()).toBe(false);
    // The page scrolls, and so does the document in its frame.
    const isHigh = (html: Element): boolean => html.scrollHeight > html.clientHeight;
    expect([await page.locator('html').evaluate(isHigh), await root.evaluate(isHigh)]).toEqual([true, true]);
    await page.keyboard.press('f');
    await expect.poll(scale, PATIENCE).toBeGreaterThan(1);
  },
);

/** Sizes of the documents' places on a wall, by the wall's size: the same at all times. */
type Places = Record<string, string[]>;

async function isLegible(wall: AppWindow, said: readonly RegExp[], places: Places): Promise<void> {
  for (const size of WALLS) {
    // oxlint-disable-next-line eslint/no-await-in-loop -- one size after the other
    const { words, head, overflow, ...now } = await readAt(wall, size);
    const unit = Math.min(size[0], size[1]) / 1_080;
    const small = words.filter((word) => word.size < (word.isFar ? FAR : NEAR) * unit * 0.99);
    const cut = words.filter(({ isInside }) => !isInside);
    const where = `${size[0]} x ${size[1]}`;
    // oxlint-disable-next-line eslint/no-await-in-loop -- one size after the other
    const covered = (await wall.page.evaluate(layoutFaults)).filter(
      // The bar is above the documents until the pointer rests.
      (fault) => /lies over (?!<(h1|span|button|a)> (Command Dashboard|Press F|Leave wall mode|Back))/.test(fault),
    );
    expect
      .soft({ where, small, cut, overflow, covered })
      .toEqual({ where, small: [], cut: [], overflow: [0, 0], covered: [] });
    for (const line of said) expect.soft(words.map(({ text }) => text)).toContainEqual(expect.stringMatching(line));
    expect.soft(head, where).toBeLessThanOrEqual(size[1] < 1_080 ? 0.08 : 0.06);
    expect.soft(now.places, where).toEqual((places[where] ??= now.places));
  }
}

it(
  'what a wall says itself can be read from three metres at each of its sizes: live, changed, cut off and old',
  { timeout: 120_000 },
  async ({ server, person }) => {
    const author = await signedIn(server.origin, demo.writer);
    const { uuid } = await save(author, BOARD, { [NAME]: 'Corvane Ridge', [WIND]: 'SW 12' });
    await submit(author, uuid);
    const { page } = person;
    await person.signIn();
    await page.clock.install();
    await hang(person, COMMAND);
    await page.getByText('Live', { exact: true }).nth(1).waitFor();
    const first = page.locator('section').first().locator('iframe:not([aria-hidden])').contentFrame();
    await first.locator(`[id="${WIND}"]`, { hasText: 'SW 12' }).waitFor();
    await author.post(`/v1/wips/${uuid}/update`, saving(BOARD, { [NAME]: 'Corvane Ridge', [WIND]: 'W 25' }));
    await submit(author, uuid);
    await person.sees(/Weather.* · \d/);
    const places: Places = {};
    await isLegible(person, [/^Live$/, /^Corvane Ridge board/, /^\u2068Weather/, /^just now|min$/], places);
    // At a desk the text is no larger than needed.
    const desk = await readAt(person, [1366, 768]);
    expect(Math.max(...desk.words.map(({ size }) => size))).toBeLessThanOrEqual(24);

    const practice = await save(author, 'Practice board', { [NAME]: 'Nowhere' });
    await submit(author, practice.uuid);
    await person.sees('Now showing:');
    await isLegible(person, [/^Now showing:/, /^Practice board$/], places);

    await page.context().setOffline(true);
    await person.sees(/^Not connected since/);
    // Another day: its date takes the most room.
    await page.clock.fastForward('25:01:00');
    await person.sees('Very old');
    await isLegible(person, [/^Not connected/, /^Very old$/, /^1 day$/], places);
  },
);

it('the band of a loss lies over nothing, no message and no document, also where the first pane is empty', async ({
  server,
  person,
}) => {
  const { page } = person;
  const author = await signedIn(server.origin, demo.writer);
  const { uuid } = await save(author, BOARD, { [NAME]: 'First' });
  await submit(author, uuid);
  await person.signIn();
  await person.goto(`/wip-dashboard/${uuid}`);
  await person.showsRegion(NAME, 'First');
  await page.route('**/v1/archives/*', (route) => route.fulfill({ status: 500, json: {} }));
  await author.post(`/v1/wips/${uuid}/update`, saving(BOARD, { [NAME]: 'Second' }));
  await submit(author, uuid);
  await person.sees(/^Not up to date since/);
  // An element that covers it would be pressed instead.
  await page.getByRole('button', { name: 'Try Again' }).click({ trial: true });
  await page.unroute('**/v1/archives/*');

  const empty = (await save(author, 'Never submitted', {})).uuid;
  await person.goto(paths.keptBoard(await newBoard(author, board(wip(empty), wip(uuid)), 'Two')));
  await person.showsRegion(NAME, 'Second');
  const top = () => page.locator('[data-document]').evaluate((one) => one.getBoundingClientRect().top);
  const before = await top();
  await page.context().setOffline(true);
  await person.sees(/^Not connected since/);
  // It is said once, and it moves no document.
  expect(
    await page
      .getByText(/^Not connected since/)
      .filter({ visible: true })
      .count(),
  ).toBe(1);
  expect(await page.evaluate(layoutFaults)).toEqual([]);
  expect(await top()).toBe(before);
});
