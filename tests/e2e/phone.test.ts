import { describe, expect } from 'vitest';
import { isFull } from '../../tools/test/suites.ts';
import { it } from './app-test.ts';
import type { AppWindow } from './windows.ts';

/** Sizes of phones. The second is the part of the first that a screen keyboard leaves. */
const PHONES = [
  { width: 390, height: 844, text: 100 },
  { width: 390, height: 400, text: 200 },
  { width: 390, height: 400, text: 100 },
  { width: 390, height: 844, text: 200 },
] as const;

/**
 * Layout faults while typing. It uses nothing from outside, since it is sent into the browser as text.
 * @returns an empty list if the save line is visible and uncovered, and so is a line of the focused field
 */
function faultsOfTyping(): string[] {
  const line = document.querySelector('[data-state="saved"], [data-state="unsaved"]');
  const bar = line?.parentElement?.parentElement;
  const field = document.activeElement;
  if (!line || !bar || !field) return ['there is no save line'];
  const { left, top, bottom, height } = line.getBoundingClientRect();
  const faults: string[] = [];
  const say = (what: string): void =>
    void faults.push(`${line.textContent}: ${what} (${Math.round(top)}-${Math.round(bottom)})`);
  if (height < 8 || top < 0 || bottom > innerHeight) say('not in sight');
  else if (!line.contains(document.elementFromPoint(left + 4, (top + bottom) / 2))) say('covered');
  const room = innerHeight - Math.max(0, bar.getBoundingClientRect().bottom);
  if (room < innerHeight * 0.35) say(`the bar leaves ${Math.round(room)} px`);
  const box = field.getBoundingClientRect();
  const seen = Math.min(box.bottom, innerHeight) - Math.max(box.top, bar.getBoundingClientRect().bottom);
  if (seen < 20) say(`${Math.round(seen)} px of what is typed into are in sight`);
  return faults;
}

/** Types, and checks in each frame that the save line is not cut off above. */
async function types({ page }: AppWindow, text: string): Promise<void> {
  await page.evaluate(() => {
    const tops: number[] = [];
    const look = (): void => {
      const line = document.querySelector('[data-state="saved"], [data-state="unsaved"]');
      if (line) tops.push(Math.round(line.getBoundingClientRect().top));
      if (tops.length < 600) requestAnimationFrame(look);
    };
    Object.assign(window, { tops });
    look();
  });
  await page.keyboard.type(text);
  await page.getByText('Unsaved (kept on this device)').waitFor();
  const tops = await page.evaluate(() => (window as unknown as { tops: number[] }).tops.splice(0, 600));
  expect(tops.filter((top) => top < 0)).toEqual([]);
}

async function isInSight({ page }: AppWindow, where: string): Promise<void> {
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  expect(await page.evaluate(faultsOfTyping), where).toEqual([]);
}

describe('on a phone', () => {
  it.for(isFull ? PHONES : PHONES.slice(0, 2))(
    'the save line stands in sight while one types: $width × $height, text of $text %',
    async (phone, { person }) => {
      const { page } = person;
      const name = `${phone.height}-${phone.text}`;
      await person.signIn();
      await page.setViewportSize({ width: phone.width, height: 844 });
      await person.follow(/^New: General Message/);
      await page.getByRole('list', { name: 'Fields' }).waitFor();
      await page.evaluate((text) => void (document.documentElement.style.fontSize = `${text}%`), phone.text);
      await page.setViewportSize(phone);
      const fields = page.getByRole('list', { name: 'Fields' }).getByRole('textbox');
      for (const field of [fields.first(), fields.last()]) {
        await field.click();
        await types(person, 'Wind. ');
        await isInSight(person, `list-${name}`);
      }
      await page.mouse.wheel(0, 5_000);
      await isInSight(person, `list-end-${name}`);
      await page.keyboard.press('F2');
      await person.document.locator('#message-text').click();
      await types(person, 'Rain. ');
      await isInSight(person, `document-${name}`);
    },
  );
});
