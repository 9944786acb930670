import { expect } from 'vitest';
import { listTemplates } from '#common/calls/templates.ts';
import { demo, signedIn } from '#tests/support/person.ts';
import { save, saving, submit } from '#tests/support/writing.ts';
import { COMMAND_TEMPLATE_LEFT, COMMAND_TEMPLATE_RIGHT } from '#common/config/constants.ts';
import { newBoard, template, wall as board, wip } from '../../contract/boards/walls.ts';
import { fitted, look } from '../../frame/fit/wall-look.ts';
import { it as test } from '../app-test.ts';
import { PATIENCE, type AppWindow } from '../windows.ts';
import { parsed } from '#tests/support/replies.ts';

// oxlint-disable eslint/no-await-in-loop -- age by age, page by page, pane by pane

/** A region of the Command Docs' left template that takes any text. */
const REGION = 'incident-name';

const it = test.extend('desk', async ({ server }) => {
  const author = await signedIn(server.origin, demo.writer);
  const { uuid } = await save(author, 'Ridge board', { [REGION]: 'Draft' });
  const publish = async (text: string): Promise<void> => {
    await author.post(`/v1/wips/${uuid}/update`, saving('Ridge board', { [REGION]: text }));
    await submit(author, uuid);
  };
  await publish('First');
  return { author, uuid, publish };
});

/** Submits a status board with several pages to the wall, in place of any earlier one. */
async function publishLong(origin: string): Promise<void> {
  const author = await signedIn(origin, demo.writer);
  const text = 'The north flank holds, crews hold the line along the ridge road. '.repeat(40);
  const { uuid } = await save(author, 'Long board', { [REGION]: 'Long', 'situation-summary': text });
  await submit(author, uuid);
}

const title = ({ page }: AppWindow, name: string): Promise<void> =>
  page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
/** Selects in the browser's own select. */
const choose = async ({ page }: AppWindow, label: string, option: string | RegExp): Promise<void> => {
  const select = page.getByRole('combobox', { name: label }).last();
  const name = await select.getByRole('option', { name: option }).first().textContent();
  await select.selectOption({ label: name ?? '' });
};

it('a board is made in the browser, and changes on a wall when it is edited in another window', async ({
  server,
  windows,
  person,
  desk,
}) => {
  await person.signIn();
  // The screen takes the keyboard when it has loaded, and a menu without it closes.
  await person.page.getByRole('heading', { name: 'View Live Docs' }).waitFor();
  await person.page.getByText('More', { exact: true }).click();
  await person.page.getByRole('link', { name: 'Boards' }).click();
  await title(person, 'Boards');
  await person.page.getByRole('link', { name: 'New Board' }).click();
  await person.page.getByLabel('Name').fill('Night wall');
  await choose(person, 'Shows', 'One WIP');
  await choose(person, 'WIP', /^Ridge board/);
  await person.page.getByRole('button', { name: 'Save Board' }).click();
  await title(person, 'Night wall');
  await person.showsRegion(REGION, 'First');

  const wall = await windows.open(server.origin);
  await wall.signIn({ username: 'lena', password: 'ready-demo-1' });
  await wall.goto(new URL(person.page.url()).pathname);
  await title(wall, 'Night wall');
  await wall.showsRegion(REGION, 'First');
  await desk.publish('Second');
  await wall.showsRegion(REGION, 'Second');
  expect(await wall.page.getByRole('link', { name: 'Edit Board' }).count()).toBe(0);

  let loads = 0;
  wall.page.on('load', () => (loads += 1));
  await person.page.getByRole('link', { name: 'Edit Board' }).click();
  await person.page.getByLabel('Name').fill('Day wall');
  await person.page.getByRole('button', { name: 'Add a document' }).click();
  await choose(person, 'Template', 'Incident Status Board');
  await person.page.getByRole('button', { name: 'Save Board' }).click();
  await title(wall, 'Day wall');
  await expect.poll(() => wall.page.locator('iframe:not([aria-hidden])').count()).toBe(2);
  expect(loads).toBe(0);

  await person.goto('/boards');
  await person.page.getByRole('button', { name: 'Delete: Day wall' }).click();
  await person.page.getByRole('button', { name: 'Delete', exact: true }).click();
  await wall.sees('Board not found');
  await wall.page.context().close();
});

