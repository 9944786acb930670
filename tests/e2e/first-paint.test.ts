import type { Route } from 'playwright-core';
import { expect } from 'vitest';
import { isFull } from '../../tools/test/suites.ts';
import { it } from './app-test.ts';
import wip from '../../server/seed-data/wips/01-corvane-ridge-status-board.json' with { type: 'json' };
import { COMMAND_TEMPLATE_LEFT, XSRF_COOKIE } from '#common/config/constants.ts';
import { paths } from '#common/config/paths.ts';
import { countShifts, hold, isTakenOver, isThere, shiftsOf } from './first-load.ts';
import { sampleScreens as screens } from './screens.ts';

/** Duration of the session check here, in milliseconds: the first paint comes before its end. */
const LONGER_THAN_THE_FIRST_SCREEN_WAITS = 1_500;

it.for(isFull ? [360, 1280] : [360])(
  'at %i pixels the sign-in is typed into before any script, and the application takes it over as it is',
  async (width, { person: { page } }) => {
    await page.setViewportSize({ width, height: 800 });
    await countShifts(page);
    const letIn = await hold(page, '**/*.js');
    await page.goto(paths.login(), { waitUntil: 'commit' });
    const [name, password] = [page.getByLabel('Username'), page.getByLabel('Password', { exact: true })];
    await name.click();
    const places = () =>
      page.evaluate(() =>
        Array.from(document.querySelectorAll('h1, input, form button, header svg'))
          .filter((element) => element.checkVisibility({ visibilityProperty: true }))
          .map((element) => `${element.localName} ${JSON.stringify(element.getBoundingClientRect())}`),
      );
    const before = await places();
    await page.keyboard.type('dan');
    await page.keyboard.press('ArrowLeft');
    const field = await name.elementHandle();
    letIn();
    await isTakenOver(page);
    await page.keyboard.type('X');
    expect(await field?.evaluate((element) => [(element as HTMLInputElement).value, element.isConnected])).toEqual([
      'daXn',
      true,
    ]);
    await name.fill('dana');
    await page.keyboard.press('Tab');
    expect(await password.evaluate((element) => element === document.activeElement)).toBe(true);
    await page.getByRole('link', { name: 'Login' }).waitFor();
    expect(await places()).toEqual(expect.arrayContaining(before));
    await page.evaluate(() => document.fonts.ready.then(() => new Promise(requestAnimationFrame)));
    expect(await shiftsOf(page)).toEqual([]);
  },
);

it('Enter in the sign-in before the code is there becomes one call, and never sends the form', async ({
  person: { page },
}) => {
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') sent.push(new URL(request.url()).pathname);
  });
  const letIn = await hold(page, '**/*.js');
  await page.goto(paths.login(), { waitUntil: 'commit' });
  // As a password manager fills it.
  await page.getByLabel('Username').fill('dana');
  await page.getByLabel('Password', { exact: true }).fill('ready-demo-2');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  letIn();
  await page.getByText('Login successful!').waitFor();
  await page.waitForURL('**/dashboard');
  expect(sent.filter((path) => /login/.test(path))).toEqual(['/auth/login']);
});

it.for(isFull ? [360, 1280] : [360])(
  'at %i pixels nothing moves on any screen that is opened cold',
  async (width, { admin: owner, visitor: nobody }) => {
    const [admin, visitor] = await Promise.all([owner.sibling(), nobody.sibling()]);
    const moved: Record<string, unknown> = {};
    for (const { page } of [admin, visitor]) {
      await page.setViewportSize({ width, height: 800 });
      await countShifts(page);
      // The replies come one by one, so that every step of the page is painted.
      const answerAlone = async (route: Route): Promise<void> => {
        const response = await route.fetch({ maxRetries: 3 });
        await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
        await route.fulfill({ response });
      };
      for (const calls of ['**/auth/verify', '**/v1/**']) {
        // The call's page may have been closed meanwhile.
        await page.route(calls, (route) => answerAlone(route).catch(() => undefined));
      }
    }
    const slow = {
      name: 'dashboard, after a slow check of the session',
      who: 'admin',
      path: paths.dashboard(),
    } as const;
    const late = async (route: Route): Promise<void> => {
      await new Promise((done) => setTimeout(done, LONGER_THAN_THE_FIRST_SCREEN_WAITS));
      await route.fallback();
    };
    for (const { name, who, path, ready } of [...screens, { ...slow, ready: 'Activity Log' }]) {
      const { page } = who === 'admin' ? admin : visitor;
      if (name === slow.name) await page.route('**/auth/verify', (route) => late(route).catch(() => undefined));
      await page.goto(path);
      await isThere(page, ready);
      // No skeleton is left.
      const room = 'main [role=status] + [aria-hidden=true]:empty';
      await page.waitForFunction((pieces) => document.querySelector(pieces) === null, room);
      await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
      const shifts = await shiftsOf(page);
      if (shifts.length > 0) moved[name] = shifts;
    }
    expect(moved).toEqual({});
  },
);

