import { expect } from 'vitest';
import { CHANGE_SHOWN, COMMAND_TEMPLATE_LEFT } from '#common/config/constants.ts';
import { paths } from '#common/config/paths.ts';
import { demo, signedIn } from '#tests/support/person.ts';
import { save, saving, submit } from '#tests/support/writing.ts';
import { fitted } from '../../frame/fit/wall-look.ts';
import { it } from '../app-test.ts';
import type { AppWindow } from '../windows.ts';

const [NAME, WIND, EVENTS, NEXT] = ['incident-name', 'weather', 'significant-events', 'next-report'];
const FIRST = { [NAME]: 'Corvane Ridge', [WIND]: 'SW 12', [EVENTS]: '05:40 Dozer line tied in' };
const SECOND = { ...FIRST, [WIND]: 'W 25, gusts 40', [EVENTS]: '05:40 Dozer line lost' };

it('what a submission has changed is marked, counted and announced, and not after ten minutes; what is seen first is not', async ({
  server,
  person: wall,
}) => {
  const author = await signedIn(server.origin, demo.writer);
  const { uuid } = await save(author, 'Board', FIRST);
  await submit(author, uuid);
  const publish = async (values: Record<string, string>): Promise<void> => {
    await author.post(`/v1/wips/${uuid}/update`, saving('Board', values));
    await submit(author, uuid);
  };
  await wall.signIn();
  const { clock } = wall.page;
  await clock.install();
  await wall.goto(`/wip-dashboard/${uuid}`);
  /** Number of marked regions of the document. */
  const marks = (): Promise<number> => wall.document.locator('.corner').count();
  const said = (words: RegExp) => wall.page.getByRole('status').filter({ hasText: words });
  await wall.showsRegion(WIND, 'SW 12');
  expect(await marks()).toBe(0);

  await publish(SECOND);
  await wall.showsRegion(WIND, 'W 25, gusts 40');
  await said(/^Changed: .*Significant events.*, .*Weather.* · \d/).waitFor({ state: 'attached' });
  await expect.poll(marks).toBe(2);

  await publish({ ...SECOND, [NAME]: 'Corvane Ridge Fire' });
  await wall.showsRegion(NAME, 'Corvane Ridge Fire');
  await said(/^Changed: .*Incident name.*, .*Significant events.* and 1 more · last \d/).waitFor({ state: 'attached' });
  await expect.poll(marks).toBe(3);
  await clock.fastForward(CHANGE_SHOWN);
  await expect.poll(marks).toBe(0);
  expect(await said(/^Changed/).count()).toBe(0);
});

/** True if a region is on the visible page. */
async function isInSight({ page, document }: AppWindow, id: string): Promise<boolean> {
  const edges = await page.locator('iframe:not([aria-hidden])').evaluate(fitted);
  return document.locator(`[id="${id}"]`).evaluate((region, { top, bottom }) => {
    const box = region.getBoundingClientRect();
    return box.height > 0 && box.top >= top - 1 && box.bottom <= bottom + 1;
  }, edges);
}

it('a wall that is opened or loaded again within ten minutes knows what changed and shows its page; of another document it knows nothing', async ({
  server,
  person: wall,
}) => {
  const author = await signedIn(server.origin, demo.writer);
  const { uuid } = await save(author, 'Board', FIRST);
  await submit(author, uuid);
  const publish = async (values: Record<string, string>): Promise<void> => {
    await author.post(`/v1/wips/${uuid}/update`, saving('Board', values));
    await submit(author, uuid);
  };
  await publish(SECOND);
  await publish({ ...SECOND, [NEXT]: 'Day 2, 20:00' });
  await wall.page.setViewportSize({ width: 1920, height: 1080 });
  await wall.page.addInitScript(() => {
    Element.prototype.requestFullscreen = () => Promise.reject(new TypeError('Nobody has pressed anything.'));
  });
  await wall.signIn();
  await wall.goto(`${paths.templateDashboard(COMMAND_TEMPLATE_LEFT)}?wall`);
  const marks = (): Promise<number> => wall.document.locator('.corner').count();
  const said = (words: RegExp) => wall.page.getByRole('status').filter({ hasText: words });
  const all = /^Changed: .*Next report due.*, .*Significant events.* and 1 more · last \d/;
  await said(all).waitFor({ state: 'attached' });
  // Some regions have no room for a corner.
  await expect.poll(marks).toBeGreaterThan(1);
  await wall.page.reload();
  await said(all).waitFor({ state: 'attached' });
  await expect.poll(() => isInSight(wall, EVENTS)).toBe(true);

  await publish({ ...SECOND, [NEXT]: 'Day 2, 21:00' });
  await expect.poll(() => isInSight(wall, NEXT)).toBe(true);

  await submit(author, (await save(author, 'Practice', FIRST)).uuid);
  await wall.sees('Now showing:');
  await publish({ ...SECOND, [NEXT]: 'Day 2, 22:00' });
  await wall.page.reload();
  await wall.showsRegion(NEXT, 'Day 2, 22:00');
  // Another document was shown there.
  await wall.goto(`/wip-dashboard/${uuid}`);
  await said(/^Changed: .*Next report due/).waitFor({ state: 'attached' });
  await wall.goto(paths.templateDashboard(COMMAND_TEMPLATE_LEFT));
  await wall.showsRegion(NEXT, 'Day 2, 22:00');
  expect(await said(/^Changed/).count()).toBe(0);
});
