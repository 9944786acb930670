import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { COMMAND_TEMPLATE_LEFT, COMMAND_TEMPLATE_RIGHT } from '#common/config/constants.ts';
import { paths } from '#common/config/paths.ts';
import { freePort } from '../../tools/run/free-port.ts';
import { it as test, startDemo } from './app-test.ts';
import { PATIENCE, type AppWindow, writer } from './windows.ts';

const root = resolve(import.meta.dirname, '..', '..');
const TYPED = 'Only the two of us know this';

const it = test
  /** The folder of a build with the charts' page. */
  .extend('dist', { scope: 'file' }, async ({}, { onCleanup }) => {
    const dist = await mkdtemp(join(tmpdir(), 'ready-charts-'));
    onCleanup(() => rm(dist, { recursive: true }));
    const env = { ...process.env, NODE_ENV: 'production', READY_CHARTS: '1' };
    await promisify(execFile)(process.execPath, [join(root, 'tools/build/build.ts'), '--out', dist], {
      cwd: root,
      env,
    });
    return dist;
  })
  .extend('server', { scope: 'file' }, ({ dist }, { onCleanup }) => startDemo(onCleanup, { dist }));

/** The files of a build that contain one of these words. */
async function holding(folder: string, words: RegExp): Promise<string[]> {
  const files = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
  const contents = await Promise.all(files.map((file) => readFile(join(file.parentPath, file.name), 'utf8')));
  return files.filter((_, index) => words.test(contents[index] ?? '')).map(({ name }) => name);
}

describe('the bundle', () => {
  const charts = /ready-charts|__charts|living charts|listTemplates ✓/;
  const stately = /stately|xstateinspector/i;
  /** The inspector, but for the name of a button on the page of the charts. */
  const statelyItself = /(?<!Copy for )stately|xstateinspector/i;

  it('holds nothing of the charts unless they were asked for, and never the inspector', async ({ dist }) => {
    expect(await holding(join(root, 'dist'), new RegExp(`${charts.source}|${stately.source}`, 'i'))).toEqual([]);
    expect(await holding(dist, charts)).not.toEqual([]);
    expect(await holding(dist, statelyItself)).toEqual([]);
  });
});

/** Records every message on the channel, from before the first sign-in. */
async function listen(page: Page): Promise<() => Promise<unknown[]>> {
  await page.goto('/icon.svg');
  await page.evaluate(() => {
    const received: unknown[] = [];
    Reflect.set(window, 'received', received);
    new BroadcastChannel('ready-charts').addEventListener('message', ({ data }) => received.push(data));
  });
  return () => page.evaluate(() => Reflect.get(window, 'received') as unknown[]);
}

/** Every text in a message, with the field that it is in. */
function texts(value: unknown, field = ''): [field: string, text: string][] {
  if (typeof value === 'string') return [[field, value]];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => texts(inner, Array.isArray(value) ? field : key));
}

/** Secrets that must never be sent: the password, the user's name, the typed text, every cookie. */
async function secretsOf({ page }: AppWindow): Promise<string[]> {
  const cookies = await page.context().cookies();
  expect(cookies.length).toBeGreaterThan(0);
  return [writer.password, writer.username, TYPED, 'class=\\"editable', ...cookies.map(({ value }) => value)];
}

