import { screen } from '@testing-library/dom';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { dropped, json } from '#tests/support/hosts/fake-answers.ts';
import { hostForEachTest, type MountedApp } from '#tests/support/jsdom/mount.tsx';
import { button, click, field, heading, link, opened, text } from '../editor/person.ts';

const host = hostForEachTest();
let number = 0;
const entry = (more: object = {}) => ({
  number: (number += 1),
  action: 'signed_in',
  at: '2026-01-31T10:00:00.000Z',
  actor: 'dana',
  subject: null as string | null,
  address: '192.0.2.7' as string | null,
  detail: null as string | null,
  ...more,
});

beforeEach(() => {
  Object.assign(host.world.user, { permission: 3, capabilities: ['audit.read'] });
  host.offer('GET /v1/audit');
  host.on('GET /v1/audit', json({ entries: [entry()], next: null }));
});

const open = (): Promise<MountedApp> => opened(host, '/admin/audit', () => heading('Entries'));
const queries = (): (string | undefined)[] => host.seen('GET /v1/audit').map(({ query }) => query);
const rows = (): (string | null)[] =>
  screen.getAllByRole('listitem').flatMap(({ textContent }) => (textContent.includes('·') ? [textContent] : []));

describe('the audit log', () => {
  it('is reached behind More by administrators, and by nobody else', async () => {
    const app = await opened(host, '/dashboard', () => heading('Command Docs'));
    await click(app, text('More'), () => link('Audit'));
    await click(app, link('Audit'), () => heading('Entries'));
    app.unmount();
    Object.assign(host.world.user, { permission: 2 });
    await opened(host, '/admin/audit', () => text('Only administrators can read the audit log.'));
    expect(queries()).toHaveLength(1);
  });

  it('says in words who did what to whom, and from where', async () => {
    const uuid = '0f8fad5b-d9cb-469f-a165-70867728950e';
    const entries = [
      entry({ action: 'user_added', subject: 'rana', address: null, detail: 'permission 2' }),
      entry({ action: 'sign_in_failed', actor: null, subject: 'lena' }),
      entry({ action: 'role_assigned', actor: null, address: null, subject: 'june', detail: `role ${uuid}` }),
      entry({ action: 'something_new', actor: uuid, subject: uuid }),
    ];
    host.on('GET /v1/audit', json({ entries, next: null }));
    await open();
    expect(rows()).toEqual([
      expect.stringMatching(/^dana added a person: rana.*2026.* · permission 2$/),
      expect.stringMatching(/^Somebody failed to sign in: lena.* · from 192\.0\.2\.7$/),
      expect.stringMatching(/^The server gave a role: june.* · role …$/),
      expect.stringMatching(/^A person who was removed something new.* · from/),
    ]);
  });

  it('is searched by person, action and whole days, and comes in pages', async () => {
    const app = await open();
    await app.user.type(field('Person'), ' dana ');
    await app.user.selectOptions(field('What'), 'signed in');
    await app.user.type(field('From day'), '2026-01-30');
    await app.user.type(field('To day'), '2026-01-31');
    host.on(
      'GET /v1/audit',
      json({ entries: [entry({ subject: 'newest' })], next: '7' }),
      dropped(),
      json({ entries: [entry({ subject: 'oldest' })], next: null }),
    );
    await click(app, button('Find'), () => button('Show More'));
    const asked = new URLSearchParams(queries().at(-1));
    expect(Object.fromEntries(asked)).toEqual({
      person: 'dana',
      action: 'signed_in',
      since: new Date(2026, 0, 30).toISOString(),
      until: new Date(2026, 1, 1).toISOString(),
    });
    await click(app, button('Show More'), () => text('The log did not come. Please try again.'));
    await click(app, button('Show More'), () => text('oldest'));
    text('newest');
    expect(new URLSearchParams(queries().at(-1)).get('before')).toBe('7');
    expect(screen.queryByRole('button', { name: 'Show More' })).toBeNull();
  });

  it('is tried again when it did not come, and taken away as a file with all pages', async () => {
    const made = vi.fn<(blob: Blob) => string>(() => 'blob:audit');
    Object.assign(URL, { createObjectURL: made, revokeObjectURL: () => undefined });
    const pressed = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
    onTestFinished(() => pressed.mockRestore());
    host.on('GET /v1/audit', dropped());
    const app = await opened(host, '/admin/audit', () => text('Error Loading the Log'));
    host.on('GET /v1/audit', json({ entries: [entry()], next: null }));
    await click(app, button('Try Again'), () => heading('Entries'));
    host.on(
      'GET /v1/audit',
      json({ entries: [entry({ detail: '=1' })], next: '7' }),
      json({ entries: [entry()], next: null }),
    );
    await click(app, button('Download CSV'), () => text('2 entries are in the file.'));
    expect(await made.mock.lastCall?.[0].text()).toContain(
      "2026-01-31T10:00:00.000Z,dana,signed in,,192.0.2.7,'=1\r\n",
    );
    host.on('GET /v1/audit', dropped());
    await click(app, button('Download CSV'), () => text('The file was not made. Please try again.'));
  });

  it('has beside it how much of the server’s budgets is used, where the host tells', async () => {
    Object.assign(host.world.user, { permission: 4, capabilities: ['audit.read', 'usage.read'] });
    host.offer('GET /v1/usage');
    const usage = {
      organizations: [{ name: 'Harbour', stored: 1_500_000, stored_most: 200_000_000, wips: 12, wips_most: null }],
      server: { database: 30_000_000, free: 900_000_000, last_backup: null, version: '1.2.3 (8d455f8b)' },
    };
    host.on('GET /v1/usage', dropped());
    const app = await opened(host, '/admin/audit', () => text('It is not known what is used. Please try again.'));
    host.on('GET /v1/usage', json(usage));
    await click(app, button('Try Again'), () => text('Stored today: 1.5 MB of 200 MB · Documents: 12'));
    text('Database: 30 MB · Free on the disk: 900 MB · Last backup: none yet · Ready 1.2.3 (8d455f8b)');
  });
});
