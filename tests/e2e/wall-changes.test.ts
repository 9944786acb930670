import { expect } from 'vitest';
import { CHANGE_SHOWN, COMMAND_TEMPLATE_LEFT } from '#config/constants.ts';
import { paths } from '#config/paths.ts';
import { demo, signedIn } from '#tests/support/person.ts';
import { save, saving, submit } from '#tests/support/writing.ts';
import { it as test } from './app-test.ts';
import type { AppWindow } from './windows.ts';

const [NAME, WIND, EVENTS] = ['incident-name', 'weather', 'significant-events'];
const FIRST = { [NAME]: 'Corvane Ridge', [WIND]: 'SW 12', [EVENTS]: '05:40 Dozer line tied in' };

const it = test
  .extend('desk', async ({ server }) => {
    const author = await signedIn(server.origin, demo.writer);
    const { uuid } = await save(author, 'Board', FIRST);
    await submit(author, uuid);
    return {
      uuid,
      publish: async (values: Record<string, string>): Promise<void> => {
        await author.post(`/v1/wips/${uuid}/update`, saving('Board', values));
        await submit(author, uuid);
      },
      /** Submits another WIP of the same template. */
      practise: async (): Promise<void> => {
        const other = await save(author, 'Practice board', { ...FIRST, [WIND]: 'NE 3' });
        await submit(author, other.uuid);
      },
    };
  })
  .extend('wall', async ({ server, windows, desk: _desk }, { onCleanup }) => {
    const wall = await windows.open(server.origin);
    onCleanup(() => wall.page.context().close());
    await wall.signIn();
    await wall.page.clock.install();
    return wall;
  });

/** Everything that is marked in the document, with its words. */
const labels = (wall: AppWindow): Promise<string[]> => wall.document.locator('.label').allTextContents();
/** The document has this wind and is the one that is shown: a newer one opens behind it. */
const isShown = (wall: AppWindow, wind: string): Promise<void> =>
  wall.page.frameLocator('iframe:not([aria-hidden])').locator(`[id="${WIND}"]`, { hasText: wind }).waitFor();
const said = (wall: AppWindow, words: RegExp) => wall.page.getByRole('status').filter({ hasText: words });

it('what a submission has changed is marked for ten minutes, counted and announced; what is seen first is not', async ({
  wall,
  desk,
}) => {
  await wall.goto(`/wip-dashboard/${desk.uuid}`);
  await isShown(wall, 'SW 12');
  expect(await labels(wall)).toEqual([]);
  await desk.publish({ ...FIRST, [WIND]: 'W 25, gusts 40', [EVENTS]: '05:40 Dozer line lost' });
  await wall.showsRegion(WIND, 'W 25, gusts 40');
  await said(wall, /^2 regions changed at \d/).waitFor({ state: 'attached' });
  await expect.poll(() => labels(wall)).toEqual([expect.stringMatching(/^changed \d/), expect.any(String)]);

  // The words are no part of the document: neither of its text nor of its size.
  expect(await wall.document.locator(`[id="${WIND}"]`).innerText()).toBe('W 25, gusts 40');
  // Of both, the events come first in the document.
  const region = await wall.document.locator(`[id="${EVENTS}"]`).boundingBox();
  const box = await wall.document.locator('.box').first().boundingBox();
  const label = await wall.document.locator('.label').first().boundingBox();
  for (const side of ['x', 'y', 'width', 'height'] as const) {
    expect(Math.abs((box?.[side] ?? 0) - (region?.[side] ?? 0)), side).toBeLessThan(2);
  }
  expect(Math.abs((label?.y ?? 0) - (region?.y ?? 0))).toBeLessThan((region?.height ?? 0) + 30);

  await desk.publish({
    ...FIRST,
    [NAME]: 'Corvane Ridge Fire',
    [WIND]: 'W 25, gusts 40',
    [EVENTS]: '05:40 Dozer line lost',
  });
  await wall.showsRegion(NAME, 'Corvane Ridge Fire');
  await said(wall, /^3 regions changed/).waitFor({ state: 'attached' });
  await expect.poll(() => labels(wall)).toHaveLength(3);

  await wall.page.clock.runFor(CHANGE_SHOWN - 60_000);
  expect(await labels(wall)).toHaveLength(3);
  await wall.page.clock.runFor(60_000);
  await expect.poll(() => labels(wall)).toEqual([]);
  expect(await said(wall, /changed/).count()).toBe(0);
});

it('another document of the template is said as such, and nothing in it is marked', async ({ wall, desk }) => {
  await wall.goto(paths.templateDashboard(COMMAND_TEMPLATE_LEFT));
  await isShown(wall, 'SW 12');
  await desk.practise();
  await wall.showsRegion(WIND, 'NE 3');
  await said(wall, /^Now showing: Practice board$/).waitFor({ state: 'attached' });
  expect(await labels(wall)).toEqual([]);
  await wall.page.clock.runFor(CHANGE_SHOWN);
  await said(wall, /^Now showing/).waitFor({ state: 'detached' });
});
