import { screen, within } from '@testing-library/dom';
import { describe, expect, it } from 'vitest';
import { held, json, refused } from '#tests/support/hosts/fake-answers.ts';
import { hostForEachTest, type MountedApp } from '#tests/support/jsdom/mount.tsx';
import { shows } from '#tests/support/shows.ts';
import { button, choose, click, field, heading, link, opened, press, target, text } from '../editor/person.ts';

const host = hostForEachTest();

const TEMPLATES = 'GET /v1/templates';
const WIPS = 'GET /v1/templates/t-a/wips';
const ARCHIVES = 'GET /v1/wips/w-1/archives';
const ARCHIVE = 'GET /v1/archives/a-2';

const templates = json({
  templates: [
    { uuid: 't-a', name: 'Briefing' },
    { uuid: 't-b', name: 'Other' },
  ],
});
const wips = json([
  { uuid: 'w-1', name: 'Monday' },
  { uuid: 'w-2', name: 'Tuesday' },
]);
const archives = json({
  archives: [
    { archive_uuid: 'a-1', name: 'First', format: 'html', submitted_on: '2026-01-02T03:04:05Z' },
    { archive_uuid: 'a-2', name: 'Last', metadata: { archive_format: 'pdf', submitted_on: 1_800_000_000 } },
    { uuid: 'a-0', name: null, submitted_on: 'no date', content_removed_on: '2026-11-20T12:00:00Z' },
    { archive_uuid: 'a-3', name: 'Of the same second', submitted_on: 1_800_000_000_000 },
  ],
});
const detail = json({
  result: { content: '<p>As it was.</p>', name: 'Last', format: 'pdf', submitted_on: 1_800_000_000, uuid: 'a-2' },
});

const NAMES = ['Last', 'Of the same second', 'First', 'Untitled'];
/** Beside the time of each, which is its heading; one without a time has its name there. */
const names = () =>
  screen
    .queryAllByRole('heading', { level: 3 })
    .map((title) => (title.querySelector('time') ? title.nextElementSibling : title)?.textContent);
const asked = () => ([TEMPLATES, WIPS, ARCHIVES] as const).map((call) => host.seen(call).length);
const hint = () => screen.queryByRole('heading', { name: 'Getting Started' });
const says = (words: string) => expect(screen.getByRole('alert')).toHaveTextContent(words);

async function open(search = ''): Promise<MountedApp> {
  host.on(TEMPLATES, templates);
  host.on(WIPS, wips);
  host.on(ARCHIVES, archives);
  host.on(ARCHIVE, detail);
  const app = await opened(host, `/archives${search}`, () => heading('Archives'));
  await app.settled();
  return app;
}

async function chooseWip(app: MountedApp, uuid: string): Promise<void> {
  await app.user.selectOptions(field('WIP'), uuid);
  await app.settled();
}

/** The archives of one WIP, chosen step by step. */
async function openMonday(): Promise<MountedApp> {
  const app = await open();
  await choose(app, 'Template', 'Briefing');
  await chooseWip(app, 'w-1');
  return app;
}

describe('the choices', () => {
  it('stand in the address, and the search beside them', async () => {
    const app = await open('?q=x');
    await choose(app, 'Template', 'Briefing');
    expect(app.address()).toBe('/archives?q=x&template=t-a');
    await chooseWip(app, 'w-1');
    expect(app.address()).toBe('/archives?q=x&template=t-a&wip=w-1');
    await choose(app, 'Template', 'Other');
    expect(app.address()).toBe('/archives?q=x&template=t-b');
  });
});