it('a board has ages of its own from which its documents are old: amber, then red, always in words', async ({
  person,
  desk,
}) => {
  const { page } = person;
  await person.signIn();
  await page.clock.install();
  const aged = { ...board(wip(desk.uuid)), old: 2, very_old: 5 };
  await person.goto(`/board/${await newBoard(desk.author, aged, 'Watch')}`);
  await title(person, 'Watch');
  await person.showsRegion(REGION, 'First');
  await person.sees(/Submitted just now/);
  expect(await page.getByText(/old$/i).count()).toBe(0);
  // Offline no reply takes the page back to the server's time.
  await page.context().setOffline(true);
  /** The background of the age's label, and its expected token. */
  const grounds = (words: string, token: string): Promise<string[]> =>
    page.getByText(words, { exact: true }).evaluate((said, name) => {
      const probe = document.createElement('i');
      probe.style.backgroundColor = `var(${name})`;
      document.body.append(probe);
      const wanted = getComputedStyle(probe).backgroundColor;
      probe.remove();
      return [getComputedStyle(said.parentElement as Element).backgroundColor, wanted];
    }, token);
  for (const [passed, words, token] of [
    ['02:10', 'Old', '--color-warning-soft'],
    ['03:00', 'Very old', '--color-danger-soft'],
  ] as const) {
    await page.clock.fastForward(passed);
    await person.sees(words);
    const [ground, wanted] = await grounds(words, token);
    expect(ground, words).toBe(wanted);
  }
});

it(
  'a playlist shows every page of every pane within two rounds, however few seconds its boards have',
  { timeout: 180_000 },
  async ({ server, person }) => {
    const { page } = person;
    await publishLong(server.origin);
    const reader = await signedIn(server.origin, demo.writer);
    const templates = parsed(listTemplates, (await reader.get('/v1/templates')).json);
    const objectives = templates.find(({ name }) => name === 'Incident Objectives')?.uuid ?? '';
    const boards = [
      await newBoard(reader, board(template(COMMAND_TEMPLATE_LEFT), template(COMMAND_TEMPLATE_RIGHT)), 'Ops'),
      await newBoard(reader, board(template(objectives)), 'Plan'),
    ];
    const playlist = await newBoard(reader, { kind: 'playlist', boards, seconds: 10 }, 'In turn');
    await page.addInitScript(() => {
      Element.prototype.requestFullscreen = () => Promise.reject(new TypeError('Nobody has pressed anything.'));
    });
    await page.setViewportSize({ width: 1920, height: 1080 });
    await person.signIn();
    await page.clock.install();
    await person.goto(`/board/${playlist}?wall`);
    const heading = page.getByRole('heading', { level: 1 });
    const shown = page.locator('section:not([inert] section) iframe:not([aria-hidden])');
    // Waits until the documents of all rendered boards are fitted: a clock that jumps meanwhile would end their attempts.
    const isSettled = (): Promise<boolean> =>
      page
        .locator('section')
        .evaluateAll((all) =>
          all.every((pane) => pane.querySelector<HTMLElement>('iframe:not([aria-hidden])')?.style.transform),
        );
    /** Per pane: its lines, those that were visible, and its page numbers. */
    const panes = new Map<string, { all: string[]; seen: Set<string>; pages: Set<number> }>();
    const lookAt = async (name: string): Promise<void> => {
      const frames = await shown.all();
      for (const [at, iframe] of frames.entries()) {
        const frame = await iframe.evaluate(fitted);
        const { all, seen, scrollY } = await iframe.contentFrame().locator('html').evaluate(look, frame);
        const pane = panes.get(`${name} ${at}`) ?? { all, seen: new Set(), pages: new Set() };
        for (const line of seen) pane.seen.add(`${line} ${all[line]}`);
        pane.pages.add(scrollY);
        panes.set(`${name} ${at}`, { ...pane, all: all.map((line, no) => `${no} ${line}`) });
      }
    };
    // Time passes only as this test lets it: a slow machine would look at a board that is no longer there.
    await expect.poll(isSettled, PATIENCE).toBe(true);
    await person.stopClock();
    const turns: string[] = [];
    while (turns.length < 5) {
      const name = (await heading.textContent()) ?? '';
      // Its documents are fitted again at the moment of a turn.
      if (turns.at(-1) === name) await lookAt(name);
      else turns.push(name);
      // Twice in the time of a page, which its frame may show a moment late.
      await page.clock.fastForward(2_400);
      await expect.poll(() => page.clock.runFor(20).then(isSettled), PATIENCE).toBe(true);
    }
    expect(turns).toEqual(['Ops', 'Plan', 'Ops', 'Plan', 'Ops']);
    expect([...panes.keys()].toSorted()).toEqual(['Ops 0', 'Ops 1', 'Plan 0']);
    for (const [name, { all, seen, pages }] of panes) {
      expect.soft({ name, unseen: all.filter((line) => !seen.has(line)) }).toEqual({ name, unseen: [] });
      // Else the wait would prove nothing.
      if (name === 'Ops 0') expect.soft(pages.size).toBeGreaterThan(1);
    }
  },
);