/** Axe's findings. Evaluated by the debugger: the page's policy refuses injected script elements. */
async function findings(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate(() => (Reflect.get(window, 'axe') as typeof axe).run(document));
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id} ${html}`));
}

const lit = (page: Page): Promise<string[]> =>
  page
    .locator('[data-active][data-state]')
    .evaluateAll((found) => found.map((element) => element.getAttribute('data-state') ?? ''));

describe('/__charts, built for production and under its own policy', () => {
  it('lights up what the application does in another tab, tells it late, and says no more than names', async ({
    person: app,
  }) => {
    const receivedMessages = await listen((await app.sibling()).page);
    await app.signInByHand();
    const { page } = await app.sibling();
    expect((await page.goto('/__charts'))?.status()).toBe(200);
    await page.getByText('1 tab runs Ready').waitFor();
    await page.getByRole('button', { name: /^auth 1 authenticated/ }).click();
    await page.getByText('auth 1 is in authenticated.resting').waitFor();
    expect(await lit(page)).toEqual(
      expect.arrayContaining(['auth', 'auth.authenticated', 'auth.authenticated.resting']),
    );

    await page.getByLabel('Follow what moves').check();
    await app.follow(/^New: Daily Brief/);
    // The document's frame moves last when an editor opens.
    await page.getByRole('heading', { name: 'documentFrame', exact: true }).waitFor();
    await app.typeInto('headline', TYPED);
    await page.getByRole('list', { name: 'Events' }).getByText('document.edited').first().waitFor();
    await page.getByLabel('Follow what moves').uncheck();
    await page.getByRole('button', { name: /^editor 1 / }).click();
    await expect.poll(() => lit(page), PATIENCE).toContain('editor.loaded.text.dirty');

    // A transition that was never taken is red; the one just taken is not. Rows, which no user has edited, have one of that event too.
    await page.getByLabel('Show in red what was never taken').check();
    const never = await page.locator('[data-never]').evaluateAll((all) => all.map((one) => one.textContent));
    expect(never).toContain('attribute.edited');
    expect(never.filter((text) => text?.startsWith('document.edited'))).toHaveLength(1);
    await page.getByRole('button', { name: 'Count anew' }).click();
    await page.getByText(/^0 of \d+ transitions taken in this session/).waitFor();

    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByRole('button', { name: 'Copy for Stately' }).click();
    await page.getByText('Copied.').waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(
      /^import .*export const editorMachine = setup\(.*\}\)\.createMachine\(\{.*\n\}\);\n$/s,
    );

    // With the keyboard only.
    const shapes = page.locator('[role=application] svg > g');
    await page.getByRole('application').press('0');
    const whole = await shapes.getAttribute('transform');
    await page.getByRole('application').press('+');
    await page.getByRole('application').press('ArrowLeft');
    expect(await shapes.getAttribute('transform')).not.toBe(whole);
    await page.getByRole('application').press('0');
    expect(await shapes.getAttribute('transform')).toBe(whole);

    const messages = await receivedMessages();
    const said = JSON.stringify(messages);
    expect(said).toContain('document.edited');
    expect(said).toContain('signIn.requested');
    for (const secret of await secretsOf(app)) expect(said).not.toContain(secret);
    const fields = new Set(messages.flatMap((message) => texts(message)).map(([field]) => field));
    const dashboard = ['dashboard', 'newestArchives', 'unsavedList'];
    const machines = ['app', 'auth', 'refresh', 'login', ...dashboard, 'editor', 'documentFrame', 'leaveGuard'];
    expect([...fields].filter((field) => !machines.includes(field)).toSorted()).toEqual(
      ['event', 'id', 'kind', 'machine', 'parent', 'states', 'tab', 'taken'].toSorted(),
    );
  });

  it('tells two panes of one machine apart', async ({ person: app }) => {
    await app.signIn();
    const { page } = await app.sibling();
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.goto('/__charts');
    await app.goto(paths.multipleDashboard(COMMAND_TEMPLATE_LEFT, COMMAND_TEMPLATE_RIGHT));
    const panes = page.getByRole('button', { name: /^liveArchive \d(?!\/|\d)/ });
    await expect.poll(() => panes.count(), PATIENCE).toBe(2);
    await page.getByRole('button', { name: /^eventStream 2 of liveArchive 2/ }).waitFor();
    await page.getByRole('button', { name: /^liveArchive 1 / }).click();
    await page.getByText('liveArchive 1 is in').waitFor();
    await page.getByRole('button', { name: /^liveArchive 2 / }).click();
    await page.getByText('liveArchive 2 is in').waitFor();
    expect(await lit(page)).toContain('liveArchive');

    expect(await findings(page)).toEqual([]);
    await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
    await page.reload();
    await expect.poll(() => panes.count(), PATIENCE).toBe(2);
    // The dark colours appear a moment after the page.
    await expect.poll(() => findings(page), PATIENCE).toEqual([]);

    await app.page.close();
    await page.getByText('No tab runs Ready').waitFor();
    expect(await lit(page)).toEqual([]);
  });
});

/** `npm run dev`, on a data folder of its own. */
async function develop(data: string): Promise<{ origin: string; child: ChildProcess }> {
  const port = await freePort();
  const child = spawn(process.execPath, [join(root, 'tools/run/dev.ts')], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { PATH: process.env['PATH'], PORT: String(port), READY_DATA: data },
  });
  let said = '';
  // The output is read to its end: writing to a pipe without a reader would end the server.
  const running = Promise.withResolvers<void>();
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    said += text;
    if (said.includes('Ready is running at')) running.resolve();
  });
  child.once('close', () => running.reject(new Error(`The development server ended:\n${said}`)));
  await running.promise;
  return { origin: `http://127.0.0.1:${port}`, child };
}