describe('archives', () => {
  it(
    shows(
      's1.archives s2.archives.step-1 s2.archives.step-2 s2.archives.step-3 s2.archives.hint s3.archive-summary',
      's3.archive-format d23.every-screen',
    )('leads in three steps to the archives, newest first, and explains itself until both choices are made'),
    async () => {
      const app = await open();
      const step = () => screen.getByRole('list', { name: 'Steps to an archive' }).querySelector('[aria-current]');
      expect(hint()).toBeVisible();
      expect(screen.queryByLabelText('WIP')).toBeNull();
      expect(step()).toHaveTextContent('Step 1');

      await choose(app, 'Template', 'Briefing');
      expect(hint()).toBeVisible();
      expect(step()).toHaveTextContent('Step 2');
      await chooseWip(app, 'w-1');
      expect(hint()).toBeNull();
      expect(step()).toHaveTextContent('Step 3');

      expect(names()).toEqual(NAMES);
      const list = within(screen.getByRole('list', { name: 'Submitted archives' }));
      const [last, , first, undated] = list.getAllByRole('listitem');
      if (!last || !first || !undated) throw new Error('Four archives were listed.');
      expect(within(last).getByText('PDF')).toBeVisible();
      expect(within(last).getByText('a-2')).toBeVisible();
      expect(within(last).getByRole('time')).toHaveAttribute('datetime', '2027-01-15T08:00:00.000Z');
      expect(within(first).getByText('HTML')).toBeVisible();
      expect(within(first).getByRole('heading')).toHaveTextContent('2026');
      expect(within(first).getByRole('button')).toHaveAccessibleDescription(/2026.*HTML UUID a-1$/);
      expect(within(undated).queryByText('Submitted')).toBeNull();
      expect(undated).not.toHaveTextContent(/null|undefined|Invalid/);
      expect(undated).toHaveTextContent('Its content was removed on Nov 20, 2026.');
      expect(within(undated).queryByRole('button')).toBeNull();

      await chooseWip(app, '');
      expect(hint()).toBeVisible();
      expect(names()).toEqual([]);
    },
  );

  it('leads from the open archive to the one before and the next, in the order of the list, by buttons and keys', async () => {
    const app = await openMonday();
    host.on('GET /v1/archives/a-3', refused(500));
    host.on('GET /v1/archives/a-1', json({ result: { content: '<p>The first.</p>', name: 'First' } }));
    const isUnavailable = () =>
      ['Previous', 'Next'].map((name) => button(name).getAttribute('aria-disabled') === 'true');
    await press(app, 'View Content: Last');
    // The fourth has no content any more: it is passed over.
    text('1 of 3');
    expect(isUnavailable()).toEqual([true, false]);
    await app.user.keyboard('{ArrowLeft}{ArrowRight}');
    await app.settled();
    screen.getByRole('dialog', { name: 'Of the same second' });
    says('Error fetching archive. Please try again.');
    expect(isUnavailable()).toEqual([false, false]);
    host.on('GET /v1/archives/a-3', json({ result: { content: ' ', name: 'Of the same second' } }));
    await press(app, 'Try Again');
    text('This archive has no content.');
    expect(screen.queryByRole('button', { name: 'Print' })).toBeNull();
    await press(app, 'Next');
    screen.getByRole('dialog', { name: 'First' });
    text('3 of 3');
    expect((await app.frame()).html).toBe('<p>The first.</p>');
    expect(target('New from This: First')).toBe('/forms/t-a?from=archive:a-1');
    expect(isUnavailable()).toEqual([false, true]);
  });

  it('steps through what a long list shows of it', async () => {
    const app = await openMonday();
    const many = Array.from({ length: 13 }, (_, at) => ({
      uuid: `n-${'abcdefghijklm'[at] ?? ''}`,
      name: `Shift ${13 - at}`,
    }));
    host.on(ARCHIVES, json({ archives: many }));
    await press(app, 'Refresh');
    await app.user.selectOptions(field('Sort by'), 'name');
    await app.user.type(field('Search archives'), '1');
    await app.until(() => expect(names()).toEqual(['Shift 1', 'Shift 10', 'Shift 11', 'Shift 12', 'Shift 13']));
    await press(app, 'View Content: Shift 10');
    text('2 of 5');
    await press(app, 'Next');
    screen.getByRole('dialog', { name: 'Shift 11' });
  });

  it(
    shows('s2.archives.modal s2.archives.close s3.archive-detail s9.height-modal s2.archives.back')(
      'opens the content in a large window with its facts, in a read-only frame of 60vh, closes it, and leads back',
    ),
    async () => {
      const app = await openMonday();
      host.on(ARCHIVE, held);
      await press(app, 'View Content: Last');
      const window = screen.getByRole('dialog', { name: 'Last' });
      expect(within(window).getByText('Loading the archive')).toBeInTheDocument();
      host.release(ARCHIVE, detail);
      const frame = await app.frame();
      expect([frame.mode, frame.html, frame.iframe.style.height]).toEqual(['view', '<p>As it was.</p>', '60vh']);
      expect(frame.iframe.title).toContain('Last');
      expect(within(window).getByText('PDF')).toBeVisible();
      expect(within(window).getByText('a-2')).toBeVisible();
      expect(within(window).getByRole('time')).toHaveAttribute('datetime', '2027-01-15T08:00:00.000Z');
      await press(app, 'Close');
      expect(screen.queryByRole('dialog')).toBeNull();
      await click(app, link('Back to Dashboard'), () => heading('View Live Docs'));
      expect(app.address()).toBe('/dashboard');
    },
  );

  it(
    shows('s2.archives.refresh')('asks again for every list on the screen, keeps the choices, and shows what is new'),
    async () => {
      const app = await open();
      await press(app, 'Refresh');
      expect(asked()).toEqual([2, 0, 0]);
      await choose(app, 'Template', 'Briefing');
      await chooseWip(app, 'w-1');
      host.on(ARCHIVES, held);
      await press(app, 'Refresh');
      await press(app, 'Refresh');
      expect(asked()).toEqual([3, 2, 2]);
      expect(names()).toHaveLength(4);
      host.release(ARCHIVES, json({ archives: [{ archive_uuid: 'a-9', name: 'Brand new' }] }));
      await app.settled();
      expect(names()).toEqual(['Brand new']);
      expect(field('WIP')).toHaveValue('w-1');

      host.on(ARCHIVES, refused(503));
      await press(app, 'Refresh');
      says('Error loading archives. Please try again.');
      expect(names()).toEqual(['Brand new']);
    },
  );

  it('shows nothing of one WIP under another', async () => {
    const app = await openMonday();
    host.on('GET /v1/wips/w-2/archives', held);
    await chooseWip(app, 'w-2');
    expect(names()).toEqual([]);
    host.release('GET /v1/wips/w-2/archives', refused(500));
    await app.settled();
    expect(names()).toEqual([]);
  });
});

