import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { it } from '../app-test.ts';
import { serve } from '../served.ts';
import type { AppWindow } from '../windows.ts';

// Text typed right after a shortcut belongs to what the shortcut opens: no test here waits between the two.

const LINK = 'https://example.org/map';

async function slowDown(page: Page, rate: number): Promise<void> {
  const client = await page.context().newCDPSession(page);
  await client.send('Emulation.setCPUThrottlingRate', { rate });
}

/** Keeps the page busy for a second: nothing opens meanwhile. Once a dialog of buttons has the keyboard, letters go nowhere, as everywhere. */
const keepBusy = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const start = performance.now();
    while (performance.now() - start < 1_000);
  });

/** Presses these keys at once, without waiting for the page between them. */
const pressAll = (page: Page, ...keys: string[]): Promise<unknown> =>
  Promise.all(keys.map((key) => page.keyboard.press(key)));

/** Presses a shortcut in the document and types a word of different letters, both while the page is busy. */
async function typeWhileBusy(page: Page, shortcut: string, word: string): Promise<void> {
  const busy = keepBusy(page);
  await page.keyboard.press(shortcut);
  await pressAll(page, ...word.split(''));
  await busy;
}

/** The text of a region, byte for byte. */
const textOf = (person: AppWindow, id: string): Promise<string | null> =>
  person.document.locator(`[id="${id}"]`).evaluate((element) => element.textContent);

/** Waits until the field that has the keyboard is this one, and holds this text. */
async function fieldHas({ page }: AppWindow, label: string, value: string): Promise<void> {
  const inField = (): string[] => {
    const field = document.activeElement;
    return field instanceof HTMLInputElement
      ? [field.labels?.[0]?.innerText || (field.closest('[cmdk-root]') ? 'Search' : ''), field.value]
      : [];
  };
  await expect.poll(() => page.evaluate(inField), { timeout: 30_000 }).toEqual([label, value]);
}

/** A new Activity Log, with a text in its first region. */
async function beginLog(person: AppWindow): Promise<void> {
  await person.signIn();
  await person.follow(/^New: Activity Log/);
  await person.typeInto('incident-name', 'abc');
}

it('Enter and Space, typed while the page is busy, answer no question', async ({ person }) => {
  const { page } = person;
  const { keyboard } = page;
  await beginLog(person);
  await person.saveNew('Nothing pressed');
  await person.document.locator('[id="incident-name"]').click();
  const question = page.getByRole('dialog', { name: 'Put this on the wall?' });
  const busy = keepBusy(page);

  await keyboard.press('Control+Enter');
  await keyboard.press('Enter');
  await keyboard.press('Space');
  await keyboard.type('yes');
  await busy;
  await question.waitFor();
  await keyboard.press('Escape');
  await question.waitFor({ state: 'detached' });
  await person.sees('No field took what you typed after the shortcut: “yes”');
  expect(await textOf(person, 'incident-name')).toBe('abc');
});

it('the history of a field takes no letter out of it, and one undo takes back the value that was used', async ({
  person,
}) => {
  const { page } = person;
  const { keyboard } = page;
  await beginLog(person);
  await person.saveNew('Earlier values');
  await person.submit();
  await person.typeInto('incident-name', 'd\ne');
  const before = await textOf(person, 'incident-name');
  const sheet = page.getByRole('dialog', { name: /^History of/ });

  await keyboard.press('Shift+F2');
  await keyboard.type('zulu');
  await sheet.getByRole('button', { name: 'Use This Value' }).click();
  await sheet.waitFor({ state: 'detached' });
  await person.showsRegion('incident-name', 'abc');
  await person.isClean();
  expect(await textOf(person, 'incident-name')).toBe('abc');
  await keyboard.press('Control+z');
  await person.isDirty();
  expect(await textOf(person, 'incident-name')).toBe(before);
  await keyboard.press('Control+End');
  await keyboard.type('f');
  await person.showsRegion('incident-name', 'abcd\nef');

  // From the list of regions: its own field takes it back.
  await keyboard.press('F2');
  const field = page.getByRole('textbox', { name: /incident-name$/ });
  await field.focus();
  await keyboard.press('Shift+F2');
  await keyboard.type('zulu');
  await sheet.getByRole('button', { name: 'Use This Value' }).click();
  await expect.poll(() => field.inputValue()).toBe('abc');
  await person.isClean();
  await keyboard.press('Control+z');
  await expect.poll(() => field.inputValue()).toBe('abcd\nef');
  await person.isDirty();
});