it('a first visit makes no call that the server refuses; a reload after a sign-in checks the session', async ({
  person,
}) => {
  const { page } = person;
  const answers: string[] = [];
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    if (/^\/(auth|v1)\//.test(pathname)) answers.push(`${response.status()} ${pathname}`);
  });
  await person.goto(paths.dashboard());
  await page.waitForURL(`**${paths.login()}`);
  await page.getByRole('textbox', { name: /^Username/ }).waitFor();
  await page.waitForLoadState('networkidle');
  expect(answers).toEqual([]);
  await person.signIn();
  await person.sees('Activity Log');
  expect(answers).toContain('200 /auth/verify');
});

it("a screen's code is asked for while the session is still being checked", async ({ person: { page }, server }) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  // As of a session that has ended: a visitor's is not checked.
  await page.context().addCookies([{ name: XSRF_COOKIE, value: 'x', url: server.origin }]);
  const answer = await hold(page, '**/auth/verify');
  await page.goto(paths.archives(), { waitUntil: 'commit' });
  await expect.poll(() => asked.some((path) => /\/archives\.route-[\w-]+\.js$/.test(path))).toBe(true);
  answer();
});

it("a screen's first facts are asked for together with the session's check, what depends on the host after it, and each once", async ({
  person: window,
}) => {
  await window.signIn();
  const { page } = window;
  // Calls of the first dashboard are not counted.
  await window.sees('Activity Log');
  await page.waitForLoadState('networkidle');
  const templates = '/v1/templates';
  const newest = `${templates}/recent`;
  const wips = `${templates}/${COMMAND_TEMPLATE_LEFT}/wips`;
  const opened: [path: string, reads: string[], ready: string, after?: string[]][] = [
    // The cards do not wait for the live information, which is requested after them.
    [paths.home(), [templates], 'Activity Log', [newest]],
    [paths.dashboard(), [templates], 'Activity Log', [newest]],
    [paths.selectTemplate(), [templates], 'Select Base Template'],
    [paths.selectTemplateHome(), [templates], 'Select Base Template'],
    [paths.archives(), [templates], 'Getting Started'],
    // Only the session shows if WIPs come in pages (docs/adr/0020-lists-in-pages.md).
    [paths.openWip(COMMAND_TEMPLATE_LEFT), [templates], 'Available WIPs', [wips]],
    // An editor shows the wall's state, once the document has loaded.
    [
      paths.form(COMMAND_TEMPLATE_LEFT),
      [`${templates}/${COMMAND_TEMPLATE_LEFT}`],
      'Template',
      [`${templates}/${COMMAND_TEMPLATE_LEFT}/archives/recent`],
    ],
    [
      paths.wip(wip.template, wip.uuid),
      [`/v1/wips/${wip.uuid}`],
      'Submit to Dashboard',
      [`${templates}/${wip.template}/archives/recent`],
    ],
  ];
  for (const [path, reads, ready, after = []] of opened) {
    const asked: string[] = [];
    const note = (request: { url(): string; method(): string }): void => {
      const { pathname } = new URL(request.url());
      if (request.method() === 'GET' && pathname.startsWith('/v1/')) asked.push(pathname);
    };
    page.on('request', note);
    const answer = await hold(page, '**/auth/verify');
    await page.goto(path, { waitUntil: 'commit' });
    await expect.poll(() => asked).toEqual(reads);
    answer();
    await window.sees(ready);
    await page.waitForLoadState('networkidle');
    expect(asked).toEqual([...reads, ...after]);
    page.off('request', note);
    await page.unrouteAll({ behavior: 'wait' });
  }
});
