import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { it } from '../app-test.ts';
import { type AppWindow, writer as dana } from '../windows.ts';

let person: AppWindow;
let page: Page;

it.beforeEach(({ person: opened }) => {
  person = opened;
  ({ page } = opened);
});

const MOST_STEPS = 80;

/** The focused element, as `role name`; inside a document's frame the region's id. */
async function focused(): Promise<string> {
  const describe = (): string => {
    const element = document.activeElement;
    if (element === null || element === document.body) return 'nothing';
    const name = element.getAttribute('aria-label') ?? element.id;
    const text = element instanceof HTMLElement ? element.innerText.trim().replace(/\s+/g, ' ') : '';
    const label = element instanceof HTMLInputElement ? (element.labels?.[0]?.innerText ?? '') : '';
    return `${element.localName} ${label || (element.getAttribute('aria-label') ?? (text || name))}`;
  };
  const onPage = await page.evaluate(describe);
  if (!onPage.startsWith('iframe')) return onPage;
  const id = await person.document
    .locator(':focus')
    .getAttribute('id', { timeout: 5_000 })
    .catch(() => null);
  return `region ${id ?? ''}`;
}

/** Waits until an element has the focus: on its way into a document's frame, which is in another process, it is nowhere for a moment. */
async function arrived(): Promise<void> {
  const isSomewhere = (): boolean => document.activeElement !== null && document.activeElement !== document.body;
  await page.waitForFunction(isSomewhere, null, { timeout: 2_000 }).catch(() => undefined);
}

/** Presses Tab until the focused element matches a pattern. @throws with the elements passed, when none does */
async function tabTo(wanted: RegExp): Promise<void> {
  const way: string[] = [];
  for (let step = 0; step < MOST_STEPS; step += 1) {
    await page.keyboard.press('Tab');
    await arrived();
    const now = await focused();
    if (wanted.test(now)) return;
    way.push(now);
  }
  throw new Error(`Tab never came to ${String(wanted)}:\n${way.join('\n')}`);
}

async function focusIs(wanted: string): Promise<void> {
  await expect.poll(focused, { timeout: 60_000 }).toBe(wanted);
}

/** The page's last announcement to assistive technology. */
async function announced(text: string): Promise<void> {
  await expect
    .poll(() =>
      page.evaluate(() => [...document.querySelectorAll('[role=status]')].map((region) => region.textContent)),
    )
    .toContain(text);
}

it('the whole main job, from signing in to looking at the wall, without a mouse', async () => {
  await person.goto('/');
  await focusIs('input Username');
  await page.keyboard.type(dana.username);
  await tabTo(/^input Password/);
  await page.keyboard.type(dana.password);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/dashboard');
  await focusIs('h1 Dashboard');
  await announced('Dashboard · Ready');

  await tabTo(/^a New: General Message/);
  await page.keyboard.press('Enter');
  await focusIs('region incident-name');
  await announced('General Message · Ready');
  await page.keyboard.type('Corvane Ridge');
  await person.isDirty();

  await page.keyboard.press('Control+s');
  await page.keyboard.type('By keyboard');
  // The field has the keyboard a moment before it has the name, and until then an Enter belongs to the name.
  await expect.poll(() => page.getByLabel('Form Name *').inputValue()).toBe('By keyboard');
  await focusIs('input Form Name *');
  await page.keyboard.press('Enter');
  await person.seesSuccess('save');
  // The first save changes the address and leaves the caret where it was.
  await focusIs('region incident-name');
  await page.keyboard.type(' Fire');
  await person.isDirty();
  await page.keyboard.press('Control+s');
  await person.seesSuccess('save');
  await page.keyboard.press('Control+Enter');
  await person.agrees();
  await person.seesSuccess('submit');
  await focusIs('region incident-name');
  await person.showsRegion('incident-name', 'Corvane Ridge Fire');

  await page.keyboard.press('Shift+Tab');
  await expect
    .poll(async () => {
      await page.keyboard.press('Shift+Tab');
      return focused();
    })
    .toBe('a View in Dashboard');
  await page.keyboard.press('Enter');
  await focusIs('h1 Ready Dashboard');
  await person.showsRegion('incident-name', 'Corvane Ridge Fire');
  await tabTo(/^a Back$/);
  await page.keyboard.press('Enter');
  await focusIs('h1 Dashboard');
});

it("the sheet of shortcuts opens by '?' and from inside a document, and gives the focus back", async () => {
  // Only a screen reached from another one has the keyboard.
  await person.signInByHand();
  await page.keyboard.press('?');
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await sheet.getByText('Next empty field', { exact: true }).waitFor();
  await page.keyboard.press('Escape');
  await focusIs('h1 Dashboard');

  await person.follow(/^New: Daily Brief/);
  await person.document.locator('#headline').click();
  await page.keyboard.type('Is it?');
  expect(await sheet.count()).toBe(0);
  await page.keyboard.press('Control+/');
  await sheet.waitFor();
  await page.keyboard.press('Escape');
  await focusIs('region headline');
  await page.keyboard.press('F2');
  // Keys must not go into the document, which is not visible now.
  await focusIs('input Search fields');
  await page.getByRole('textbox', { name: 'headline' }).waitFor();
  await page.keyboard.press('F2');
  await focusIs('region headline');
  await person.showsRegion('headline', 'Is it?');
});

