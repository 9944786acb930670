import axe from 'axe-core';
import { describe, expect } from 'vitest';
import { it } from './app-test.ts';
import { paths } from '#config/paths.ts';
import { showLateNotice } from './first-load.ts';
import { screens } from './screens.ts';
import type { AppWindow } from './windows.ts';

type Finding = { rule: string; scheme: 'light' | 'dark'; nodes: string[] };

/** What axe finds on the application's own page, light and dark; the documents have a test of their own. */
async function findings({ page }: AppWindow): Promise<Finding[]> {
  // Evaluated by the debugger: the page's policy refuses injected script elements.
  await page.evaluate(axe.source);
  const found: Finding[] = [];
  for (const colorScheme of ['light', 'dark'] as const) {
    // oxlint-disable eslint/no-await-in-loop -- one page, one look after the other
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    const here = await page.evaluate(async () => {
      await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
      // But what is to come in ten seconds only.
      const soon = document.getAnimations().filter(({ effect }) => Number(effect?.getTiming().delay) < 1_000);
      await Promise.allSettled(soon.map(({ finished }) => finished));
      const run = Reflect.get(window, 'axe') as typeof axe;
      const { violations } = await run.run(document, {
        iframes: false,
        runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
      });
      return violations.map(({ id, nodes }) => ({ rule: id, nodes: nodes.map(({ html }) => html.slice(0, 200)) }));
    });
    // oxlint-enable eslint/no-await-in-loop
    found.push(...here.map((finding) => ({ ...finding, scheme: colorScheme })));
  }
  return found;
}

/** Screens whose every state has been looked at by `tests/e2e-paths/states.test.ts`, and which the demo's data does not change. */
const PLAIN = new Set(['sign in', 'sign up']);

describe('axe finds nothing, light and dark', () => {
  it.for(screens.filter(({ name }) => !PLAIN.has(name)))(
    'on the screen: $name',
    async ({ who, path, ready }, { admin, visitor }) => {
      const window = who === 'admin' ? admin : visitor;
      await window.goto(path);
      await window.sees(ready);
      expect(await findings(window)).toEqual([]);
    },
  );
});

it('changes its colours at once for who wants no motion', async ({ visitor: { page } }) => {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  await page.goto(paths.login());
  await page.getByRole('button', { name: 'Sign in' }).waitFor();
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  const moving = await page.evaluate(async () => {
    await new Promise(requestAnimationFrame);
    return document.getAnimations().filter((animation) => animation instanceof CSSTransition).length;
  });
  expect(moving).toBe(0);
});

describe('axe finds nothing before the application is there, light and dark', () => {
  it.for([paths.login(), paths.signup(), paths.dashboard(), paths.wipDashboard('a')])(
    'at %s',
    async (path, { visitor }) => {
      const window = await visitor.sibling();
      await window.page.route('**/*.js', (route) => route.abort());
      await window.page.goto(path);
      // The shell has no title yet, as the application while it loads; fields that cannot be typed into yet are not counted.
      expect((await findings(window)).filter(({ rule }) => rule !== 'page-has-heading-one')).toEqual([]);
      await showLateNotice(window.page);
      expect(await findings(window)).toEqual([]);
      await window.page.close();
    },
  );
});

const OPEN_LIST = 'an open list of templates';

/** States that no machine has: every state of every machine is looked at by `tests/e2e-paths/states.test.ts`. */
const states: [name: string, path: string, lead: (window: AppWindow) => Promise<void>][] = [
  [
    'the sheet of shortcuts',
    paths.dashboard(),
    async ({ page }) => {
      await page.getByRole('heading', { name: 'View Live Docs' }).waitFor();
      await page.keyboard.press('?');
      await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
    },
  ],
  [
    'the menu of further ways',
    paths.dashboard(),
    async ({ page }) => {
      await page.getByText('More', { exact: true }).click();
      await page.getByRole('link', { name: 'Boards' }).waitFor();
    },
  ],
  [
    OPEN_LIST,
    paths.selectTemplate(),
    async ({ page }) => {
      await page.getByRole('combobox').click();
      await page.getByRole('option').first().waitFor();
    },
  ],
  [
    'a dashboard of 2,000 documents',
    paths.dashboard(),
    async ({ page }) => {
      await page.getByRole('searchbox', { name: 'Search documents' }).fill('1999');
      await page.getByText('1 of 2000 documents').waitFor();
    },
  ],
];

describe('axe finds nothing in a state, light and dark', () => {
  it.for(states)('%s', async ([name, path, lead], { admin }) => {
    const { page } = admin;
    await page.setViewportSize({ width: 1280, height: 800 });
    if (name.includes('2,000')) {
      const templates = Array.from({ length: 2_000 }, (_, at) => ({ uuid: `t-${at}`, name: `Document ${at}` }));
      await page.route('**/v1/templates', (route) => route.fulfill({ json: { templates } }));
    }
    await admin.goto(path);
    await lead(admin);
    // While a list is open the page behind it is hidden: rules for a whole page do not apply to the list.
    const ofPages = name === OPEN_LIST ? ['page-has-heading-one', 'region'] : [];
    const found = (await findings(admin)).filter(({ rule }) => !ofPages.includes(rule));
    await page.unrouteAll();
    expect(found).toEqual([]);
  });
});
