import { expect } from 'vitest';
import { DOCUMENT_RETRY, FRAME_READY } from '#config/frame.ts';
import { demo, signedIn } from '#tests/support/person.ts';
import { save, saving, submit } from '#tests/support/writing.ts';
import { it } from './app-test.ts';
import type { AppWindow } from './windows.ts';

/** A region of the Command Docs' left template that takes any text. */
const REGION = 'incident-name';
const FRAME_FILE = '**/frame.html*';

/** Lets the page's clock go on, second by second, so that what is asked for on the way is asked for. */
async function run({ page }: AppWindow, milliseconds: number): Promise<void> {
  // oxlint-disable-next-line eslint/no-await-in-loop -- one second after the other
  for (let passed = 0; passed < milliseconds; passed += 1_000) await page.clock.runFor(1_000);
}
const live = ({ page }: AppWindow) => page.getByText('Live', { exact: true });

it('a newer document that does not open: the wall speaks of the older one, says that it is not up to date, and shows the newer one as soon as it can', async ({
  server,
  windows,
}) => {
  const author = await signedIn(server.origin, demo.writer);
  const { uuid } = await save(author, 'First board', { [REGION]: 'First' });
  const publish = async (text: string): Promise<void> => {
    await author.post(`/v1/wips/${uuid}/update`, saving(`${text} board`, { [REGION]: text }));
    await submit(author, uuid);
  };
  await publish('First');
  const wall = await windows.open(server.origin);
  await wall.signIn();
  await wall.page.clock.install();
  await wall.goto(`/wip-dashboard/${uuid}`);
  await wall.showsRegion(REGION, 'First');
  await live(wall).waitFor();
  // The frame for the next document is there; those for the ones after it cannot be had.
  await expect.poll(() => wall.page.locator('iframe').count()).toBe(2);
  await run(wall, 3_000);
  await wall.page.route(FRAME_FILE, (route) => route.abort());
  await publish('Second');
  await wall.showsRegion(REGION, 'Second');
  await wall.sees('Second board');
  await expect.poll(() => wall.page.locator('iframe').count()).toBe(2);
  await run(wall, 3_000);

  const asked = wall.page.waitForResponse(/\/v1\/archives\/[^/]+$/);
  await publish('Third');
  await asked;
  expect(await wall.page.getByText('Third board').count()).toBe(0);
  await run(wall, 2 * FRAME_READY);
  await wall.sees(/^Not up to date since/);
  expect(await live(wall).count()).toBe(0);
  // It stays so, and what the pane says stays that of the document in sight.
  await run(wall, DOCUMENT_RETRY);
  await wall.sees(/^Not up to date since/);
  await wall.showsRegion(REGION, 'Second');
  await wall.sees('Second board');
  expect(await wall.page.getByText('Third board').count()).toBe(0);

  await wall.page.unroute(FRAME_FILE);
  await run(wall, DOCUMENT_RETRY);
  await wall.showsRegion(REGION, 'Third');
  await wall.sees('Third board');
  await live(wall).waitFor();
  expect(await wall.page.getByText(/^Not up to date since/).count()).toBe(0);
  await wall.page.context().close();
});
