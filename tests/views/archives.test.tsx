import { act, fireEvent, screen, within } from '@testing-library/react';
import { useLocation } from 'react-router-dom';
import { describe, expect, it } from 'vitest';

import { type FakeHost, type FakeReply, failed, htmlPage, ok } from '#tests/support/fake-host.ts';
import { prepareJsdom } from '#tests/support/jsdom-setup.ts';
import { chooseInSelect } from '#tests/support/radix-select.ts';
import { hostWithPerson, showScreen } from '#tests/support/render-screen.tsx';
import { shows } from '#tests/support/shows.ts';
import { ArchivesScreen } from '#ui/screens/archives.tsx';

prepareJsdom();

const TEMPLATES = 'GET /v1/templates';
const WIPS = 'GET /v1/templates/t-a/wips';
const ARCHIVES = 'GET /v1/wips/w-1/archives';
const ARCHIVE = 'GET /v1/archives/a-2';
const REFRESH = 'POST /auth/refresh-token';

const templates = ok({
  templates: [
    { uuid: 't-a', name: 'Briefing' },
    { uuid: 't-b', name: 'Other' },
  ],
});
const wips = ok([
  { uuid: 'w-1', name: 'Monday' },
  { uuid: 'w-2', name: 'Tuesday' },
]);
const archives = ok({
  archives: [
    { archive_uuid: 'a-1', name: 'First', format: 'html', submitted_on: '2026-01-02T03:04:05Z' },
    { archive_uuid: 'a-2', name: 'Last', metadata: { archive_format: 'pdf', submitted_on: 1_800_000_000 } },
    { uuid: 'a-0', name: null, submitted_on: 'no date' },
    { archive_uuid: 'a-3', name: 'Of the same second', submitted_on: 1_800_000_000_000 },
  ],
});
const detail = ok({
  result: { content: '<p>As it was.</p>', name: 'Last', format: 'pdf', submitted_on: 1_800_000_000, uuid: 'a-2' },
});

const release = (host: FakeHost, call: string, reply: FakeReply) => act(async () => host.release(call, reply));
const press = (name: string) => act(async () => fireEvent.click(screen.getByRole('button', { name })));
const chooseTemplate = async (name: string): Promise<void> => {
  chooseInSelect('Template', name);
  await act(async () => {});
};
const chooseWip = (uuid: string) =>
  act(async () => fireEvent.change(screen.getByLabelText('WIP'), { target: { value: uuid } }));
const names = () => screen.queryAllByRole('heading', { level: 3 }).map((heading) => heading.textContent);

function Address() {
  return <output data-testid="address">{useLocation().search}</output>;
}
const address = () => screen.getByTestId('address').textContent;

async function showArchives(search = ''): Promise<FakeHost> {
  const host = hostWithPerson(0);
  host.answer(TEMPLATES, templates);
  host.answer(WIPS, wips);
  host.answer(ARCHIVES, archives);
  host.answer(ARCHIVE, detail);
  await showScreen(
    <>
      <ArchivesScreen />
      <Address />
    </>,
    { pattern: '/archives', address: `/archives${search}` },
  );
  return host;
}

describe('the choices', () => {
  it('stand in the address, and the search beside them', async () => {
    await showArchives('?q=x');
    await chooseTemplate('Briefing');
    expect(address()).toBe('?q=x&template=t-a');
    await chooseWip('w-1');
    expect(address()).toBe('?q=x&template=t-a&wip=w-1');
    await chooseTemplate('Other');
    expect(address()).toBe('?q=x&template=t-b');
  });

  it('come from the address, all lists asked for at once', async () => {
    const host = await showArchives('?template=t-a&wip=w-1');
    expect(names()).toEqual(['Last', 'Of the same second', 'First', 'Untitled']);
    expect(screen.getByLabelText('WIP')).toHaveValue('w-1');
    expect(screen.getByRole('combobox', { name: 'Template' })).toHaveTextContent('Briefing');
    expect([TEMPLATES, WIPS, ARCHIVES].map((call) => host.asked(call).length)).toEqual([1, 1, 1]);
    expect(address()).toBe('?template=t-a&wip=w-1');
  });

  it('that are no longer there leave the address', async () => {
    await showArchives('?template=t-gone&wip=w-1');
    expect(screen.queryByLabelText('WIP')).toBeNull();
    expect(address()).toBe('');
  });
});