it('quick open leads from a document into a new one and from region to region, and gives the keyboard back', async () => {
  await person.signInByHand();
  await focusIs('h1 Dashboard');
  const sheet = page.getByRole('dialog', { name: 'Search' });
  const ask = async (): Promise<void> => {
    await page.keyboard.press('Control+k');
    await focusIs('input Search');
  };
  await page.keyboard.press('Control+k');
  await page.keyboard.type('new act');
  await sheet.getByRole('option').first().waitFor();
  await page.keyboard.press('Enter');
  await focusIs('region incident-name');
  await announced('Activity Log · Ready');
  await page.keyboard.type('Corvane Ridge');
  await person.isDirty();

  await ask();
  await page.keyboard.press('Escape');
  await focusIs('region incident-name');
  await page.keyboard.type(' Fire');
  await person.showsRegion('incident-name', 'Corvane Ridge Fire');

  // A region has the name that the document returns on request.
  await page.keyboard.press('Control+k');
  await page.keyboard.type('home agen');
  await sheet.getByRole('group', { name: 'Fields of this document' }).getByRole('option').first().waitFor();
  await page.keyboard.press('Enter');
  await focusIs('region log-agency');

  await ask();
  await page.keyboard.type('archives');
  await page.getByRole('option', { name: /Archives/, selected: true }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Stay' }).click();
  await focusIs('region log-agency');
});

/** Presses keys and counts them: a chord is one, and so is each letter typed into quick open. */
function counter() {
  let keys = 0;
  const key = async (name: string): Promise<void> => {
    keys += 1;
    await page.keyboard.press(name);
    await arrived();
  };
  return {
    key,
    count: () => keys,
    /** Opens the first result of quick open. */
    seek: async (letters: string, found: RegExp): Promise<void> => {
      await key('Control+k');
      keys += letters.length;
      await page.keyboard.type(letters);
      await page.getByRole('option', { name: found, selected: true }).waitFor();
      await key('Enter');
    },
    submit: async (): Promise<void> => {
      // For a moment after a save the document is read again, and the key does nothing.
      await page.locator('button:not([aria-disabled])', { hasText: 'Submit to Dashboard' }).waitFor();
      await key('Control+Enter');
      // The message of success may have come and gone; the way back stays.
      await page
        .getByText(/^(Put this on the wall\?|Form submitted successfully!|Put back the .* version)$/)
        .first()
        .waitFor();
    },
  };
}
async function isInDocument(): Promise<void> {
  await expect.poll(focused, { timeout: 60_000 }).toMatch(/^region ./);
}

it('an Activity Log of 20 fields takes at most 30 keys besides its text, from the sign-in page to the wall', async () => {
  const { key, seek, submit, count } = counter();
  await person.goto('/login');
  await expect.poll(focused).toMatch(/^input Username/);
  await page.keyboard.type(dana.username);
  await key('Tab');
  await page.keyboard.type(dana.password);
  await key('Enter');
  await page.getByRole('heading', { name: 'Edit Docs' }).waitFor({ timeout: 60_000 });
  await seek('act', /^New: Activity Log/);
  await isInDocument();
  for (let field = 1; field <= 20; field += 1) {
    // oxlint-disable eslint/no-await-in-loop -- one field after the other
    await page.keyboard.type(`Text ${field}`);
    if (field < 20) await key('Tab');
    // oxlint-enable eslint/no-await-in-loop
  }
  await key('Control+s');
  await page.keyboard.type('Night log');
  await expect.poll(() => page.getByRole('textbox', { name: /^Form Name/ }).inputValue()).toBe('Night log');
  await key('Enter');
  await person.sees('Form saved successfully!');
  await submit();
  expect(count()).toBeLessThanOrEqual(30);
});

it('two figures of the last board take at most 12 keys besides them, from the dashboard to the wall', async () => {
  await person.signIn();
  await person.follow(/^edit WIPs: Incident Status Board/);
  await person.follow(/^Open WIP: Corvane Ridge/);
  await isInDocument();
  await person.goto('/dashboard');
  await page.getByRole('heading', { name: 'Continue' }).waitFor();
  const { key, seek, submit, count } = counter();
  await seek('', /^Corvane Ridge/);
  await isInDocument();
  await seek('con', /^Percent contained/);
  await focusIs('region percent-contained');
  await key('Control+a');
  await page.keyboard.type('40 %');
  await key('Tab');
  await key('Control+a');
  await page.keyboard.type('290');
  await key('Control+s');
  await person.sees('Form saved successfully!');
  await submit();
  expect(count()).toBeLessThanOrEqual(12);
});
