import { expect, test } from 'vitest';
import { desk, deskForEachTest } from '../harness.ts';

deskForEachTest();

const PAGE = `<!doctype html><p data-ready-blank="0"><b>Name</b></p><select data-ready-blank="1"><option>a<option>b</select>
<input type="checkbox" data-ready-blank="2"><p data-ready-blank="x">No number</p><p>No place</p><div style="height:2000px"></div>
<p data-ready-blank="3">Far below</p><script>setInterval(() => document.querySelector('p').click(), 20)</script>`;

const pressed = (): Promise<unknown[]> => desk.seen('blank.pressed');
const postBlanks = (taken: number[], current: number | null): Promise<void> =>
  desk.page.evaluate((all) => window.page.host?.post({ type: 'blanks', ...all }), { taken, current });

test('a press on a place tells which, of a person alone, and fills nothing in; those that are taken are framed', async () => {
  await desk.show(PAGE, 'view');
  const { frame } = desk;
  // Elsewhere than in the workshop a press sends nothing.
  await frame.getByText('Name').click();
  await postBlanks([0], 3);
  await frame.locator('[data-ready-stands~=current]').waitFor();
  expect(await frame.locator('[data-ready-stands~=taken]').allTextContents()).toEqual(['Name']);
  expect(await frame.getByText('Far below').evaluate((one) => one.getBoundingClientRect().top < innerHeight)).toBe(
    true,
  );
  await frame.getByText('No place').click();
  await frame.getByText('No number').click();
  await frame.getByText('Name').click();
  await desk.event('blank.pressed', 1);
  await frame.locator('input').click();
  await desk.event('blank.pressed', 2);
  await frame.locator('select').click();
  await desk.event('blank.pressed', 3);
  expect(await pressed()).toMatchObject([{ no: 0 }, { no: 2 }, { no: 1 }]);
  expect(await frame.locator('input').isChecked()).toBe(false);
});