describe('the archives of a deleted WIP', () => {
  const WITH_DELETED = 'GET /v1/templates/t-a/wips';
  /** Two that are there, and two of one name that are deleted among them, not in the order of the deletions. */
  const list = json({
    templates: [
      { uuid: 'w-5', name: 'Friday', deleted_on: '2026-11-03T12:00:00Z', deleted_by: 'Dana Okafor' },
      { uuid: 'w-1', name: 'Monday' },
      { uuid: 'w-6', name: 'Friday', deleted_on: '2026-11-04T12:00:00Z', deleted_by: null },
      { uuid: 'w-2', name: 'Tuesday' },
    ],
  });
  async function at(capabilities: readonly string[], search: string): Promise<MountedApp> {
    host.world.user['capabilities'] = capabilities;
    host.on(TEMPLATES, templates);
    host.on(WITH_DELETED, ({ query }) => (query === '?deleted=true' ? list : wips));
    host.on(ARCHIVE, detail);
    for (const wip of ['w-1', 'w-5', 'w-6']) host.on(`GET /v1/wips/${wip}/archives`, archives);
    const app = await opened(host, `/archives${search}`, () => heading('Archives'));
    await app.settled();
    return app;
  }
  const options = (within_: HTMLElement) =>
    within(within_)
      .getAllByRole('option')
      .map(({ textContent }) => textContent);

  it('are found after the others, marked in words, and read, where the host lists them', async () => {
    const app = await at(['wips.deleted'], '?template=t-a');
    expect(options(field('WIP'))).toEqual([
      'Choose a WIP',
      'Monday',
      'Tuesday',
      'Friday (deleted Nov 4, 2026)',
      'Friday (deleted Nov 3, 2026)',
    ]);
    expect(options(within(field('WIP')).getByRole('group', { name: 'Deleted' }))).toHaveLength(2);
    const deletionNote = () => screen.queryByText(/^This WIP was deleted/)?.textContent;
    await chooseWip(app, 'w-1');
    expect(deletionNote()).toBeUndefined();
    await chooseWip(app, 'w-6');
    expect(deletionNote()).toMatch(
      /^This WIP was deleted on Nov 4, 2026, [^.]*\. What was submitted of it stays here\.$/,
    );
    await chooseWip(app, 'w-5');
    expect(deletionNote()).toMatch(/^This WIP was deleted on Nov 3, 2026, .* by Dana Okafor\. What was submitted/);
    expect(names()).toEqual(NAMES);
    await press(app, 'View Content: Last');
    expect((await app.frame()).html).toBe('<p>As it was.</p>');
  });

  it('are opened by their address', async () => {
    const app = await at(['wips.deleted'], '?template=t-a&wip=w-5');
    expect(field('WIP')).toHaveValue('w-5');
    expect(names()).toEqual(NAMES);
    expect(app.address()).toBe('/archives?template=t-a&wip=w-5');
  });

  it('are not asked for at another host, where such an address is given up', async () => {
    const app = await at(['lists.pages'], '?template=t-a&wip=w-5');
    expect(host.seen(WITH_DELETED).map(({ query }) => query)).toEqual(['']);
    expect(options(field('WIP'))).toEqual(['Choose a WIP', 'Monday', 'Tuesday']);
    expect(within(field('WIP')).queryByRole('group')).toBeNull();
    expect(app.address()).toBe('/archives?template=t-a');
  });
});
