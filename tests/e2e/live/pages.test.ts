import { expect } from 'vitest';
import { COMMAND_TEMPLATE_RIGHT } from '#common/config/constants.ts';
import { demo, signedIn } from '#tests/support/person.ts';
import { save, submit } from '#tests/support/writing.ts';
import { it as appIt } from '../app-test.ts';

const COUNT = 230;
const AT_ONCE = 8;
const name = (no: number): string => `Shift ${no}`;

/** A template with more WIPs than a page of a list holds, the last one changed last, and one of them with more archives than that. */
const it = appIt.extend('stock', { scope: 'file' }, async ({ server }) => {
  const person = await signedIn(server.origin, demo.administrator);
  let no = 0;
  const saveSome = async (): Promise<void> => {
    // oxlint-disable-next-line no-await-in-loop -- so many at once and no more
    while (no < COUNT - 1) await save(person, name((no += 1)), {}, COMMAND_TEMPLATE_RIGHT);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, saveSome));
  const { uuid } = await save(person, name(COUNT), {}, COMMAND_TEMPLATE_RIGHT);
  // oxlint-disable-next-line no-await-in-loop -- submissions of one WIP follow one another
  for (let submitted = 0; submitted < 120; submitted += 1) await submit(person, uuid);
  // The demo has one WIP of this template.
  return { total: COUNT + 1, last: uuid };
});

it('a list of more than a page is counted, and gone through to its end', async ({ person, stock: { total } }) => {
  const { page } = person;
  // Scrolling near the end must load nothing: this tests the button.
  await page.addInitScript(() => void Reflect.deleteProperty(window, 'IntersectionObserver'));
  await person.signIn();
  await person.goto(`/open-wip/${COMMAND_TEMPLATE_RIGHT}`);
  await person.sees(`Available WIPs (${total})`);
  const cards = page.getByRole('list', { name: /^Available WIPs/ }).getByRole('listitem');
  expect(await cards.first().textContent()).toContain(name(COUNT));

  // By the button only: no visible element moves, and the focus is not lost.
  await page.getByText(`100 of ${total} shown`).waitFor();
  await page.getByRole('button', { name: 'Show more' }).press('Enter');
  await page.getByText(`200 of ${total} shown`).waitFor();
  await page.getByRole('button', { name: 'Show more' }).focus();
  const top = async (): Promise<number> => Math.round((await cards.nth(199).boundingBox())?.y ?? NaN);
  const at = await top();
  await page.keyboard.press('Enter');
  await page.getByText(`${total} of ${total} shown`).waitFor();
  await expect.poll(top).toBe(at);
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe(`${total} of ${total} shown`);
  const shown = await cards.getByRole('heading').allTextContents();
  expect([shown.length, new Set(shown).size]).toEqual([total, total]);
});

it('archives of more than a page come as somebody scrolls', async ({ person, stock: { last } }) => {
  const { page } = person;
  await person.signIn();
  await person.goto(`/archives?template=${COMMAND_TEMPLATE_RIGHT}&wip=${last}`);
  await person.sees('120 archives');
  const cards = page.getByRole('list', { name: 'Submitted archives' }).getByRole('listitem');
  await page.getByText('100 of 120 shown').waitFor();
  await page.mouse.move(600, 600);
  await page.mouse.wheel(0, 100_000);
  await page.getByText('120 of 120 shown').waitFor();
  await expect.poll(() => cards.count()).toBe(120);
  await page
    .getByRole('button', { name: /^View Content/ })
    .first()
    .click();
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).waitFor();
});
