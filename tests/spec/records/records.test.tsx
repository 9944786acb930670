import { screen, within } from '@testing-library/dom';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { dropped, json, refused } from '#tests/support/hosts/fake-answers.ts';
import { hostForEachTest, type MountedApp } from '#tests/support/jsdom/mount.tsx';
import { button, click, field, heading, link, opened, text } from '../editor/person.ts';

const host = hostForEachTest();
const entry = (archive: string, more: object = {}) => ({
  archive_uuid: archive,
  wip_uuid: 'w-1',
  template_id: 't-1',
  name: 'Corvane Ridge',
  file_name: 'brief.html',
  submitted_on: '2026-01-31T14:37:00.000Z',
  submitted_by: 'Dana Okafor',
  submitted_by_uuid: 'u-1',
  number: 2,
  wip_deleted_on: null,
  content_removed_on: null,
  held: null,
  checksum: 'c0ffee',
  changes: [
    { id: 'people', label: 'People evacuated', was: ' 412\n', is: '438' },
    { id: 'note', label: 'Note', was: null, is: 'Bridge closed' },
    { id: 'r1', label: '05:40', was: 'Dozer line', is: null },
  ],
  changed: 3,
  ...more,
});
const page = (records: readonly object[], more: object = {}) =>
  json({ success: true, records, next: null, count: records.length, complete_since: null, ...more });

beforeEach(() => {
  Object.assign(host.world.user, { permission: 2, capabilities: ['records'] });
  for (const call of ['', '/people', '/field', '/compare', '/:id', '/:id/fields'] as const)
    host.offer(`GET /v1/records${call}`);
  host.on('GET /v1/records/:id/fields', json({ fields: [], next: null, count: 0 }));
  host.on('GET /v1/records/people', json({ people: [{ uuid: 'u-1', name: 'Dana Okafor' }] }));
  host.on('GET /v1/records', page([entry('a-2'), entry('a-1', { number: 1, changes: null, changed: null })]));
  host.on('GET /v1/records/:id', json({ record: entry('a-2'), received: [], previous: 'a-1', next: null }));
});

