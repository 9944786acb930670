import { expect } from 'vitest';
import catalogue from '../../../templates/catalogue.json' with { type: 'json' };
import { Looker } from '../../e2e-paths/looked-at.ts';
import { it } from '../app-test.ts';
import { isKeptWhole } from './killed-browser.ts';

const LOG = catalogue.find(({ name }) => name === 'Activity Log')?.uuid ?? '';

it('shows rows of now beside those that were not saved before Restore replaces them', async ({ person }) => {
  const { page } = person;
  const sheet = page.getByRole('dialog', { name: 'Compare with what was not saved' });
  const add = person.document.getByRole('button', { name: 'Add row' });
  await person.signIn();
  await person.goto(`/forms/${LOG}`);
  await add.click();
  await person.typeInto('log-21-activity', 'Pump 4 out');
  await isKeptWhole(person);
  await page.reload();
  await person.sees(/^1 unsaved change from/);
  await add.click();
  await person.typeInto('log-21-activity', 'Crew 7 relieved');
  // By keyboard: opened, read, closed, and the focus returns to the button.
  const restore = page.getByRole('button', { name: 'Restore', exact: true });
  await restore.press('Enter');
  const rows = sheet.getByRole('group', { name: 'Added rows', exact: true });
  await rows.getByText(/Crew 7 relieved/).waitFor();
  await rows.getByText(/Pump 4 out/).waitFor();
  await rows.getByText(/^Restore puts the rows that were not saved in the place of these/).waitFor();
  expect(await (await Looker.of(page)).faults()).toEqual({});
  await page.keyboard.press('Escape');
  await sheet.waitFor({ state: 'detached' });
  await expect.poll(() => restore.evaluate((button) => button === document.activeElement)).toBe(true);
  await person.showsRegion('log-21-activity', 'Crew 7 relieved');
  await person.sees(/^1 unsaved change from/);
  // The row that is restored has the id of the one of now.
  await restore.click();
  await sheet.getByRole('button', { name: 'Restore' }).click();
  await person.showsRegion('log-21-activity', 'Pump 4 out');
  await person.saveNew('Restored over rows of now');
  await page.reload();
  await person.showsRegion('log-21-activity', 'Pump 4 out');
});
