import type { Route } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { COMMAND_TEMPLATE_LEFT, COMMAND_TEMPLATE_RIGHT } from '#config/constants.ts';
import { paths } from '#config/paths.ts';
import { startServer, type TestServer } from '#tests/support/server.ts';
import {
  drawnAlone,
  drawnEarly,
  held as heldWindow,
  linksOf,
  look,
  namesIn,
  remember,
  takenOver,
  type Template,
  templatesAre,
} from './early-page.ts';
import { hold } from './first-load.ts';
import { type AppWindow, openBrowser, type Windows, writer } from './windows.ts';

const administrator = { username: 'amir', password: 'ready-demo-3' } as const;

let server: TestServer;
let windows: Windows;
/** Somebody who writes and has signed in; each test has a window of its own beside it. */
let signedIn: AppWindow;

beforeAll(async () => {
  [server, windows] = await Promise.all([startServer(), openBrowser()]);
  signedIn = await windows.open(server.origin);
  await signedIn.signIn();
});
afterAll(async () => {
  expect(windows.complaints).toEqual([]);
  await windows.close();
  await server.stop();
});

const held = (of: AppWindow = signedIn): ReturnType<typeof heldWindow> => heldWindow(of);

/** In an order in which numbers in a name count as numbers. */
const ordered = Array.from({ length: 58 }, (_, at) => `Order ${at + 1}`);
const fives = ordered.filter((name) => name.includes('5'));
const MARKUP = '<b>&"';
const many: Template[] = [
  ...ordered.toReversed().map((name, at) => ({ uuid: `order-${at}`, name, description: `${MARKUP} of ${name}` })),
  { uuid: 'nameless', name: null },
  { uuid: 'markup', name: MARKUP },
];

