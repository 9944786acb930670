import { expect } from 'vitest';
import { CHANGE_SHOWN } from '#config/constants.ts';
import { demo, signedIn } from '#tests/support/person.ts';
import { save, saving, submit } from '#tests/support/writing.ts';
import { it } from './app-test.ts';

const [NAME, WIND, EVENTS] = ['incident-name', 'weather', 'significant-events'];
const FIRST = { [NAME]: 'Corvane Ridge', [WIND]: 'SW 12', [EVENTS]: '05:40 Dozer line tied in' };
const SECOND = { ...FIRST, [WIND]: 'W 25, gusts 40', [EVENTS]: '05:40 Dozer line lost' };

it('what a submission has changed is marked, counted and announced, and not after ten minutes; what is seen first is not', async ({
  server,
  person: wall,
}) => {
  const author = await signedIn(server.origin, demo.writer);
  const { uuid } = await save(author, 'Board', FIRST);
  await submit(author, uuid);
  const publish = async (values: Record<string, string>): Promise<void> => {
    await author.post(`/v1/wips/${uuid}/update`, saving('Board', values));
    await submit(author, uuid);
  };
  await wall.signIn();
  const { clock } = wall.page;
  await clock.install();
  await wall.goto(`/wip-dashboard/${uuid}`);
  /** Everything that is marked in the document, with its words. */
  const labels = (): Promise<string[]> => wall.document.locator('.label').allTextContents();
  const said = (words: RegExp) => wall.page.getByRole('status').filter({ hasText: words });
  await wall.showsRegion(WIND, 'SW 12');
  expect(await labels()).toEqual([]);

  await publish(SECOND);
  // The words are no part of the document's text.
  await wall.showsRegion(WIND, 'W 25, gusts 40');
  await said(/^2 regions changed at \d/).waitFor({ state: 'attached' });
  await expect.poll(labels).toEqual([expect.stringMatching(/^changed \d/), expect.any(String)]);

  await publish({ ...SECOND, [NAME]: 'Corvane Ridge Fire' });
  await wall.showsRegion(NAME, 'Corvane Ridge Fire');
  await said(/^3 regions changed/).waitFor({ state: 'attached' });
  await expect.poll(labels).toHaveLength(3);
  await clock.fastForward(CHANGE_SHOWN);
  await expect.poll(labels).toEqual([]);
  expect(await said(/changed/).count()).toBe(0);
});
