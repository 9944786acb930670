import { expect } from 'vitest';
import { it } from '../app-test.ts';
import { PATIENCE } from '../windows.ts';

it('a table that is pasted fills the cells of a table after a question, without a mouse, and one undo takes it back', async ({
  person,
}) => {
  const { page, document } = person;
  await person.signIn();
  await person.follow(/^New: Medical Plan/);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await person.typeInto('aid-3-name', 'Old');
  await page.evaluate(() =>
    navigator.clipboard.writeText('North\tGate 3\t555\tYes\nSouth\tGate 9\t556\tNo\nEast\tGate 1\t557\tNo\n'),
  );
  await page.keyboard.press('Control+v');
  const question = page.getByRole('dialog', { name: '8 of 12 cells fit' });
  await question.getByText('The text of 1 cell is replaced.').waitFor();
  await question.getByText('“East”, “Gate 1”, “557”, and “No”').waitFor();
  await expect
    .poll(
      () => question.getByRole('button', { name: 'Fill' }).evaluate((own) => own === own.ownerDocument.activeElement),
      PATIENCE,
    )
    .toBe(true);
  await page.keyboard.press('Enter');
  await person.sees('8 of 12 cells were filled.');
  const cells = () => document.locator('[id^="aid-"]').allInnerTexts();
  const filled = ['North', 'Gate 3', '555', 'Yes', 'South', 'Gate 9', '556', 'No'];
  await expect.poll(async () => (await cells()).slice(-8), PATIENCE).toEqual(filled);
  await expect.poll(() => document.locator(':focus').getAttribute('id'), PATIENCE).toBe('aid-3-name');
  await page.keyboard.press('Control+z');
  await expect.poll(async () => (await cells()).slice(-8), PATIENCE).toEqual(['Old', '', '', '', '', '', '', '']);
});

it('what a document says of its regions counts in the list of attributes: one line, choices, and words for what does not fit', async ({
  person,
}) => {
  const { page } = person;
  await person.signIn();
  await person.follow(/^New: Medical Plan/);
  await person.document.locator('#incident-name').waitFor();
  await page.getByRole('radio', { name: 'Attributes' }).click();
  const from = page.getByRole('textbox', { name: /op-period-from$/ });
  await expect.poll(() => from.evaluate((field) => field.localName), PATIENCE).toBe('input');
  await from.fill('later');
  await from.press('Tab');
  const words = page.getByText('Not a date and time, such as 2026-11-26 14:05');
  await words.waitFor();
  await expect.poll(() => from.getAttribute('aria-invalid'), PATIENCE).toBe('true');
  await from.selectText();
  await page.keyboard.press('Control+Shift+:');
  await expect.poll(() => from.inputValue(), PATIENCE).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d$/);
  await from.press('Tab');
  await words.waitFor({ state: 'detached' });
  const paramedics = page.getByRole('combobox', { name: /aid-1-paramedics$/ });
  expect(
    await paramedics.evaluate((field: HTMLInputElement) => [...(field.list?.options ?? [])].map(({ value }) => value)),
  ).toEqual(['Yes', 'No']);
  await paramedics.fill('Perhaps');
  await paramedics.press('Tab');
  await page.getByText('Not one of the choices: Yes, No').waitFor();
  await page.getByRole('radio', { name: 'Document' }).click();
  await expect.poll(() => person.document.locator('#aid-1-paramedics').innerText(), PATIENCE).toBe('Perhaps');
  expect(await person.document.locator('#aid-1-paramedics').getAttribute('aria-invalid')).toBe('true');
});
