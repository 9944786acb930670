import { setTimeout as wait } from 'node:timers/promises';
import { expect } from 'vitest';
import { demo, signedIn } from '#tests/support/person.ts';
import { seeded } from '#tests/support/torture.ts';
import { isFull } from '../../../tools/test/suites.ts';
import catalogue from '../../../templates/catalogue.json' with { type: 'json' };
import { profileIt as it } from '../app-test.ts';
import type { AppWindow } from '../windows.ts';

const LOG = catalogue.find(({ name }) => name === 'Activity Log')?.uuid ?? '';
/** A region outside of the document's rows. */
const NAME = 'incident-name';
const KILLS = isFull ? 20 : 2;
/** Number of rounds after which a row is added, which is used for typing from then on. */
const ROW = 4;
const FIRST_ROW = 21;
const MAYBE = { timeout: 3_000 };
/** Time without new text after which the region counts as settled, in milliseconds. */
const STILL = 400;
/** Maximum time of typing, in milliseconds. */
const MOMENT_MOST = 1_600;
/**
 * Milliseconds in a tick of the page's own clock, which stops while the machine does not let the page work; and the age in ticks from which a typed
 * letter is on the disk.
 */
const TICK = 50;
const SURE = 1_000 / TICK;

/** Text that the user has typed, and its time by the page's clock. */
type Typed = { text: string; tick: number };

const ticksOf = ({ page }: AppWindow): Promise<number> =>
  page.evaluate((tick) => {
    const clock = globalThis as unknown as { ticks?: number };
    if (clock.ticks === undefined) {
      clock.ticks = 0;
      setInterval(() => (clock.ticks = (clock.ticks ?? 0) + 1), tick);
    }
    return clock.ticks;
  }, TICK);

/** Content of a region once it no longer changes: a row appears a moment before the text that was typed into it. */
async function settledRegionOf(window: AppWindow, id: string): Promise<string | null> {
  let before: string | null | undefined;
  for (;;) {
    // oxlint-disable eslint/no-await-in-loop -- one look after the other
    const now = await regionOf(window, id);
    if (now === before) return now;
    before = now;
    await wait(STILL);
    // oxlint-enable eslint/no-await-in-loop
  }
}

/** True if earlier text is offered now or after a while. */
const isOffered = ({ page }: AppWindow): Promise<boolean> =>
  page
    .getByRole('button', { name: 'Restore', exact: true })
    .waitFor(MAYBE)
    .then(
      () => true,
      () => false,
    );

/** Content of a region; null if the document has none with this id. */
async function regionOf(window: AppWindow, id: string): Promise<string | null> {
  const region = window.document.locator(`#${id}`);
  return (await region.count()) === 0 ? null : (await region.innerText()).trim();
}

it(`has all that is older than a second again, rows too, at whichever of ${KILLS} moments the browser is killed`, async ({
  server,
  profile,
  annotate,
}) => {
  const seed = Date.now() % 1_000_000;
  await annotate(`seed ${seed}`);
  const random = seeded(seed);
  const dana = await signedIn(server.origin, demo.writer);
  const address = `${server.origin}/forms/${LOG}`;
  /** Minimum content of each region that was typed into, and all text that was typed there. */
  const sure = new Map<string, string>();
  const whole = new Map<string, string>();
  let rows = 0;

  for (let round = 0; round <= KILLS; round += 1) {
    const where = `seed ${seed}, round ${round}`;
    const browser = await profile.start();
    const window = await browser.open(address, dana);
    // Text from the last second may have been stored or not: if it is offered it is restored, or it would return a round later.
    const isSure = [...sure].some(([id, text]) => id !== NAME || text !== '');
    if (isSure || (whole.size > 0 && (await isOffered(window)))) {
      await window.press('Restore');
      await window.isDirty();
      await window.sees('Unsaved (kept on this device)');
    }
    for (const [id, text] of sure) {
      // A document with rows is opened again when they are restored.
      await expect.poll(() => regionOf(window, id), { message: `${where}: ${id}` }).not.toBeNull();
      await expect
        .poll(() => regionOf(window, id), { message: `${where}: ${id} has to begin with '${text}'` })
        .toSatisfy((found: string) => found.startsWith(text.trim()) && (whole.get(id) ?? '').startsWith(found));
    }
    if (round === KILLS) break;
    // A row that was added in the last second may be back or not.
    for (const id of whole.keys())
      if (!sure.has(id))
        await window.document
          .locator(`#${id}`)
          .waitFor(MAYBE)
          .catch(() => undefined);
    await window.document.locator('#log-rows > tr').last().waitFor();
    rows = await window.document.locator('#log-rows > tr').count();
    for (const id of whole.keys()) {
      const found = await settledRegionOf(window, id);
      for (const texts of [sure, whole]) {
        if (found === null) texts.delete(id);
        else texts.set(id, found);
      }
    }

    let added = -1;
    if (round % ROW === 0) {
      await window.document.getByRole('button', { name: 'Add row' }).click();
      rows += 1;
      added = await ticksOf(window);
    }
    const id = rows < FIRST_ROW ? NAME : `log-${rows}-activity`;
    await window.document.locator(`#${id}`).click();
    await window.page.keyboard.press('Control+End');
    const before = whole.get(id) ?? '';
    const letters: Typed[] = [];
    const end = performance.now() + random() * MOMENT_MOST;
    let now = await ticksOf(window);
    while (performance.now() < end) {
      const text = String.fromCharCode(97 + Math.floor(random() * 26));
      await window.page.keyboard.type(text);
      now = await ticksOf(window);
      letters.push({ text, tick: now });
    }
    await browser.kill();
    const old = letters.filter(({ tick }) => tick <= now - SURE).map(({ text }) => text);
    if (added < 0 || added <= now - SURE) sure.set(id, before + old.join(''));
    whole.set(id, before + letters.map(({ text }) => text).join(''));
  }
});