describe('archives', () => {
  it(
    shows(
      's1.archives',
      's2.archives.step-1',
      's2.archives.step-2',
      's2.archives.step-3',
      's2.archives.hint',
      's2.archives.back',
      's3.archive-summary',
      's3.archive-format',
      'd23.every-screen',
    )('leads in three steps to the archives, newest first, and explains itself until both choices are made'),
    async () => {
      await showArchives();
      expect(screen.getByRole('link', { name: 'Back to Dashboard' })).toHaveAttribute('href', '/dashboard');
      const hint = () => screen.queryByRole('heading', { name: 'Getting Started' });
      const step = () => screen.getByRole('list', { name: 'Steps to an archive' }).querySelector('[aria-current]');
      expect(hint()).toBeVisible();
      expect(screen.queryByLabelText('WIP')).toBeNull();
      expect(step()).toHaveTextContent('Step 1');

      await chooseTemplate('Briefing');
      expect(hint()).toBeVisible();
      expect(step()).toHaveTextContent('Step 2');
      await chooseWip('w-1');
      expect(hint()).toBeNull();
      expect(step()).toHaveTextContent('Step 3');

      expect(names()).toEqual(['Last', 'Of the same second', 'First', 'Untitled']);
      const [last, , first, undated] = within(screen.getByRole('list', { name: 'Submitted archives' })).getAllByRole(
        'listitem',
      );
      if (!last || !first || !undated) throw new Error('Four archives were listed.');
      expect(within(last).getByText('PDF')).toBeVisible();
      expect(within(last).getByText('a-2')).toBeVisible();
      expect(within(last).getByRole('time')).toHaveAttribute('datetime', '2027-01-15T08:00:00.000Z');
      expect(within(first).getByText('HTML')).toBeVisible();
      expect(within(first).getByRole('time')).toHaveTextContent('2026');
      expect(within(undated).queryByText('Submitted')).toBeNull();
      expect(undated).not.toHaveTextContent(/null|undefined|Invalid/);

      await chooseWip('');
      expect(hint()).toBeVisible();
      expect(names()).toEqual([]);
    },
  );

  it(
    shows(
      's2.archives.modal',
      's2.archives.close',
      's3.archive-detail',
      's9.height-modal',
    )('opens the content in a large window with its facts, in a frame of 60vh, and closes it'),
    async () => {
      const host = await showArchives();
      await chooseTemplate('Briefing');
      await chooseWip('w-1');
      host.hold(ARCHIVE);
      await press('View Content: Last');
      const window = screen.getByRole('dialog', { name: 'Last' });
      expect(within(window).getByText('Loading the archive')).toBeInTheDocument();
      await release(host, ARCHIVE, detail);
      expect(within(window).getByText('PDF')).toBeVisible();
      expect(within(window).getByText('a-2')).toBeVisible();
      expect(within(window).getByRole('time')).toHaveAttribute('datetime', '2027-01-15T08:00:00.000Z');
      const frame = window.querySelector('iframe');
      expect(frame?.title).toContain('Last');
      expect(frame?.style.height || frame?.style.blockSize).toBe('60vh');
      await press('Close');
      expect(screen.queryByRole('dialog')).toBeNull();
    },
  );

  it(
    shows('s8.archives.fetching', 's8.archives.failed')('says why an archive does not come, and tries again'),
    async () => {
      const host = await showArchives();
      await chooseTemplate('Briefing');
      await chooseWip('w-1');
      host.answer(ARCHIVE, failed(500));
      await press('View Content: Last');
      const window = screen.getByRole('dialog', { name: 'Last' });
      expect(within(window).getByRole('alert')).toHaveTextContent('Error fetching archive. Please try again.');
      host.answer(ARCHIVE, htmlPage);
      await press('Try Again');
      expect(within(window).getByRole('alert')).toHaveTextContent('Failed to load archive');
      host.answer(ARCHIVE, failed(403, 'It belongs to somebody else.'));
      await press('Try Again');
      expect(within(window).getByRole('alert')).toHaveTextContent('It belongs to somebody else.');
      host.answer(ARCHIVE, detail);
      await press('Try Again');
      expect(within(window).queryByRole('alert')).toBeNull();
      expect(window.querySelector('iframe')).not.toBeNull();
    },
  );

  it('forgets what was wrong with one archive when another is opened, and drops the call of a closed window', async () => {
    const host = await showArchives();
    await chooseTemplate('Briefing');
    await chooseWip('w-1');
    host.answer(ARCHIVE, failed(500));
    await press('View Content: Last');
    await press('Close');
    host.hold('GET /v1/archives/a-1');
    await press('View Content: First');
    expect(within(screen.getByRole('dialog', { name: 'First' })).queryByRole('alert')).toBeNull();
    await press('Close');
    expect(host.waiting('GET /v1/archives/a-1')).toBe(0);
  });

  it(shows('s8.archives.401')('takes a 401 through one refresh, and shows it when it stays'), async () => {
    const host = await showArchives();
    host.answer(REFRESH, ok({}));
    await chooseTemplate('Briefing');
    await chooseWip('w-1');
    host.answer(ARCHIVE, failed(401, 'Your session does not reach that far.'));
    await press('View Content: Last');
    expect(host.asked(REFRESH)).toHaveLength(1);
    expect(host.asked(ARCHIVE)).toHaveLength(2);
    expect(screen.getByRole('alert')).toHaveTextContent('Your session does not reach that far.');
  });

  it(
    shows('s2.archives.refresh')('asks again for every list on the screen, keeps the choices, and shows what is new'),
    async () => {
      const host = await showArchives();
      await press('Refresh');
      expect([host.asked(TEMPLATES).length, host.asked(WIPS).length]).toEqual([2, 0]);
      await chooseTemplate('Briefing');
      await chooseWip('w-1');
      host.hold(ARCHIVES);
      await press('Refresh');
      await press('Refresh');
      expect([TEMPLATES, WIPS, ARCHIVES].map((call) => host.asked(call).length)).toEqual([3, 2, 2]);
      expect(names()).toHaveLength(4);
      await release(host, ARCHIVES, ok({ archives: [{ archive_uuid: 'a-9', name: 'Brand new' }] }));
      expect(names()).toEqual(['Brand new']);
      expect(screen.getByLabelText('WIP')).toHaveValue('w-1');

      await press('Refresh');
      await release(host, ARCHIVES, failed(503));
      expect(screen.getByRole('alert')).toHaveTextContent('Error loading archives. Please try again.');
      expect(names()).toEqual(['Brand new']);
    },
  );

  it('gives up a choice that a refresh no longer lists', async () => {
    const host = await showArchives();
    await chooseTemplate('Briefing');
    await chooseWip('w-1');
    host.answer(WIPS, ok([{ uuid: 'w-2', name: 'Tuesday' }]));
    await press('Refresh');
    expect(screen.getByLabelText('WIP')).toHaveValue('');
    expect(names()).toEqual([]);
    host.answer(TEMPLATES, ok({ templates: [{ uuid: 't-b', name: 'Other' }] }));
    await press('Refresh');
    expect(screen.queryByLabelText('WIP')).toBeNull();
    expect(screen.getByRole('heading', { name: 'Getting Started' })).toBeVisible();
  });

  it('shows nothing of one WIP under another', async () => {
    const host = await showArchives();
    const OTHER = 'GET /v1/wips/w-2/archives';
    host.hold(OTHER);
    await chooseTemplate('Briefing');
    await chooseWip('w-1');
    await chooseWip('w-2');
    expect(names()).toEqual([]);
    await release(host, OTHER, failed(500));
    expect(names()).toEqual([]);
  });

  it('shows nothing of one template under another', async () => {
    const host = await showArchives();
    const OTHER = 'GET /v1/templates/t-b/wips';
    host.hold(OTHER);
    host.hold(WIPS);
    await chooseTemplate('Briefing');
    await chooseTemplate('Other');
    expect([host.waiting(WIPS), host.waiting(OTHER)]).toEqual([0, 1]);
    await release(host, OTHER, ok({ wips: [{ uuid: 'w-9', name: 'Of the other' }] }));
    expect(within(screen.getByLabelText('WIP')).getByRole('option', { name: 'Of the other' })).toBeInTheDocument();
    host.answer('GET /v1/wips/w-9/archives', archives);
    await chooseWip('w-9');
    expect(names()).toHaveLength(4);
    await chooseTemplate('Briefing');
    expect(names()).toEqual([]);
    expect(screen.getByRole('heading', { name: 'Getting Started' })).toBeVisible();
    expect(screen.queryByRole('heading', { name: 'Submitted archives' })).toBeNull();
    await release(host, WIPS, wips);
    expect(screen.getByLabelText('WIP')).toHaveValue('');
  });

  it(
    shows(
      's8.lists.loading-templates',
      's8.lists.loading-wips',
      's8.lists.loading-archives',
      's8.archives.none-wip',
      's2.wip-list.empty',
    )('says at each step what is missing or did not come, and asks for that again'),
    async () => {
      const host = hostWithPerson(0);
      host.answer(TEMPLATES, 'dropped');
      await showScreen(<ArchivesScreen />);
      expect(screen.getByRole('alert')).toHaveTextContent('Error loading templates. Please try again.');
      host.answer(TEMPLATES, ok({ templates: [] }));
      await press('Try Again');
      expect(screen.getByText('No templates available')).toBeVisible();
      host.answer(TEMPLATES, templates);
      await press('Refresh');

      host.answer(WIPS, htmlPage);
      await chooseTemplate('Briefing');
      expect(screen.getByRole('alert')).toHaveTextContent('Error loading WIPs. Please try again.');
      host.answer(WIPS, ok({ wips: [] }));
      await press('Try Again');
      expect(screen.getByText(/^No WIPs found for this template\./)).toBeVisible();
      host.answer(WIPS, wips);
      await press('Refresh');

      host.answer(ARCHIVES, failed(500));
      await chooseWip('w-1');
      expect(screen.getByRole('alert')).toHaveTextContent('Error loading archives. Please try again.');
      host.answer(ARCHIVES, ok({ archives: [] }));
      const asked = host.asked(TEMPLATES).length;
      await press('Try Again');
      expect(screen.getByText('No submitted archives found for this WIP. Try submitting!')).toBeVisible();
      expect(host.asked(TEMPLATES)).toHaveLength(asked);
    },
  );
});
