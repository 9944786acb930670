import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { listRecords, readRecord, type RecordEntry } from '#common/calls/records.ts';
import { COMMAND_TEMPLATE_LEFT, COMMAND_TEMPLATE_RIGHT } from '#common/config/constants.ts';
import { paths } from '#common/config/paths.ts';
import { newBoard, newDisplay, template, wall } from '#tests/contract/boards/walls.ts';
import { demo, demoPassword, signedIn, type Person } from '#tests/support/person.ts';
import { parsed } from '#tests/support/replies.ts';
import { FIGURE, simulateWeek, WINTER_TIME } from '#tests/support/week.ts';
import { save, saving, submit, valueIn } from '#tests/support/writing.ts';
import { startDemo, it as test } from './app-test.ts';
import { arrived, watchPrinter } from './printer.ts';
import type { AppWindow } from './windows.ts';

const HOUR = 3_600_000;
const NAME = 'incident-name';
const READER = { username: demo.reader, password: demoPassword(demo.reader) };
const ADMINISTRATOR = { username: demo.administrator, password: demoPassword(demo.administrator) };

const it = test.extend('server', { scope: 'file' }, ({}, { onCleanup }) =>
  startDemo(onCleanup, {}, (dataDir) => simulateWeek({ READY_DATA: dataDir })),
);

/** The records of a template in a time, and what stood there before, as the list of records has them. */
async function recordsOf(person: Person, of: string, from: number, to: number): Promise<RecordEntry[][]> {
  const [begin, end] = [from, to].map((moment) => new Date(moment).toISOString());
  const reply = await person.get(`/v1/records?template=${of}&from=${begin}&to=${end}&limit=100`);
  const { records, standing } = parsed(listRecords, reply.json);
  return [records, standing];
}

const timeIn = (zone: string, at: number): string =>
  new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'medium', timeZone: zone }).format(at);
const timesIn = (page: Page, heading: RegExp | string): Promise<number[]> =>
  page
    .getByRole('list', { name: heading })
    .locator('time')
    .evaluateAll((all) => all.map((one) => Date.parse(one.getAttribute('datetime') ?? '')));