describe.each([1, 6])('on a processor slowed down %i times', (rate) => {
  it('a name, the search and a field take what is typed, and the region takes nothing', async ({ person }) => {
    const { page } = person;
    const { keyboard } = page;
    await beginLog(person);
    await slowDown(page, rate);

    await keyboard.press('Control+s');
    await keyboard.type('Night log C');
    await keyboard.press('Backspace');
    await keyboard.type('B');
    await fieldHas(person, 'Form Name *', 'Night log B');
    expect(await textOf(person, 'incident-name')).toBe('abc');
    await keyboard.press('Enter');
    await person.sees('Form saved successfully!');

    // A document that has a name is saved without a question: the text goes on in the region, and the next key to the next region.
    await keyboard.type('d');
    await keyboard.press('Control+s');
    await keyboard.type('ef g');
    await keyboard.press('Enter');
    await keyboard.type('h');
    await keyboard.press('Tab');
    await keyboard.type('i');
    await person.showsRegion('incident-name', 'abcdef g\nh');

    await keyboard.press('Shift+Tab');
    await keyboard.press('Control+k');
    await keyboard.type('evac');
    await fieldHas(person, 'Search', 'evac');
    expect(await textOf(person, 'incident-name')).toBe('abcdef g\nh');
    await keyboard.press('Escape');
    await page.waitForFunction(() => document.activeElement?.localName === 'iframe');

    await keyboard.press('F2');
    await keyboard.type('inc');
    await fieldHas(person, 'Search fields', 'inc');
    await keyboard.press('F2');
    expect(await textOf(person, 'incident-name')).toBe('abcdef g\nh');
  });

  it('a link takes its text, and what no field takes is shown', async ({ person }) => {
    const { page } = person;
    const { keyboard } = page;
    await beginLog(person);
    await person.saveNew('Nothing pressed');
    await person.typeInto('incident-name', 'd');
    await slowDown(page, rate);
    const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });

    await keyboard.press('Control+/');
    await keyboard.type('zulu');
    await sheet.waitFor();
    await keyboard.press('Escape');
    await person.sees('No field took what you typed after the shortcut: “zulu”');
    expect(await textOf(person, 'incident-name')).toBe('abcd');

    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.evaluate((text) => navigator.clipboard.writeText(text), LINK);
    await person.document.locator('[id="incident-name"]').click();
    await keyboard.press('End');
    await keyboard.press('Control+v');
    await keyboard.type('the map');
    await fieldHas(person, 'Text', 'the map');
    expect(await textOf(person, 'incident-name')).toBe('abcd');
    await keyboard.press('Enter');
    await keyboard.type(' is here');
    await person.showsRegion('incident-name', 'abcdthe map is here');
  });
});

it('what is typed after print, a pasted table, a link or a way out is told, and is in no field', async ({ person }) => {
  const { page, document } = person;
  const { keyboard } = page;
  await person.signIn();
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await serve(
    person,
    () =>
      `<p class="editable" id="a">abc</p><p class="editable" id="second" aria-label="Second"></p><table><tr><td class="editable" id="b"></td><td class="editable" id="c"></td></tr></table>
      <a href="https://elsewhere.example/top" target="_top">top</a>`,
  );
  await person.follow(/^New: General Message/);
  await person.typeInto('a', 'd');
  const isSaid = (word: string): Promise<void> =>
    person.sees(`No field took what you typed after the shortcut: “${word}”`);

  await typeWhileBusy(page, 'Control+p', 'oscar');
  await isSaid('oscar');

  await page.evaluate(() => navigator.clipboard.writeText('North\tGate 3\nSouth\tGate 9\n'));
  await document.locator('#b').click();
  await typeWhileBusy(page, 'Control+v', 'tango');
  const fill = page.getByRole('dialog', { name: '2 of 4 cells fit' });
  await isSaid('tango');
  await fill.getByRole('button', { name: 'Cancel' }).click();

  await document.locator('#c').click();
  await keyboard.press('Tab');
  await typeWhileBusy(page, 'Enter', 'lima');
  const leave = page.getByRole('alertdialog');
  await leave.getByRole('button', { name: 'Stay' }).click();
  await isSaid('lima');

  await document.locator('#a').click();
  await keyboard.press('Control+k');
  await keyboard.type('archives');
  await page.getByRole('option', { name: /Archives/, selected: true }).waitFor();
  await keyboard.press('Enter');
  await keyboard.type('golf');
  await leave.getByRole('button', { name: 'Stay' }).click();
  await document.locator('#a:focus').waitFor();
  await keyboard.press('Control+k');
  await keyboard.type('second');
  await page.getByRole('option', { name: /Second/, selected: true }).waitFor();
  await keyboard.press('Enter');
  await keyboard.type('whiskey');
  await person.showsRegion('second', 'whiskey');
  expect(await textOf(person, 'a')).toBe('abcd');
  expect(await textOf(person, 'b')).toBe('');

  await keyboard.press('Control+k');
  await keyboard.type('archives');
  await page.getByRole('option', { name: /Archives/, selected: true }).waitFor();
  await keyboard.press('Enter');
  await leave.getByRole('button', { name: 'Leave' }).click();
  await page.getByRole('heading', { name: 'Archives', level: 1 }).waitFor();
  await keyboard.press('Control+k');
  await keyboard.type('boards');
  await page.getByRole('option', { name: /Boards/, selected: true }).waitFor();
  const busy = keepBusy(page);
  await pressAll(page, 'Enter', ...'oscar'.split(''));
  await busy;
  await page.getByRole('heading', { name: 'Boards', level: 1 }).waitFor();
  await isSaid('oscar');
});
