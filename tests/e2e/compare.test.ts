import { expect } from 'vitest';
import { demo, signedIn } from '#tests/support/person.ts';
import { save } from '#tests/support/writing.ts';
import catalogue from '../../templates/catalogue.json' with { type: 'json' };
import { Looker } from '../e2e-paths/looked-at.ts';
import { it } from './app-test.ts';
import { isKept, isKeptWhole } from './killed-browser.ts';
import type { AppWindow } from './windows.ts';

const LOG = catalogue.find(({ name }) => name === 'Activity Log')?.uuid ?? '';
const sheetOf = ({ page }: AppWindow) => page.getByRole('dialog', { name: 'Compare with what was not saved' });
const groupOf = (person: AppWindow, name: string) => sheetOf(person).getByRole('group', { name, exact: true });

it('sets what was not saved beside what the document holds now, changes nothing, and restores or deletes at a wish', async ({
  server,
  person,
}) => {
  const amir = await signedIn(server.origin, demo.administrator);
  const { uuid } = await save(amir, 'Compared', { 'incident-name': 'Corvane' }, LOG);
  const { page } = person;
  await person.signIn();
  await person.goto(`/forms/${LOG}/wips/${uuid}`);
  await person.typeInto('incident-name', ' Ridge');
  const first = await isKept(person, 1);
  await person.document.getByRole('button', { name: 'Add row' }).click();
  const row = await isKept(person, 1, first + 1);
  await person.typeInto('log-21-activity', 'Never saved');
  await isKept(person, 1, row + 2 * 'Never saved'.length);
  const changed = { save_name: 'Compared', edited_attributes: [{ id: 'incident-name', value: 'Delta' }] };
  expect((await amir.post(`/v1/wips/${uuid}/update`, { ...changed, new_attributes: [] })).status).toBe(200);

  await page.reload();
  await person.showsRegion('incident-name', 'Delta');
  // By keyboard: opened, read, closed, and back at the button.
  const compare = page.getByRole('button', { name: 'Compare', exact: true });
  await compare.press('Enter');
  const name = await person.document.locator('#incident-name').getAttribute('aria-label');
  const group = sheetOf(person)
    .getByRole('group')
    .filter({ hasText: name ?? 'Corvane Ridge' })
    .filter({ hasText: 'Corvane Ridge' });
  await expect
    .poll(() => group.locator('p').allTextContents())
    .toEqual(['When you typed', 'Corvane', 'In the document now', 'Delta', 'Not saved', 'Corvane Ridge']);
  const rows = groupOf(person, 'Added rows');
  await rows.getByText(/Never saved/).waitFor();
  await expect.poll(() => rows.locator('p').nth(1).textContent()).toBe('Empty');
  expect(await sheetOf(person).getByRole('group').count()).toBe(2);
  expect(await (await Looker.of(page)).faults()).toEqual({});
  await page.keyboard.press('Escape');
  await sheetOf(person).waitFor({ state: 'detached' });
  await expect.poll(() => compare.evaluate((button) => button === document.activeElement)).toBe(true);
  await person.showsRegion('incident-name', 'Delta');
  await person.isClean();
  expect(await person.document.locator('#log-21-activity').count()).toBe(0);
  await isKept(person, 1);

  await compare.click();
  await sheetOf(person).getByRole('button', { name: 'Discard' }).click();
  await person.press('Keep');
  await compare.click();
  await sheetOf(person).getByRole('button', { name: 'Restore' }).click();
  await person.showsRegion('incident-name', 'Corvane Ridge');
  await person.showsRegion('log-21-activity', 'Never saved');
  await person.isDirty();
  expect(await page.getByText(/^Not saved: \d/).count()).toBe(0);

  await isKept(person, 1);
  await page.reload();
  await person.showsRegion('incident-name', 'Delta');
  await compare.click();
  await sheetOf(person).getByRole('button', { name: 'Discard' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click();
  await isKept(person, 0);
  await person.showsRegion('incident-name', 'Delta');
});

it('shows rows of now beside those that were not saved before Restore replaces them', async ({ person }) => {
  const { page } = person;
  const add = person.document.getByRole('button', { name: 'Add row' });
  await person.signIn();
  await person.goto(`/forms/${LOG}`);
  await add.click();
  await person.typeInto('log-21-activity', 'Pump 4 out');
  await isKeptWhole(person);
  await page.reload();
  await person.sees(/^Not saved: 1 change from/);
  await add.click();
  await person.typeInto('log-21-activity', 'Crew 7 relieved');
  await person.press('Restore');
  const rows = groupOf(person, 'Added rows');
  await rows.getByText(/Crew 7 relieved/).waitFor();
  await rows.getByText(/Pump 4 out/).waitFor();
  await rows.getByText(/^Restore puts the rows that were not saved in the place of these/).waitFor();
  await sheetOf(person).getByRole('button', { name: 'Close' }).click();
  await person.showsRegion('log-21-activity', 'Crew 7 relieved');
  await person.sees(/^Not saved: 1 change from/);
  // The row that is restored has the id of the one of now.
  await person.press('Restore');
  await sheetOf(person).getByRole('button', { name: 'Restore' }).click();
  await person.showsRegion('log-21-activity', 'Pump 4 out');
  await person.saveNew('Restored over rows of now');
  await page.reload();
  await person.showsRegion('log-21-activity', 'Pump 4 out');
});
