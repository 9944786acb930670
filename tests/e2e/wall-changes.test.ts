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
  /** How many regions of the document are marked. */
  const marks = (): Promise<number> => wall.document.locator('.corner').count();
  const said = (words: RegExp) => wall.page.getByRole('status').filter({ hasText: words });
  await wall.showsRegion(WIND, 'SW 12');
  expect(await marks()).toBe(0);

  await publish(SECOND);
  await wall.showsRegion(WIND, 'W 25, gusts 40');
  await said(/^Changed: .*Significant events.*, .*Weather.* · \d/).waitFor({ state: 'attached' });
  await expect.poll(marks).toBe(2);

  await publish({ ...SECOND, [NAME]: 'Corvane Ridge Fire' });
  await wall.showsRegion(NAME, 'Corvane Ridge Fire');
  await said(/^Changed: .*Incident name.*, .*Significant events.*, .*Weather.* · last \d/).waitFor({
    state: 'attached',
  });
  await expect.poll(marks).toBe(3);
  await clock.fastForward(CHANGE_SHOWN);
  await expect.poll(marks).toBe(0);
  expect(await said(/^Changed/).count()).toBe(0);
});