/** Replaces stately.ai's page: announces itself as that one does, and records every message. */
const inspectorPage = `<!doctype html><title>Inspector</title><script>
  const received = [];
  addEventListener('message', ({ data }) => received.push(data));
  opener.postMessage({ type: '@statelyai.connected' }, '*');
</script>`;

describe('?inspect, in development', () => {
  it('tells the inspector where the charts are, and no password, cookie or word of a document', async ({ windows }) => {
    const data = await mkdtemp(join(tmpdir(), 'ready-inspect-'));
    const { origin, child } = await develop(data);
    try {
      const app = await windows.open(origin);
      const context = app.page.context();
      await context.route('https://stately.ai/**', (route) =>
        route.fulfill({ contentType: 'text/html', body: inspectorPage }),
      );
      const [inspector] = await Promise.all([context.waitForEvent('page'), app.goto('/login?inspect')]);
      await app.fillSignIn(writer.username, writer.password);
      // The inspector receives events when the page is idle; a browser may never call a page idle that is behind another window.
      await app.page.bringToFront();
      await app.follow(/^New: Daily Brief/);
      await app.typeInto('headline', TYPED);
      const receivedMessages = (): Promise<unknown[]> => inspector.evaluate('received');
      // The inspector reports events when the page is idle, and the snapshot of a new actor is from that moment: the event follows it.
      await expect
        .poll(async () => JSON.stringify(await receivedMessages()), PATIENCE)
        .toContain('"type":"document.edited"');
      await expect.poll(async () => JSON.stringify(await receivedMessages()), PATIENCE).toContain('"text":"dirty"');

      const messages = await receivedMessages();
      const said = JSON.stringify(messages);
      expect(said).toContain('"type":"signIn.requested"');
      expect(said).toMatch(/"edits":"list of \d+"/);
      for (const secret of await secretsOf(app)) expect(said).not.toContain(secret);
      const contexts = messages.flatMap((message) =>
        Object.values<unknown>(
          (message as { snapshot?: { context?: Record<string, unknown> } }).snapshot?.context ?? {},
        ),
      );
      const size = /^(null|number|boolean|undefined|text, \d+ characters|list of \d+|object with \d+ fields)$/;
      expect(contexts.filter((field) => !size.test(String(field)))).toEqual([]);
      expect(contexts.length).toBeGreaterThan(0);
      const document = await app.document.locator('body').innerText();
      const words = document.match(/[\p{L} ]{12,}/gu)?.map((text) => text.trim()) ?? [];
      expect(words).toContain(TYPED);
      expect(words.filter((text) => text.includes(' ') && said.includes(text))).toEqual([]);
    } finally {
      child.kill('SIGTERM');
      await once(child, 'close');
      await rm(data, { recursive: true });
    }
  });
});