const open = (query = ''): Promise<MountedApp> => opened(host, `/records${query}`, () => heading('2 records'));
const rows = (): (string | null)[] =>
  within(screen.getByRole('list', { name: /records?$/ }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);
const asked = (): Record<string, string> =>
  Object.fromEntries(new URLSearchParams(host.seen('GET /v1/records').at(-1)?.query));

describe('the records', () => {
  it('are reached behind More, each row with its time, document, author and first changes', async () => {
    const app = await opened(host, '/dashboard', () => heading('Command Docs'));
    await click(app, text('More'), () => link('Records'));
    await click(app, link('Records'), () => heading('2 records'));
    expect(rows()).toEqual([
      expect.stringMatching(
        /2026.*Corvane RidgeDana Okafor People evacuated 412 → 438, Note: Bridge closed added, and 1 more$/,
      ),
      expect.stringMatching(/First submission$/),
    ]);
    await click(app, screen.getAllByRole('link', { name: /People evacuated/ })[0] as HTMLElement, () =>
      heading('3 changes'),
    );
  });

  it('have more filters in a fold on a phone, which is open where one of them is set', async () => {
    vi.stubGlobal('innerWidth', 390);
    onTestFinished(() => void vi.unstubAllGlobals());
    const isOpen = (): boolean | undefined => text('More filters').closest('details')?.open;
    const app = await open('?q=fire');
    expect(isOpen()).toBe(false);
    await app.user.type(field('Search records'), 's');
    await app.user.selectOptions(field('Person'), 'Dana Okafor');
    await click(app, button('Find'), () => expect(isOpen()).toBe(true));
    vi.stubGlobal('innerWidth', 1_280);
    await click(app, button('Show All'), () => expect(asked()).toEqual({ limit: '50' }));
    expect(isOpen()).toBe(true);
  });

  it('are filtered by the address, in the viewer’s time, and the filter goes into it', async () => {
    const app = await open('?q=fire&from=2026-01-30T14:00');
    expect(asked()).toEqual({ q: 'fire', from: new Date('2026-01-30T14:00').toISOString(), limit: '50' });
    await app.user.clear(field('Search records'));
    await app.user.type(field('Search records'), 'bridge');
    await app.user.selectOptions(field('Person'), 'Dana Okafor');
    await app.user.selectOptions(field('Region'), 'People evacuated');
    host.on('GET /v1/records', page([entry('a-2')], { standing: [entry('a-0')], standing_count: 103 }));
    await click(app, button('Find'), () => heading('1 record'));
    expect(asked()).toMatchObject({ q: 'bridge', by: 'u-1', region: 'people' });
    heading('What was there before');
    text('The newest 1 of 103 records from before.');
    host.on('GET /v1/records', page([]));
    await click(app, button('Show All'), () => text('Nothing was submitted yet.'));
    expect(asked()).toEqual({ limit: '50' });
    app.unmount();
    host.on('GET /v1/records', refused(400, "'from' must be a moment."));
    await opened(host, '/records?from=tuesday', () =>
      text(/^Records cannot be found like that. From must be before To, .* press Show All.$/),
    );
    expect(asked()['from']).toBe('tuesday');
  });

  it('come in pages, and say what did not come, what is not read yet and what does not match', async () => {
    host.on('GET /v1/records', dropped());
    const app = await opened(host, '/records', () => text('Error Loading Records'));
    host.on(
      'GET /v1/records',
      page([entry('a-2')], { next: 'c', count: 2, complete_since: '2025-11-03T00:00:00.000Z' }),
    );
    await click(app, button('Try Again'), () => heading('2 records'));
    text(/^Records are complete from .*2025.* on\./);
    host.on('GET /v1/records', dropped(), page([entry('a-1')], { count: 2 }));
    await click(app, button('Show More'), () => text('The records did not come. Please try again.'));
    await click(app, button('Show More'), () => expect(rows()).toHaveLength(2));
    expect(asked()['cursor']).toBe('c');
    app.unmount();
    host.on('GET /v1/records', page([]));
    await opened(host, '/records?q=dinosaur', () => text('No submission matches.'));
  });

  it('show one with its changes, the history of a field, and the ways to others', async () => {
    const values = [
      {
        value: '438',
        archive_uuid: 'a-2',
        wip_uuid: 'w-1',
        name: 'x',
        submitted_on: '2026-01-31T14:37:00.000Z',
        submitted_by: 'Dana Okafor',
        until: null,
      },
      { value: null, archive_uuid: 'a-1', wip_uuid: 'w-1', name: 'x', submitted_on: 1, submitted_by: null, until: 2 },
    ];
    host.on('GET /v1/records/field', dropped(), json({ values, next: null, count: 2 }));
    const app = await opened(host, '/records/a-2', () => heading('3 changes'));
    text('c0ffee');
    expect(link('Previous').getAttribute('href')).toBe('/records/a-1');
    expect(link('Compare with the One Before').getAttribute('href')).toBe('/records/compare?from=a-1&to=a-2');
    expect(link('Compare with the Document Now').getAttribute('href')).toBe('/records/compare?from=a-2&to=w-1');
    expect(link('Bring Back').getAttribute('href')).toBe('/forms/t-1/wips/w-1?from=archive:a-2');
    const history = button('History of this field: People evacuated');
    await click(app, history, () => text('The values of this field did not come. Please try again.'));
    await click(app, button('Try Again'), () => within(screen.getByRole('dialog')).getByText('Not in the document'));
    expect(host.seen('GET /v1/records/field').at(-1)?.query).toBe('?template=t-1&region=people&wip=w-1');
    expect(link(/2026/).getAttribute('href')).toBe('/records/a-2');
    host.on('GET /v1/records/field', json({ values: [{ ...values[0], name: 'Harbor' }], next: 'c', count: 2 }));
    await click(app, screen.getByRole('checkbox', { name: 'All documents of this template' }), () => text('Harbor'));
    expect(host.seen('GET /v1/records/field').at(-1)?.query).toBe('?template=t-1&region=people');
    host.on('GET /v1/records/field', json({ values: values.slice(1), next: null, count: 2 }));
    await click(app, button('Show More'), () =>
      expect(within(screen.getByRole('list', { name: 'Values' })).getAllByRole('listitem')).toHaveLength(2),
    );
    expect(host.seen('GET /v1/records/field').at(-1)?.query).toContain('cursor=c');
    await click(app, button('Close'), () => heading('3 changes'));
  });

  it('have all fields of one, found by their names, each with its history', async () => {
    const answer = (label: string, next: string | null = null) =>
      json({ fields: [{ id: label, label, value: '438', shortened: true }], next, count: 2 });
    host.on('GET /v1/records/:id/fields', dropped(), answer('Agency', 'c'));
    host.on('GET /v1/records/field', json({ values: [], next: null, count: 0 }));
    const app = await opened(host, '/records/a-2', () =>
      text('The fields of this record did not come. Please try again.'),
    );
    const fields = within(screen.getByRole('region', { name: 'Fields' }));
    await click(app, fields.getByRole('button', { name: 'Try Again' }), () => button('History of this field: Agency'));
    text('438…');
    host.on('GET /v1/records/:id/fields', answer('Note'));
    await click(app, button('Show More'), () => button('History of this field: Note'));
    expect(host.seen('GET /v1/records/:id/fields').at(-1)?.query).toBe('?limit=20&cursor=c');
    await click(app, button('History of this field: Agency'), () => screen.getByRole('dialog'));
    expect(host.seen('GET /v1/records/field').at(-1)?.query).toBe('?template=t-1&region=Agency&wip=w-1');
    await click(app, button('Close'), () => button('History of this field: Agency'));
    host.on('GET /v1/records/:id/fields', json({ fields: [], next: null, count: 0 }));
    await app.user.type(field('Find a field'), 'x');
    await app.until(() => text('No field has these words in its name.'));
    expect(host.seen('GET /v1/records/:id/fields').at(-1)?.query).toBe('?limit=20&q=x');
  });

  it('show a field’s history by a key: of one, and of what a live page shows; without a field the key leads to the search for one', async () => {
    host.on('GET /v1/records/field', json({ values: [], next: null, count: 0 }));
    let app = await opened(host, '/records/a-1', () => field('Find a field'));
    await app.user.keyboard('{Shift>}{F2}{/Shift}');
    expect(document.activeElement).toBe(field('Find a field'));
    (document.activeElement as HTMLElement).blur();
    const press = async (message: object): Promise<void> => {
      const frame = await app.frame();
      await app.settled();
      frame.iframe.focus();
      frame.say({ type: 'hotkey', key: 'history', ...message });
    };
    await press({ held: 1 });
    await app.until(() => expect(document.activeElement).toBe(field('Find a field')));
    const historyOf = (name: string) => () => screen.getByRole('dialog', { name: `History of “\u2068${name}\u2069”` });
    await press({ held: 2, id: 'note' });
    await app.until(historyOf('note'));
    expect(host.seen('GET /v1/records/field').at(-1)?.query).toBe('?template=t-1&region=note&wip=w-1');
    app.unmount();
    app = await opened(host, '/wip-dashboard/w-harbor', () => link('Record of This: Harbor watch'));
    await press({ held: 1, id: 'note' });
    await app.until(historyOf('note'));
    expect(window.location.pathname).toBe('/records/a-1');
    app.unmount();
    Object.assign(host.world.user, { capabilities: [] });
    app = await opened(host, '/wip-dashboard/w-harbor', () => button(/^Print/));
    await press({ held: 1, id: 'note' });
    await app.settled();
    expect(window.location.pathname).toBe('/wip-dashboard/w-harbor');
  });

  it('name the displays that showed one, and when, each alone', async () => {
    const at = (time: string, day = 31): string => `2026-01-${day}T${time}.000Z`;
    const received = [
      { display: 'd-1', name: 'North wall', from: at('12:37:12'), until: at('12:58:03') },
      { display: 'd-1', name: 'North wall', from: at('12:59:00', 20), until: at('12:59:00') },
      { display: 'd-2', name: 'East wall', from: at('13:00:00'), until: null },
    ];
    host.on('GET /v1/records/:id', json({ record: entry('a-2'), received, previous: 'a-1', next: null }));
    await opened(host, '/records/a-2', () => heading('Shown on'));
    const [day, seconds] = [{ dateStyle: 'medium', timeStyle: 'medium' }, { timeStyle: 'medium' }] as const;
    const says = (time: string, options: Intl.DateTimeFormatOptions = day): string =>
      new Intl.DateTimeFormat(undefined, options).format(new Date(time));
    const list = screen.getByRole('heading', { name: 'Shown on' }).closest('section');
    expect(
      within(list ?? document.body)
        .getAllByRole('listitem')
        .map((one) => one.textContent),
    ).toEqual([
      `North wall, ${says(at('12:37:12'))} to ${says(at('12:58:03'), seconds)}`,
      `North wall, ${says(at('12:59:00', 20))} to ${says(at('12:59:00'))}`,
      `East wall, since ${says(at('13:00:00'))}, still shown`,
    ]);
  });

  it('are reached from a WIP, from an archive, and from the live view of one', async () => {
    const address = '/records?wip=w-harbor';
    let app = await opened(host, '/open-wip/t-board', () => link('Records: Harbor watch'));
    expect(link('Records: Harbor watch').getAttribute('href')).toBe(address);
    app.unmount();
    app = await opened(host, '/wip-dashboard/w-harbor', () => link('Records'));
    expect(link('Records').getAttribute('href')).toBe(address);
    app.unmount();
    app = await opened(host, '/template-dashboard/t-board', () => link('Records'));
    expect(link('Records').getAttribute('href')).toBe('/records?template=t-board');
    app.unmount();
    app = await opened(host, '/archives?template=t-board&wip=w-harbor', () => button('View Content: Harbor watch'));
    await click(app, button('View Content: Harbor watch'), () => link('Record'));
    expect(link('Record').getAttribute('href')).toBe('/records/a-1');
    app.unmount();
    Object.assign(host.world.user, { capabilities: [] });
    await opened(host, '/open-wip/t-board', () => link('Open WIP: Harbor watch'));
    expect(screen.queryByRole('link', { name: /^Records/ })).toBeNull();
  });

  it('offer a new document of one whose document was deleted', async () => {
    const record = entry('a-2', { wip_deleted_on: '2026-02-01T00:00:00.000Z' });
    host.on('GET /v1/records/:id', json({ record, received: [], previous: null, next: null }));
    await opened(host, '/records/a-2', () => link('New from This: Corvane Ridge'));
    expect(screen.queryByRole('link', { name: 'Bring Back' })).toBeNull();
  });

  it('say of one whose content was removed that it was, and ask for none', async () => {
    const record = entry('a-2', { content_removed_on: '2026-02-01T00:00:00.000Z', changes: null, changed: null });
    host.on('GET /v1/records/:id', json({ record, received: [], previous: null, next: null }));
    await opened(host, '/records/a-2', () => text(/^Its content was removed on/));
    expect(host.seen('GET /v1/archives/:id')).toEqual([]);
    expect(screen.queryByRole('link', { name: 'Compare with the Document Now' })).toBeNull();
  });

  it('are compared: both sides say when and who, and words that differ are marked', async () => {
    const changes = [
      { id: 'note', label: 'Note', was: 'Bridge open', is: 'Bridge closed', kind: 'changed' },
      { id: 'r1', label: '05:40', was: 'Dozer line', is: 'Dozer line', kind: 'moved' },
    ];
    const to = { wip_uuid: 'w-1', name: 'Corvane Ridge', saved_on: '2026-02-01T00:00:00.000Z', saved_by: 'June' };
    const compared = { from: entry('a-1'), to, changes, unchanged: 7, template_changed: true };
    host.on('GET /v1/records/compare', dropped(), json(compared));
    const app = await opened(host, '/records/compare?from=a-1&to=w-1', () => text('Error Comparing'));
    await click(app, button('Try Again'), () => heading('2 differences'));
    text(/^Submitted .*2026.* by Dana Okafor$/);
    text(/^Saved, not submitted, .* by June$/);
    text('Moved to another place.');
    text('The template was changed between the two.');
    text('7 fields are the same in both.');
    heading(/^Before: Submitted/);
    heading(/^After: Saved/);
    await app.until(() => expect(host.seen('GET /v1/archives/:id')).toHaveLength(1));
    await app.until(() => expect(host.seen('GET /v1/wips/:id')).toHaveLength(1));
    expect([...document.querySelectorAll('mark')].map(({ textContent }) => textContent.trim())).toEqual([
      'open',
      'closed',
    ]);
  });

  it('are no page at a host that has none', async () => {
    Object.assign(host.world.user, { capabilities: [] });
    await opened(host, '/records', () => text('This server keeps no records to search.'));
    expect(host.seen('GET /v1/records')).toEqual([]);
  });
});
