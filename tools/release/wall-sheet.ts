import type { Browser, Page } from 'playwright-core';
import * as v from 'valibot';
import { listWips } from '#common/calls/wips.ts';
import { COMMAND_TEMPLATE_LEFT, COMMAND_TEMPLATE_RIGHT, WALL_REST } from '#common/config/constants.ts';
import { paths } from '#common/config/paths.ts';
import { demo, type Person, signedIn } from '../../tests/support/person.ts';
import { startServer, type TestServer } from '../../tests/support/hosts/server.ts';
import { save, saving, submit } from '../../tests/support/writing.ts';
import { signIn } from './sign-in.ts';
import { parsed } from '#tests/support/replies.ts';

/** The walls: a usual one, a large one, and an upright one. */
export const WALLS = [
  { width: 1920, height: 1080 },
  { width: 3840, height: 2160 },
  { width: 1080, height: 1920 },
] as const;

/** Takes pictures of the wall's present state. */
type Shoot = (page: Page, name: string) => Promise<void>;
type Wall = { server: TestServer; browser: Browser; person: Person; board: string; shoot: Shoot };

const REGION = 'weather';
const VALUES = {
  'incident-name': 'Corvane Ridge Fire',
  [REGION]: 'SW 12, gusts 25',
  'significant-events': '05:40 Dozer line tied in',
};
const made = v.object({ board: v.object({ uuid: v.string() }) });

async function boardOf({ person }: Pick<Wall, 'person'>, name: string, id: string, old = 60, very_old = 240) {
  const shown = { kind: 'panes', panes: [{ kind: 'wip', id, share: 12 }], old, very_old };
  return v.parse(made, (await person.post('/v1/boards/create', { name, shown })).json).board.uuid;
}

async function publish({ person, board }: Wall, weather: string): Promise<void> {
  await person.post(`/v1/wips/${board}/update`, saving('Ridge board', { ...VALUES, [REGION]: weather }));
  await submit(person, board);
}

/** Opens a window of a wall, without a user in front of it. */
async function windowOf({ server, browser }: Wall): Promise<Page> {
  const context = await browser.newContext({ baseURL: server.origin, viewport: WALLS[0] });
  // The driver's scripts count as presses: it would get the whole screen, and keep its size.
  await context.addInitScript(() => {
    Element.prototype.requestFullscreen = () => Promise.reject(new TypeError('Nobody has pressed anything.'));
  });
  return context.newPage();
}

/** Opens a wall in a window with a signed-in user. */
async function open(wall: Wall, address: string): Promise<Page> {
  const page = await windowOf(wall);
  await signIn(page, wall.server.origin, demo.administrator);
  await page.goto(`${address}?wall`);
  await page.getByText('Live', { exact: true }).first().waitFor();
  await page.locator('iframe:not([aria-hidden])').first().contentFrame().locator('[data-ready-fitted]').waitFor();
  await page.waitForTimeout(WALL_REST + 1_000);
  return page;
}

