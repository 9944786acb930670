import axe from 'axe-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { COMMAND_TEMPLATE_LEFT } from '#config/constants.ts';
import { paths } from '#config/paths.ts';
import { startServer, type TestServer } from '#tests/support/server.ts';
import { screens } from './screens.ts';
import { type AppWindow, openBrowser, type Windows } from './windows.ts';

let server: TestServer;
let windows: Windows;
let admin: AppWindow;
let visitor: AppWindow;

beforeAll(async () => {
  [server, windows] = await Promise.all([startServer(), openBrowser()]);
  [admin, visitor] = await Promise.all([windows.open(server.origin), windows.open(server.origin)]);
  await admin.signIn({ username: 'amir', password: 'ready-demo-3' });
});
afterAll(async () => {
  await windows.close();
  await server.stop();
});

type Finding = { rule: string; nodes: string[] };

/** What axe finds on the application's own page; the documents have a test of their own. */
async function findings({ page }: AppWindow): Promise<Finding[]> {
  // The page's policy refuses injected script elements; what the debugger evaluates is not the page's.
  await page.evaluate(axe.source);
  return page.evaluate(async () => {
    const run = Reflect.get(window, 'axe') as typeof axe;
    const { violations } = await run.run(document, {
      iframes: false,
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
    });
    return violations.map(({ id, nodes }) => ({ rule: id, nodes: nodes.map(({ html }) => html.slice(0, 200)) }));
  });
}

describe.each(['light', 'dark'] as const)('axe finds nothing, %s', (colorScheme) => {
  it.each(screens)('on the screen: $name', async ({ who, path, ready }) => {
    const window = who === 'admin' ? admin : visitor;
    await window.page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await window.goto(path);
    await window.sees(ready);
    expect(await findings(window)).toEqual([]);
  });
});

const OPEN_LIST = 'an open list of templates';

/** States that an address alone does not lead to. */
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
    OPEN_LIST,
    paths.selectTemplate(),
    async ({ page }) => {
      await page.getByRole('combobox').click();
      await page.getByRole('option').first().waitFor();
    },
  ],
  [
    'no choice made',
    paths.selectTemplate(),
    async (window) => {
      await window.press('Select Template');
      await window.sees('Please select a template.');
    },
  ],
  [
    'the question for a name',
    paths.form(COMMAND_TEMPLATE_LEFT),
    async (window) => {
      await window.document.locator('.editable').first().waitFor();
      await window.press(/^Save/);
      await window.page.getByRole('dialog', { name: 'Save' }).waitFor();
    },
  ],
  [
    'the question before a deletion',
    paths.openWip(COMMAND_TEMPLATE_LEFT),
    async ({ page }) => {
      await page
        .getByRole('button', { name: /^Delete/ })
        .first()
        .click();
      await page.getByRole('alertdialog').waitFor();
    },
  ],
  [
    'a field that complains',
    paths.userAdmin(),
    async (window) => {
      await window.press('Assign Role');
      await window.sees('User selection is required.');
    },
  ],
  ['a dashboard that failed', paths.dashboard(), (window) => window.sees('Error Loading Dashboard')],
  ['an editor that failed', paths.form(COMMAND_TEMPLATE_LEFT), (window) => window.sees('Error Loading Form')],
  ['a wall that failed', paths.templateDashboard(COMMAND_TEMPLATE_LEFT), (window) => window.sees('Try Again')],
  [
    'a dashboard of 2,000 documents',
    paths.dashboard(),
    async ({ page }) => {
      await page.getByRole('searchbox', { name: 'Search documents' }).fill('1999');
      await page.getByText('1 of 2000 documents').waitFor();
    },
  ],
];

describe.each(['light', 'dark'] as const)('axe finds nothing in a state, %s', (colorScheme) => {
  it.each(states)('%s', async (name, path, lead) => {
    const { page } = admin;
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    if (name.endsWith('failed')) await page.route('**/v1/**', (route) => route.abort());
    if (name.includes('2,000')) {
      const templates = Array.from({ length: 2_000 }, (_, at) => ({ uuid: `t-${at}`, name: `Document ${at}` }));
      await page.route('**/v1/templates', (route) => route.fulfill({ json: { templates } }));
    }
    await admin.goto(path);
    await lead(admin);
    // While a list is open the page behind it is hidden: what a page as a whole needs is not asked of the list.
    const ofPages = name === OPEN_LIST ? ['page-has-heading-one', 'region'] : [];
    const found = (await findings(admin)).filter(({ rule }) => !ofPages.includes(rule));
    await page.unrouteAll();
    expect(found).toEqual([]);
  });
});
