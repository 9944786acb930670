import axe from 'axe-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import wip from '../../server/seed-data/wips/01-corvane-ridge-status-board.json' with { type: 'json' };
import { COMMAND_TEMPLATE_LEFT, COMMAND_TEMPLATE_RIGHT } from '#config/constants.ts';
import { paths } from '#config/paths.ts';
import { startServer, type TestServer } from '#tests/support/server.ts';
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

const screens: [name: string, who: 'admin' | 'visitor', path: string, ready: string][] = [
  ['sign in', 'visitor', paths.login(), 'Sign In'],
  ['sign up', 'visitor', paths.signup(), 'First name'],
  ['already signed in', 'admin', paths.login(), 'Already Logged In'],
  ['dashboard', 'admin', paths.dashboard(), 'Activity Log'],
  ['select template', 'admin', paths.selectTemplate(), 'Select Base Template'],
  ['editor of a template', 'admin', paths.form(COMMAND_TEMPLATE_LEFT), 'Base template'],
  ['editor of a WIP', 'admin', paths.wip(wip.template, wip.uuid), 'Submit to Dashboard'],
  ['WIP list', 'admin', paths.openWip(COMMAND_TEMPLATE_LEFT), 'Available WIPs (1)'],
  ['archives', 'admin', paths.archives(), 'Getting Started'],
  ['user management', 'admin', paths.userAdmin(), 'Update a user'],
  ['WIP dashboard', 'admin', paths.wipDashboard(wip.uuid), 'Live'],
  ['template dashboard', 'admin', paths.templateDashboard(COMMAND_TEMPLATE_LEFT), 'Live'],
  ['command dashboard', 'admin', paths.multipleDashboard(COMMAND_TEMPLATE_LEFT, COMMAND_TEMPLATE_RIGHT), 'Live'],
  ['not found', 'visitor', '/nowhere', 'Not Found'],
];

describe.each(['light', 'dark'] as const)('axe finds nothing, %s', (colorScheme) => {
  it.each(screens)('on the screen: %s', async (_name, who, path, ready) => {
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

describe('no screen scrolls sideways', () => {
  it.each([360, 768, 1280, 1920])('at %i pixels', async (width) => {
    for (const [name, who, path, ready] of screens) {
      const { page } = who === 'admin' ? admin : visitor;
      await page.setViewportSize({ width, height: 800 });
      await page.goto(path);
      await page.getByText(ready).first().waitFor();
      const overflow = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect({ name, overflow }).toEqual({ name, overflow: 0 });
    }
  });
});