/** The states of a wall, by name, with the steps that lead to them. */
const states: Readonly<Record<string, (wall: Wall) => Promise<Page>>> = {
  'live, in pages': (wall) => open(wall, paths.multipleDashboard(COMMAND_TEMPLATE_LEFT, COMMAND_TEMPLATE_RIGHT)),
  'live, whole': (wall) => open(wall, paths.wipDashboard(wall.board)),
  old: async (wall) => open(wall, paths.keptBoard(await boardOf(wall, 'Old', await seeded(wall, 1), 20, 240))),
  'very old': async (wall) =>
    open(wall, paths.keptBoard(await boardOf(wall, 'Very old', await seeded(wall, 1), 5, 20))),
  changed: async (wall) => {
    const page = await open(wall, paths.wipDashboard(wall.board));
    await publish(wall, 'W 30, gusts 55');
    await page
      .getByRole('status')
      .filter({ hasText: /^Changed: / })
      .waitFor({ state: 'attached' });
    return page;
  },
  'now showing another': async (wall) => {
    const page = await open(wall, paths.templateDashboard(COMMAND_TEMPLATE_LEFT));
    await submit(wall.person, (await save(wall.person, 'Practice board', { ...VALUES, [REGION]: 'NE 3' })).uuid);
    await page.getByRole('status').filter({ hasText: 'Now showing' }).waitFor({ state: 'attached' });
    return page;
  },
  cut: async (wall) => {
    const page = await open(wall, paths.multipleDashboard(COMMAND_TEMPLATE_LEFT, COMMAND_TEMPLATE_RIGHT));
    await page.context().setOffline(true);
    await page
      .getByText(/^Not connected/)
      .first()
      .waitFor();
    return page;
  },
  outdated: async (wall) => {
    const page = await open(wall, paths.wipDashboard(wall.board));
    await page.route(/\/archives/, (route) => route.fulfill({ status: 500, json: { success: false, error: 'No' } }));
    await publish(wall, 'Calm');
    await page
      .getByText(/^Not up to date/)
      .first()
      .waitFor();
    return page;
  },
  'no board': async (wall) => {
    const uuid = await boardOf(wall, 'Gone', wall.board);
    const page = await open(wall, paths.keptBoard(uuid));
    await wall.person.post(`/v1/boards/${uuid}/delete`);
    await page.getByText('Board not found').first().waitFor();
    return page;
  },
  "a display's code": async (wall) => {
    const page = await windowOf(wall);
    await page.goto(`${paths.display()}?wall`);
    await page.getByRole('img', { name: /^Code:/ }).waitFor();
    return page;
  },
  'a display, live': async (wall) => {
    const { page } = await paired(wall, 'Hall');
    return page;
  },
  'a display that was ended': async (wall) => {
    const { page, uuid } = await paired(wall, 'Gate');
    // This state lasts for a moment only.
    await page.clock.install();
    await wall.person.post(`/v1/displays/${uuid}/end`);
    await page.getByRole('heading', { name: 'This display was removed' }).waitFor();
    await page.clock.pauseAt(Date.now() + 500);
    return page;
  },
  'a page that waits for the server': async (wall) => {
    const page = await open(wall, paths.wipDashboard(wall.board));
    await page.waitForFunction(
      async () => (await navigator.serviceWorker.getRegistration())?.active?.state === 'activated',
    );
    await wall.server.kill9();
    await page.reload();
    await page.getByRole('heading', { name: /^Not connected since / }).waitFor();
    return page;
  },
};

/** A WIP of the demo. @param at 0: of the Command Docs' left template, 1: of the right one */
async function seeded({ person }: Wall, at: 0 | 1): Promise<string> {
  const template = [COMMAND_TEMPLATE_LEFT, COMMAND_TEMPLATE_RIGHT][at] ?? '';
  const { json } = await person.get(`/v1/templates/${template}/wips`);
  const uuid = parsed(listWips, json).find(({ name }) => name?.startsWith('Corvane'))?.uuid;
  if (!uuid) throw new Error('The demo has no such document.');
  return uuid;
}

const pairedReply = v.object({ display: v.object({ uuid: v.string() }) });

async function paired(wall: Wall, name: string): Promise<{ page: Page; uuid: string }> {
  const { person, board } = wall;
  const page = await windowOf(wall);
  await page.goto(`${paths.display()}?wall`);
  const spelt = await page.getByRole('img', { name: /^Code:/ }).getAttribute('aria-label');
  const code = (spelt ?? '').replace('Code: ', '').replaceAll(' ', '');
  const reply = await person.post('/v1/displays/pair', { code, name, board: await boardOf(wall, name, board) });
  await page.getByText('Live', { exact: true }).waitFor();
  await page.waitForTimeout(WALL_REST + 1_000);
  return { page, uuid: v.parse(pairedReply, reply.json).display.uuid };
}

/**
 * Takes pictures of every state of a wall, with the demo that a first start seeds. The one without a server is the
 * last.
 */
export async function takeWall(browser: Browser, shoot: Shoot): Promise<void> {
  const server = await startServer();
  try {
    const person = await signedIn(server.origin, demo.administrator);
    const { uuid: board } = await save(person, 'Ridge board', VALUES);
    await submit(person, board);
    for (const [name, reach] of Object.entries(states)) {
      // oxlint-disable eslint/no-await-in-loop -- one state after the other
      const page = await reach({ server, browser, person, board, shoot });
      await shoot(page, `wall: ${name}`);
      await page.context().close();
      // oxlint-enable eslint/no-await-in-loop
    }
  } finally {
    await server.stop();
  }
}