describe('before the application is there', () => {
  it.each([
    { width: 1280, person: administrator, path: paths.dashboard() },
    { width: 360, person: writer, path: paths.home() },
  ])('$path stands there for $person.username at $width pixels, and is taken over as it is', async (shown) => {
    const { width, person, path } = shown;
    const owner = person === writer ? signedIn : await windows.open(server.origin);
    if (owner !== signedIn) await owner.signIn(person);
    const reply = await owner.page.request.get('/v1/templates');
    const { templates } = (await reply.json()) as { templates: Template[] };
    const { page, window, letIn } = await held(owner);
    await page.setViewportSize({ width, height: 800 });
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await page.goto(path, { waitUntil: 'commit' });
    expect(await drawnEarly(page)).toBe(true);
    expect(await page.title()).toBe('Dashboard · Ready');
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Dashboard');
    expect(await page.getByText(`Welcome, ${person.username}`).count()).toBe(1);
    expect(await namesIn(page, 'edit-docs')).toEqual(templates.map(({ name }) => name));
    expect(await linksOf(page)).toEqual([
      ['Skip to content', '#main'],
      ['Ready', paths.home()],
      ['Dashboard', paths.dashboard()],
      ['Templates', paths.selectTemplate()],
      ['Archives', paths.archives()],
      ...(person === administrator ? [['User Roles', paths.userAdmin()]] : []),
      ['Edit Docs', '#edit-docs'],
      ['View Live: Command Docs', paths.multipleDashboard(COMMAND_TEMPLATE_LEFT, COMMAND_TEMPLATE_RIGHT)],
      ...templates.map(({ uuid, name }) => [`View Live: ${name}`, paths.templateDashboard(uuid)]),
      ...templates.flatMap(({ uuid, name }) => [
        [`New: ${name}`, paths.form(uuid)],
        [`edit WIPs: ${name}`, paths.openWip(uuid)],
      ]),
    ]);
    const shape = await remember(page);
    letIn();
    await takenOver(page);
    expect(await look(page)).toEqual({ gone: [], shape, shifts: 0 });
    expect(shape).toEqual(await drawnAlone(owner, path));
    // Neither fact was asked for twice.
    expect(asked.filter((one) => /^\/(auth|v1)\//.test(one)).toSorted()).toEqual(['/auth/verify', '/v1/templates']);
    await page.evaluate(() => Reflect.set(globalThis, 'isSamePage', true));
    await window.follow('Archives');
    await page.waitForURL(`**${paths.archives()}`);
    await page.getByRole('heading', { level: 1, name: 'Archives' }).waitFor();
    expect(await page.evaluate(() => Reflect.get(globalThis, 'isSamePage') as unknown)).toBe(true);
    await page.close();
  });

  it('a long list stands there in order, names as text, and is taken over as it is', async () => {
    const { page, letIn } = await held();
    await templatesAre(page, many);
    await page.goto(paths.dashboard(), { waitUntil: 'commit' });
    expect(await drawnEarly(page)).toBe(true);
    // What a screen of 1,280 x 900 has room for.
    const first = [MARKUP, ...ordered].slice(0, 29);
    expect(await namesIn(page, 'view-live-docs')).toEqual(['Command Docs', ...first]);
    expect(await namesIn(page, 'edit-docs')).toEqual(first);
    expect(await page.getByText(`${MARKUP} of Order 7`, { exact: true }).count()).toBe(1);
    expect(await page.getByRole('button', { name: 'Show 19 more' }).count()).toBe(2);
    const shape = await remember(page);
    letIn();
    await takenOver(page);
    expect(await look(page)).toEqual({ gone: [], shape, shifts: 0 });
    expect(shape).toEqual(await drawnAlone(signedIn, paths.dashboard(), many));
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    await expect.poll(() => namesIn(page, 'edit-docs')).toEqual([MARKUP, ...ordered, 'Untitled']);
    await page.getByRole('searchbox', { name: 'Search documents' }).fill('order 5');
    await expect.poll(() => page.getByRole('status').allTextContents()).toContain(`${fives.length} of 60 documents`);
    await page.close();
  });

  it('what is typed into the search stays there, and is searched for', async () => {
    const { page, letIn } = await held();
    await templatesAre(page, many);
    await page.goto(paths.dashboard(), { waitUntil: 'commit' });
    expect(await drawnEarly(page)).toBe(true);
    const field = page.getByRole('searchbox', { name: 'Search documents' });
    await field.pressSequentially('order 5');
    letIn();
    await takenOver(page);
    await expect.poll(() => page.getByRole('status').allTextContents()).toContain(`${fives.length} of 60 documents`);
    expect(await field.inputValue()).toBe('order 5');
    expect(await field.evaluate((element) => element === document.activeElement)).toBe(true);
    await field.press('Tab');
    await page.waitForURL('**/dashboard?q=order+5');
    await page.close();
  });

  it('a search in the address is found', async () => {
    const { page, letIn } = await held();
    await templatesAre(page, many);
    await page.goto(`${paths.dashboard()}?q=order+5`, { waitUntil: 'commit' });
    expect(await drawnEarly(page)).toBe(true);
    expect(await namesIn(page, 'view-live-docs')).toEqual(fives);
    expect(await page.getByRole('searchbox').inputValue()).toBe('order 5');
    expect(await page.getByRole('status').allTextContents()).toContain(`${fives.length} of 60 documents`);
    const shape = await remember(page);
    letIn();
    await takenOver(page);
    expect(await look(page)).toEqual({ gone: [], shape, shifts: 0 });
    expect(shape).toEqual(await drawnAlone(signedIn, `${paths.dashboard()}?q=order+5`, many));
    expect(await page.getByRole('searchbox').inputValue()).toBe('order 5');
    await page.close();
  });

  it('the first steps stand there where there is no template', async () => {
    const { page, letIn } = await held();
    await templatesAre(page, []);
    await page.goto(paths.dashboard(), { waitUntil: 'commit' });
    expect(await drawnEarly(page)).toBe(true);
    expect(await page.getByText('No Documents Available').count()).toBe(1);
    expect(await page.getByRole('listitem').count()).toBe(3);
    const shape = await remember(page);
    letIn();
    await takenOver(page);
    expect(await look(page)).toEqual({ gone: [], shape, shifts: 0 });
    expect(shape).toEqual(await drawnAlone(signedIn, paths.dashboard(), []));
    await page.close();
  });
});

describe('nothing is drawn before the application', () => {
  const answer = (what: Parameters<Route['fulfill']>[0]) => (route: Route) => route.fulfill(what);
  const refused = answer({ status: 401, json: { message: 'Who are you?' } });
  it.each([
    ['where the session is refused', '**/auth/*', refused, 'Sign in'],
    ['where the list fails', '**/v1/templates', answer({ status: 500, json: {} }), 'Error Loading Dashboard'],
    [
      'where the list is a page',
      '**/v1/templates',
      answer({ contentType: 'text/html', body: '<h1>Proxy</h1>' }),
      'Error Loading Dashboard',
    ],
    ['where the list is none', '**/v1/templates', answer({ json: { templates: 'none' } }), 'Error Loading Dashboard'],
    ['where what draws it does not come', '**/assets/early-dashboard-*', (route: Route) => route.abort(), 'Dashboard'],
  ])('%s', async (_where, calls, reply, ends) => {
    const { page, letIn } = await held();
    await page.route(calls, reply);
    await page.goto(paths.dashboard(), { waitUntil: 'commit' });
    expect(await drawnEarly(page)).toBe(false);
    expect(await page.locator('#root .shell').count()).toBe(1);
    letIn();
    await page.getByRole('heading', { level: 1, name: ends, exact: true }).waitFor();
    if (ends !== 'Dashboard') expect(await page.getByRole('heading', { name: 'View Live Docs' }).count()).toBe(0);
    else await page.getByRole('link', { name: 'View Live: Command Docs' }).waitFor();
    await page.close();
  });

  it('where nobody is signed in', async () => {
    const { page, letIn } = await held(await windows.open(server.origin));
    await page.goto(paths.dashboard(), { waitUntil: 'commit' });
    expect(await drawnEarly(page)).toBe(false);
    expect(await page.evaluate(() => [...(window.readyEarly?.replies.keys() ?? [])])).toEqual(['/auth/verify']);
    letIn();
    await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
    await page.close();
  });

  it('where the application was there first', async () => {
    const { page, letIn } = await held();
    await page.addInitScript(() => {
      window.readyEarly = null;
    });
    letIn();
    await page.goto(paths.dashboard());
    await page.getByRole('link', { name: 'View Live: Command Docs' }).waitFor();
    expect(await page.evaluate(() => window.readyEarly)).toBe(null);
    await page.close();
  });
});

it('the application takes over no half of a drawing: one that began after it waited is finished first', async () => {
  const { page, letIn } = await held();
  await page.addInitScript(() => {
    // Frames that take long.
    const frame = window.requestAnimationFrame.bind(window);
    window.requestAnimationFrame = (next) => window.setTimeout(() => frame(next), 300);
  });
  const answer = await hold(page, '**/v1/templates');
  letIn();
  await page.goto(paths.dashboard(), { waitUntil: 'commit' });
  await page.waitForFunction(() => window.readyEarly?.replies.size === 0);
  answer();
  expect(await drawnEarly(page, true)).toBe(true);
  const shape = await remember(page);
  await takenOver(page);
  expect(await look(page)).toEqual({ gone: [], shape, shifts: 0 });
  await page.close();
});

describe('what a person does before the application is there', () => {
  it('a link leads to its page', async () => {
    const { page, letIn } = await held();
    await page.goto(paths.dashboard(), { waitUntil: 'commit' });
    expect(await drawnEarly(page)).toBe(true);
    await page.getByRole('link', { name: 'Archives', exact: true }).click({ noWaitAfter: true });
    await page.waitForURL(`**${paths.archives()}`, { waitUntil: 'commit' });
    letIn();
    await page.getByRole('heading', { level: 1, name: 'Archives' }).waitFor();
    await page.close();
  });

  it('the focus stays on a link', async () => {
    const { page, letIn } = await held();
    await page.goto(paths.dashboard(), { waitUntil: 'commit' });
    expect(await drawnEarly(page)).toBe(true);
    const link = page.getByRole('link', { name: /^edit WIPs: / }).last();
    await link.focus();
    letIn();
    await takenOver(page);
    expect(await link.evaluate((element) => element === document.activeElement)).toBe(true);
    await page.close();
  });

  it('what has become old meanwhile is not kept', async () => {
    const { page, letIn } = await held();
    await templatesAre(page, many);
    await page.goto(paths.dashboard(), { waitUntil: 'commit' });
    expect(await drawnEarly(page)).toBe(true);
    await page.unroute('**/v1/templates');
    await templatesAre(page, [{ uuid: 'new', name: 'As it is now' }]);
    await page.evaluate(() => Reflect.set(globalThis, 'later', 6_000));
    letIn();
    await expect.poll(() => namesIn(page, 'edit-docs')).toEqual(['As it is now']);
    // The page's own one comes last, for a screen without a title.
    const titles = await page.evaluate(() => [...document.querySelectorAll('title')].map((title) => title.text));
    expect(titles).toEqual(['Dashboard · Ready', 'Ready']);
    await page.close();
  });

  it('the sheet of shortcuts opens for a key that was pressed before', async () => {
    const { page, letIn } = await held();
    await page.goto(paths.dashboard(), { waitUntil: 'commit' });
    expect(await drawnEarly(page)).toBe(true);
    await page.keyboard.press('?');
    letIn();
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.close();
  });

  it('who logs out is logged out', async () => {
    const owner = await windows.open(server.origin);
    await owner.signIn();
    const { page, letIn } = await held(owner);
    await page.goto(paths.dashboard(), { waitUntil: 'commit' });
    expect(await drawnEarly(page)).toBe(true);
    await page.getByRole('button', { name: 'Logout' }).click();
    letIn();
    await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
    await expect.poll(async () => (await page.request.get('/auth/verify')).status()).toBe(401);
  });
});
