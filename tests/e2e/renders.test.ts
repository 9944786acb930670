import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { demo, signedIn } from '#tests/support/person.ts';
import { submit } from '#tests/support/writing.ts';
import wip from '../../server/seed-data/wips/01-corvane-ridge-status-board.json' with { type: 'json' };
import { it } from './app-test.ts';
import { commandDashboard } from './screens.ts';

interface Fiber {
  readonly child: Fiber | null;
  readonly sibling: Fiber | null;
  readonly alternate: Fiber | null;
  readonly tag: number;
  readonly flags: number;
}

/** Counts the components that React renders, in the way of its developer tools. Runs in the page, before React. */
function countComponents(): void {
  const rendered: number[] = [];
  // Functions, classes, references that are forwarded, and two kinds of `memo`.
  const components = new Set([0, 1, 11, 14, 15]);
  const PERFORMED_WORK = 1;
  const count = ({ tag, flags, child, alternate }: Fiber): number => {
    const own = components.has(tag) && (alternate === null || (flags & PERFORMED_WORK) !== 0) ? 1 : 0;
    let sum = own;
    // The same child as before: nothing below was rendered.
    if (child !== alternate?.child) for (let one = child; one !== null; one = one.sibling) sum += count(one);
    return sum;
  };
  const hook = {
    supportsFiber: true,
    inject: () => 1,
    onCommitFiberRoot: (_: number, { current }: { current: Fiber }) => rendered.push(count(current)),
    onCommitFiberUnmount() {},
    onPostCommitFiberRoot() {},
    checkDCE() {},
  };
  Object.assign(window, { rendered, __REACT_DEVTOOLS_GLOBAL_HOOK__: hook });
}

/** The numbers of components in the commits since the last call. */
const renderedIn = (page: Page): Promise<number[]> =>
  page.evaluate(() => (Reflect.get(window, 'rendered') as number[]).splice(0));

/** Waits until the page has rendered nothing for a second. */
async function isAtRest(page: Page): Promise<void> {
  await expect.poll(() => renderedIn(page), { interval: 1_000, timeout: 30_000 }).toEqual([]);
}

it('opening a document and typing into it render little but what they change', async ({ person }) => {
  const { page } = person;
  const KEPT = 'Unsaved (kept on this device)';
  await page.addInitScript(countComponents);
  await person.signIn();
  await page.getByRole('link', { name: /^New: Activity Log/ }).waitFor();
  await isAtRest(page);
  await person.follow(/^New: Activity Log/);
  await person.document.locator('[id="incident-name"]:focus').waitFor();
  expect((await renderedIn(page)).reduce((sum, one) => sum + one, 0)).toBeLessThanOrEqual(400);

  await person.typeInto('incident-name', 'a');
  await person.sees(KEPT);
  await page.keyboard.press('F2');
  const field = page.getByRole('textbox', { name: /incident-name$/ });
  await field.focus();
  await page.keyboard.press('End');
  await isAtRest(page);
  await page.keyboard.type('b');
  await expect.poll(() => field.inputValue()).toBe('ab');
  await person.sees(KEPT);
  expect(Math.max(...(await renderedIn(page)))).toBeLessThanOrEqual(60);
});

it('a submission renders the pane that shows it, and not the other', async ({ person, server }) => {
  const { page } = person;
  await page.addInitScript(countComponents);
  await person.signIn();
  await page.goto(server.origin + commandDashboard);
  const live = (): Promise<number> => page.getByText('Live', { exact: true }).count();
  await expect.poll(live).toBe(2);
  await renderedIn(page);
  await submit(await signedIn(server.origin, demo.administrator), wip.uuid);
  await person.sees('just now');
  await expect.poll(live).toBe(2);
  const rendered = await renderedIn(page);
  expect(rendered.length).toBeGreaterThan(0);
  // Both panes would be more than 50.
  expect(Math.max(...rendered)).toBeLessThanOrEqual(40);
});