it('an inquiry learns in four acts what the wall said from two to four in the night of winter time, who wrote a figure and what had changed, and takes a paper and a file of it', async ({
  server,
  windows,
}) => {
  const reader = await windows.open(server.origin, 'Europe/Berlin');
  const { page } = reader;
  const sheets = await watchPrinter(reader);
  await reader.signIn(READER);
  await reader.goto(paths.templateDashboard(COMMAND_TEMPLATE_LEFT));

  const acts = [
    () => reader.follow('Records'),
    () => page.getByLabel('From').fill('2025-10-26T02:00'),
    () => page.getByLabel('To').fill('2025-10-26T04:00'),
    () => reader.press('Find'),
  ];
  // oxlint-disable-next-line no-await-in-loop -- one act after another
  for (const act of acts) await act();
  await page.getByRole('heading', { name: 'What was there before' }).waitFor();
  // The hour from two to three was there twice.
  const dana = await signedIn(server.origin, demo.writer);
  // A bundle signs a checkpoint, which is on paper then.
  const amir = await signedIn(server.origin, demo.administrator);
  await (await amir.fetch('GET', '/v1/records/bundle?from=2100-01-01T00:00:00Z')).bytes();
  const [said = [], standing = []] = await recordsOf(
    dana,
    COMMAND_TEMPLATE_LEFT,
    WINTER_TIME - HOUR,
    WINTER_TIME + 2 * HOUR,
  );
  expect(await timesIn(page, /records?$/)).toEqual(said.map(({ submitted_on: at }) => at));
  expect(await timesIn(page, 'What was there before')).toEqual(standing.map(({ submitted_on: at }) => at));
  for (const hour of [-1, 0, 1]) {
    const from = WINTER_TIME + hour * HOUR;
    expect(said.some(({ submitted_on: at }) => at !== null && at >= from && at < from + HOUR)).toBe(true);
  }

  const row = page.getByRole('link', { name: /People evacuated \d+ → \d+/ }).first();
  await row.click();
  await page.waitForURL(/\/records\/[\da-f-]+$/);
  const [, uuid = ''] = /records\/(.*)/.exec(page.url()) ?? [];
  const { record } = parsed(readRecord, (await dana.get(`/v1/records/${uuid}`)).json);
  const at = record.submitted_on ?? 0;
  const change = record.changes?.find(({ id }) => id === FIGURE);
  const [was, is] = [change?.was ?? '', change?.is ?? ''];
  await reader.showsRegion(FIGURE, is);
  const facts = page.locator('dl');
  await facts.getByText(record.submitted_by ?? 'a user', { exact: true }).waitFor();
  await facts.getByText(timeIn('Europe/Berlin', at), { exact: true }).waitFor();

  const changes = page.getByRole('region', { name: /^\d+ changes?$/ });
  await changes.getByRole('button', { name: 'History of this field: People evacuated' }).click();
  const values = page.getByRole('list', { name: 'Values' });
  await values.getByRole('listitem').filter({ hasText: is }).first().waitFor();
  expect(await values.getByText(was, { exact: true }).count()).toBeGreaterThan(0);
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  await page.locator('body').press('Control+p');
  await arrived(sheets, 1);
  expect(sheets[0]?.foot).toMatch(
    new RegExp(
      `^"${record.name}\\\\a Submitted on .*, in UTC ${new Date(at).toISOString()}, by ${record.submitted_by}\\\\a Record ${uuid}\\\\a Checksum ${record.checksum}\\\\a http.*\\/records\\/${uuid}\\\\a Checkpoint \\d+ \\S{44} of \\S+Z\\\\a Signed by the key [\\da-f]{64}" "\\\\a " url\\("data:image`,
    ),
  );
  await reader.press('Take Away');
  const download = page.waitForEvent('download');
  await reader.press('Document (HTML)');
  const file = await (await download).path();
  expect(valueIn(await readFile(file, 'utf8'), FIGURE)).toBe(is);
  await reader.press('Close');

  await reader.follow('Compare with the One Before');
  await page.getByRole('heading', { name: /^\d+ differences?$/ }).waitFor();
  await page.getByText(`Submitted ${timeIn('Europe/Berlin', at)} by ${record.submitted_by}`, { exact: true }).waitFor();
  const compared = page.getByRole('listitem').filter({ hasText: 'People evacuated' });
  for (const figure of [was, is]) await compared.getByText(figure, { exact: true }).first().waitFor();

  for (const zone of ['America/New_York', 'Asia/Kolkata']) {
    const colleague = await windows.open(server.origin, zone);
    await colleague.signIn(READER);
    await colleague.goto(paths.record(uuid));
    await colleague.page.locator('dl').getByText(timeIn(zone, at), { exact: true }).waitFor();
    await colleague.page.context().close();
  }
  await page.context().close();
});

/** A live screen at an earlier moment: the moment that it names, and of each pane the moment of its submission, its name and its author. */
type Saying = { moment: number; panes: { at: number; says: string[] }[] };

/** Writes down what the screen says at each of its frames, while that is of a moment. */
const listen = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const sayings = new Set<string>();
    Object.assign(window, { sayings });
    const timeOf = (element: Element | null): number =>
      Date.parse(element?.querySelector('time')?.getAttribute('datetime') ?? '');
    const look = (): void => {
      const moment = timeOf(document.querySelector('[data-past] strong'));
      const panes = ['Left', 'Right'].map((place) => {
        const pane = document.querySelector(`section[aria-label^="${place}: "]`);
        return {
          at: timeOf(pane),
          says: [...(pane?.querySelectorAll('bdi') ?? [])].map(({ textContent }) => textContent),
        };
      });
      if (!Number.isNaN(moment)) sayings.add(JSON.stringify({ moment, panes }));
      requestAnimationFrame(look);
    };
    look();
  });
const sayingsOf = async (page: Page): Promise<Saying[]> =>
  (await page.evaluate(() => [...(Reflect.get(window, 'sayings') as Set<string>)])).map(
    (saying) => JSON.parse(saying) as Saying,
  );