it('the form says how long a board needs on this screen, and which boards of a rotation stay longer than its seconds', async ({
  server,
  admin,
}) => {
  const { page } = admin;
  await publishLong(server.origin);
  await admin.goto('/boards/new');
  await page.getByLabel('Name').fill('Status');
  await choose(admin, 'Template', 'Incident Status Board');
  const need = page.getByText(/^This board needs \d+ s on this screen: \d+ pages/);
  await need.waitFor(PATIENCE);
  const [, seconds, pages] = /needs (\d+) s .* (\d+) pages/.exec((await need.textContent()) ?? '') ?? [];
  expect(Number(seconds)).toBe(15 * Number(pages));
  // The measured panes are neither announced nor reachable.
  expect(await page.getByRole('region', { name: /Status/ }).count()).toBe(0);
  const border = async (): Promise<string | null> => page.getByRole('separator').getAttribute('aria-valuetext');
  await page.getByRole('button', { name: 'Add a document' }).click();
  await choose(admin, 'Template', 'Command Sidebar');
  const sketch = await page.getByRole('group', { name: 'The board' }).boundingBox();
  const at = await page.getByRole('separator').boundingBox();
  if (!sketch || !at) throw new Error('The board is not drawn.');
  await page.mouse.move(at.x + at.width / 2, at.y + at.height / 2);
  await page.mouse.down();
  await page.mouse.move(sketch.x + sketch.width * 0.75, at.y, { steps: 4 });
  await page.mouse.up();
  expect(await border()).toBe('9 to 3');
  await page.getByRole('button', { name: 'Remove document 2' }).click();
  await page.getByRole('button', { name: 'Save Board' }).click();
  await title(admin, 'Status');
  await page.keyboard.press('f');
  const iframe = page.locator('iframe:not([aria-hidden])');
  const root = iframe.contentFrame().locator('html[data-ready-fitted]');
  await root.waitFor(PATIENCE);
  const starts = new Set<number>();
  for (let turn = 0; turn < Number(pages) + 1; turn += 1) {
    const before = starts.size;
    await expect
      .poll(async () => starts.add(await root.evaluate(() => Math.round(scrollY))).size, { timeout: 3_000 })
      .toBeGreaterThan(before)
      .catch(() => undefined);
    await page.getByRole('button', { name: 'Next page' }).click();
  }
  expect(starts.size).toBe(Number(pages));
  await page.keyboard.press('Escape');

  await admin.goto('/boards/new');
  await page.getByRole('radio', { name: 'Rotate boards' }).click();
  await title(admin, 'Rotate Boards');
  await choose(admin, 'Board 1', 'Status');
  await page
    .getByText(`Boards stay until their last page. On this screen "Status" needs ${seconds} s.`)
    .waitFor({ state: 'detached' });
  await page.getByLabel('Seconds per board').fill('10');
  await page
    .getByText(`Boards stay until their last page. On this screen "Status" needs ${seconds} s.`)
    .waitFor(PATIENCE);
});
