import { expect } from 'vitest';
import { Looker } from '../../e2e-paths/looked-at.ts';
import { it } from '../app-test.ts';
import { PATIENCE } from '../windows.ts';

const NAME = 'Corvane Ridge Fire';

it('a name that stands in another document is typed by two letters, in the document and in the list of regions', async ({
  person,
}) => {
  const { page, document } = person;
  await person.signIn();
  await person.follow(/^New: Medical Plan/);
  await person.typeInto('incident-name', 'co');
  const offered = document.getByRole('option');
  await expect.poll(() => offered.allTextContents(), PATIENCE).toEqual([NAME]);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await person.showsRegion('incident-name', NAME);
  await page.keyboard.press('ControlOrMeta+z');
  await person.showsRegion('incident-name', 'co');
  await page.getByRole('radio', { name: 'Attributes' }).click();
  const name = page.getByRole('textbox', { name: /incident-name$/ });
  await expect.poll(() => name.inputValue(), PATIENCE).toBe('co');
  // The list's code loads with the first list of regions: letters typed before it is there are offered nothing.
  await page.locator('div:has(> ul[aria-label="Fields"]) > [role="status"]').waitFor({ state: 'attached' });
  await name.press('End');
  await name.pressSequentially('r');
  const option = page.getByRole('option', { name: NAME });
  await option.waitFor();
  // It covers no part of the field, and is announced as the field's own list.
  const [list, field] = await Promise.all([page.getByRole('listbox').boundingBox(), name.boundingBox()]);
  expect(list?.y).toBeGreaterThanOrEqual((field?.y ?? 0) + (field?.height ?? 0));
  await page.keyboard.press('ArrowDown');
  expect(await name.getAttribute('aria-activedescendant')).toBe(await option.getAttribute('id'));
  expect(await (await Looker.of(page)).faults({ 320: 800, 1280: 900 })).toEqual({});
  await page.keyboard.press('Enter');
  await expect.poll(() => name.inputValue(), PATIENCE).toBe(NAME);
  await page.keyboard.press('ControlOrMeta+z');
  await expect.poll(() => name.inputValue(), PATIENCE).toBe('cor');
});