it('plays an hour of the week on a command board, each moment as the records have it and with its marks, while a display goes on showing now', async ({
  server,
  windows,
}) => {
  const author = await signedIn(server.origin, demo.administrator);
  const left = await save(author, 'Corvane Ridge', { [NAME]: 'First' }, COMMAND_TEMPLATE_LEFT);
  const right = await save(author, 'Staff', {}, COMMAND_TEMPLATE_RIGHT);
  const publish = async (text: string): Promise<void> => {
    await author.post(`/v1/wips/${left.uuid}/update`, saving('Corvane Ridge', { [NAME]: text }));
    await submit(author, left.uuid);
  };
  await publish('First');
  await submit(author, right.uuid);
  await publish('Second');

  const board = await newBoard(author, wall(template(COMMAND_TEMPLATE_LEFT), template(COMMAND_TEMPLATE_RIGHT)));
  const { screen } = await newDisplay(author, board);
  const display = await windows.open(server.origin);
  const value = screen.cookie('display') ?? '';
  await display.page.context().addCookies([{ name: 'display', value, url: server.origin, httpOnly: true }]);
  await display.goto(`${paths.display()}?wall`);

  // In Berlin, where the hour that is played is there twice.
  const viewer = await windows.open(server.origin, 'Europe/Berlin');
  const { page } = viewer;
  await viewer.signIn(ADMINISTRATOR);
  const dashboard = paths.multipleDashboard(COMMAND_TEMPLATE_LEFT, COMMAND_TEMPLATE_RIGHT);
  await viewer.goto(dashboard);
  const documentOf = (one: Page) => one.frameLocator('iframe:not([aria-hidden])').first();
  const says = async (one: AppWindow, words: string, region = NAME): Promise<void> => {
    await expect.poll(() => documentOf(one.page).locator(`#${region}`).textContent()).toBe(words);
  };
  const pane = (place: 'Left' | 'Right') => page.locator(`section[aria-label^="${place}: "]`);
  await says(display, 'Second');
  await page.getByText('Live', { exact: true }).nth(1).waitFor();

  // From change to change, to the right one between the two of the left, and to what the week had left there.
  await page.getByRole('button', { name: 'Look Back' }).click();
  await page.getByText(/^This is/).waitFor();
  expect(await page.getByText('Live', { exact: true }).count()).toBe(0);
  await page.getByRole('slider', { name: 'Moment' }).focus();
  await page.keyboard.press('ArrowLeft');
  await says(viewer, 'Second');
  await expect.poll(() => documentOf(page).locator('.corner').count()).toBe(1);
  await page.keyboard.press('ArrowLeft');
  await says(viewer, 'First');
  await pane('Right').getByText('Staff', { exact: true }).waitFor();
  await page.keyboard.press('ArrowLeft');
  await expect.poll(() => pane('Right').getByText('Staff', { exact: true }).count()).toBe(0);
  await says(viewer, 'First');
  // The address is the moment.
  const address = page.url();
  await page.goto(address);
  await says(viewer, 'First');

  await page.getByLabel('Exact time').fill('2025-10-26T02:29:59');
  await viewer.press('Show');
  const began = WINTER_TIME - HOUR / 2 - 1;
  const namedAt = (moment: number) =>
    page.locator(`[data-past] strong time[datetime="${new Date(moment).toISOString()}"]`);
  await namedAt(began).getByText('Sun, Oct 26, 2:29:59 AM').waitFor();
  await listen(page);
  await page.getByLabel('Speed').selectOption('600×');
  await viewer.press('Play');
  await publish('Third');
  await says(display, 'Third');
  const ended = began + HOUR;
  await namedAt(ended).getByText('Sun, Oct 26, 2:29:59 AM').waitFor();
  await viewer.press('Pause');
  await publish('Fourth');
  await says(display, 'Fourth');

  const sayings = await sayingsOf(page);
  expect(sayings.map(({ moment }) => moment)).toEqual(
    expect.arrayContaining([0, 1, 2, 3, 4, 5, 6].map((step) => began + (step * HOUR) / 6)),
  );
  const ofPanes = await Promise.all(
    [COMMAND_TEMPLATE_LEFT, COMMAND_TEMPLATE_RIGHT].map((id) =>
      recordsOf(author, id, WINTER_TIME - 12 * HOUR, WINTER_TIME + HOUR),
    ),
  );
  const recordAt = (moment: number) =>
    ofPanes.map(([records = []]) => records.find(({ submitted_on: at }) => at !== null && at <= moment));
  expect(sayings).toEqual(
    sayings.map(({ moment }) => ({
      moment,
      panes: recordAt(moment).map((record) => ({
        at: record?.submitted_on,
        says: [record?.name, record?.submitted_by],
      })),
    })),
  );
  expect(new Set(sayings.map(({ panes }) => JSON.stringify(panes))).size).toBeGreaterThan(3);
  const [shown] = recordAt(sayings.at(-1)?.moment ?? 0);
  const { text: html } = await author.get(`/v1/records/export?format=html&archive=${shown?.archive_uuid}`);
  await says(viewer, valueIn(html, FIGURE) ?? '', FIGURE);

  await viewer.follow('Back to live');
  await page.getByText('Live', { exact: true }).nth(1).waitFor();
  await says(viewer, 'Fourth');
});
