import { expect } from 'vitest';
import { COMMAND_TEMPLATE_LEFT, COMMAND_TEMPLATE_RIGHT } from '#common/config/constants.ts';
import { paths } from '#common/config/paths.ts';
import { demo, signedIn } from '#tests/support/person.ts';
import { save, saving, submit } from '#tests/support/writing.ts';
import { it } from '../app-test.ts';

const NAME = 'incident-name';

it('a command dashboard shows each earlier moment in both panes with its marks, while another screen goes on showing now', async ({
  server,
  person,
  admin: wall,
}) => {
  const author = await signedIn(server.origin, demo.administrator);
  const left = await save(author, 'Corvane Ridge', { [NAME]: 'First' }, COMMAND_TEMPLATE_LEFT);
  const right = await save(author, 'Staff', {}, COMMAND_TEMPLATE_RIGHT);
  await submit(author, left.uuid);
  await submit(author, right.uuid);
  await author.post(`/v1/wips/${left.uuid}/update`, saving('Corvane Ridge', { [NAME]: 'Second' }));
  await submit(author, left.uuid);

  const dashboard = paths.multipleDashboard(COMMAND_TEMPLATE_LEFT, COMMAND_TEMPLATE_RIGHT);
  await wall.goto(dashboard);
  await wall.page.getByText('Live', { exact: true }).first().waitFor();
  await person.signIn({ username: 'amir', password: 'ready-demo-3' });
  await person.goto(dashboard);
  const { page } = person;
  const nameOn = (screen: typeof page) => screen.frameLocator('iframe:not([aria-hidden])').first().locator(`#${NAME}`);
  const says = async (screen: typeof page, words: string): Promise<void> => {
    await expect.poll(() => nameOn(screen).textContent()).toBe(words);
  };
  const shown = (pane: 'first' | 'last', words: string) =>
    page.locator('section').filter({ hasText: 'Past' })[pane]().getByText(words).first().waitFor();
  await page.getByRole('button', { name: 'Look Back' }).click();
  await page.getByText(/^This is/).waitFor();
  expect(await page.getByText('Live', { exact: true }).count()).toBe(0);
  await page.getByRole('slider', { name: 'Moment' }).focus();

  await page.keyboard.press('ArrowLeft');
  await shown('first', 'Corvane Ridge');
  await says(page, 'Second');
  const marks = page.frameLocator('iframe:not([aria-hidden])').first().locator('.corner');
  await expect.poll(() => marks.count()).toBe(1);
  // The right one came between the two of the left.
  await page.keyboard.press('ArrowLeft');
  await says(page, 'First');
  await shown('last', 'Staff');
  await page.keyboard.press('ArrowLeft');
  await expect.poll(() => page.getByText('Staff', { exact: true }).count()).toBe(0);
  await says(page, 'First');

  // The address is the moment, for another person too; and the wall has gone on meanwhile.
  const address = page.url();
  await author.post(`/v1/wips/${left.uuid}/update`, saving('Corvane Ridge', { [NAME]: 'Third' }));
  await submit(author, left.uuid);
  await says(wall.page, 'Third');
  await page.goto(address);
  await page.getByText(/^This is/).waitFor();
  await says(page, 'First');
  await page.getByRole('link', { name: 'Back to live' }).click();
  await page.getByText('Live', { exact: true }).first().waitFor();
  await says(page, 'Third');
});
