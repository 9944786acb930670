import { expect } from 'vitest';
import { it } from './app-test.ts';

it('what was submitted of a WIP that is deleted is found in Archives, by steps and by its address, and read there', async ({
  person: dana,
}) => {
  const { page } = dana;
  await dana.signIn();
  await dana.follow(/^New: General Message/);
  await dana.typeInto('incident-name', 'Corvane');
  await dana.saveNew('Levee watch');
  await dana.submit();
  const { wip } = dana;
  await dana.press('Delete');
  await dana.sees(/can still be found in Archives, where it is marked as deleted\./);
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await page.waitForURL('**/open-wip/*');

  await dana.goto('/archives');
  await page.getByRole('combobox', { name: 'Template' }).click();
  await page.getByRole('option', { name: 'General Message', exact: true }).click();
  const choice = page.getByRole('combobox', { name: 'WIP' });
  await choice.selectOption(wip);
  const deleted = choice.locator('optgroup[label="Deleted"] option');
  expect(await deleted.allTextContents()).toEqual([expect.stringMatching(/^Levee watch \(deleted \w+ \d+, \d{4}\)$/)]);
  await dana.sees(/^This WIP was deleted on .* by Dana Okafor\. What was submitted of it stays here\.$/);
  await dana.press(/^View Content/);
  await dana.showsRegion('incident-name', 'Corvane');
  await dana.press('Close');

  const address = page.url();
  expect(new URL(address).searchParams.get('wip')).toBe(wip);
  await dana.goto('/home');
  await dana.goto(address);
  await dana.sees(/^This WIP was deleted on/);
  expect(await choice.inputValue()).toBe(wip);
  await dana.press(/^View Content/);
  await dana.showsRegion('incident-name', 'Corvane');
});
