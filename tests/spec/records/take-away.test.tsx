import { screen, within } from '@testing-library/dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { dropped, held, json, refused } from '#tests/support/hosts/fake-answers.ts';
import { hostForEachTest } from '#tests/support/jsdom/mount.tsx';
import { button, click, heading, opened, text } from '../editor/person.ts';

const host = hostForEachTest();
const entry = {
  archive_uuid: 'a-2',
  wip_uuid: 'w-1',
  template_id: 't-1',
  name: 'Corvane Ridge',
  file_name: 'brief.html',
  submitted_on: '2026-01-31T14:37:00.000Z',
  submitted_by: 'Dana Okafor',
  submitted_by_uuid: 'u-1',
  number: 1,
  wip_deleted_on: null,
  content_removed_on: '2026-02-01T00:00:00.000Z',
  held: null,
  checksum: 'c0ffee',
  changes: null,
  changed: null,
};
const ADDRESS = '/v1/records/export?format=zip&token=x';
const BEGUN = /^The download has begun\. Your browser shows how far it is/;
let gone: string[] = [];

beforeEach(() => {
  Object.assign(host.world.user, { permission: 1, capabilities: ['records'] });
  for (const call of ['', '/people', '/:id', '/:id/fields'] as const) host.offer(`GET /v1/records${call}`);
  host.on('GET /v1/records/:id/fields', json({ fields: [], next: null, count: 0 }));
  host.offer('POST /v1/records/export/create');
  host.on('GET /v1/records/people', json({ people: [] }));
  host.on('GET /v1/records', json({ records: [entry], next: null, count: 1, complete_since: null }));
  host.on('GET /v1/records/:id', json({ record: entry, received: [], previous: null, next: null }));
  gone = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function go(this: HTMLAnchorElement) {
    gone.push(`${this.pathname}${this.search}${this.hasAttribute('download') ? '' : ' instead of the page'}`);
  });
});
afterEach(() => vi.restoreAllMocks());

const asked = (): Record<string, string> =>
  Object.fromEntries(new URLSearchParams(host.seen('POST /v1/records/export/create').at(-1)?.query));
const forms = (): (string | null)[] =>
  within(screen.getByRole('list', { name: 'Kinds of files' }))
    .getAllByRole('button')
    .map(({ textContent }) => textContent);

describe('records are taken away', () => {
  it('as they are filtered: the browser goes to the address that the host gives, and the page stays', async () => {
    host.on('POST /v1/records/export/create', dropped(), json({ address: ADDRESS }));
    const app = await opened(host, '/records?q=fire&from=2026-01-30T14:00', () => heading('1 record'));
    await click(app, button('Take Away'), () => text(/1 record, as they are filtered here/));
    expect(forms()).toEqual(['Documents (ZIP)', 'Table (CSV)', 'Values (CSV)', 'Data (JSON)']);
    await click(app, button('Documents (ZIP)'), () => text('The download did not begin. Please try again.'));
    expect(gone).toEqual([]);
    await click(app, button('Documents (ZIP)'), () => text(BEGUN));
    expect(asked()).toEqual({ format: 'zip', q: 'fire', from: new Date('2026-01-30T14:00').toISOString() });
    expect(gone).toEqual([ADDRESS]);
    host.on('POST /v1/records/export/create', refused(503, 'They are still being read.'));
    await click(app, button('Table (CSV)'), () => text('They are still being read.'));
    expect(screen.queryByText(BEGUN)).toBeNull();
    await click(app, button('Close'), () => heading('1 record'));
  });

  it('with their proof by administrators, who see the key that signs it', async () => {
    const bundle = 'POST /v1/records/bundle/create' as const;
    host.offer(bundle);
    host.offer('GET /v1/records/checkpoint');
    const key = { checkpoint: 'c', key: 'k', fingerprint: 'ab12' };
    host.on('GET /v1/records/checkpoint', refused(404, 'There is none yet.'), json(key));
    host.on(bundle, json({ address: '/v1/records/bundle?q=fire&token=x' }));
    for (const [permission, capabilities, signed] of [
      [2, ['records', 'records.proof'], null],
      [3, ['records'], null],
      [3, ['records', 'records.proof'], false],
      [3, ['records', 'records.proof'], true],
    ] as const) {
      Object.assign(host.world.user, { permission, capabilities });
      const app = await opened(host, '/records?q=fire', () => heading('1 record'));
      await click(app, button('Take Away'), () => expect(forms().includes('Proof (ZIP)')).toBe(signed !== null));
      expect(screen.queryByText(/signed by the key with the fingerprint ab12\./) !== null).toBe(signed === true);
      if (signed === true) await click(app, button('Proof (ZIP)'), () => text(BEGUN));
      app.unmount();
    }
    expect(host.seen('GET /v1/records/checkpoint')).toHaveLength(2);
    expect(new URLSearchParams(host.seen(bundle).at(-1)?.query).toString()).toBe('q=fire');
    expect(gone).toEqual(['/v1/records/bundle?q=fire&token=x']);
  });

  it('one alone; without its document once that was removed', async () => {
    host.on('POST /v1/records/export/create', json({ address: ADDRESS }));
    const app = await opened(host, '/records/a-2', () => heading('Corvane Ridge'));
    await click(app, button('Take Away'), () =>
      expect(forms()).toEqual(['Table (CSV)', 'Values (CSV)', 'Data (JSON)']),
    );
    await click(app, button('Data (JSON)'), () => text(BEGUN));
    expect(asked()).toEqual({ format: 'json', archive: 'a-2' });
    const open = { content_removed_on: null };
    app.unmount();
    host.on('GET /v1/records/:id', json({ record: { ...entry, ...open }, received: [], previous: null, next: null }));
    const other = await opened(host, '/records/a-2', () => heading('Corvane Ridge'));
    await click(other, button('Take Away'), () => expect(forms()[0]).toBe('Document (HTML)'));
  });

  it('not any more after the window was closed', async () => {
    host.on('POST /v1/records/export/create', held);
    const app = await opened(host, '/records', () => heading('1 record'));
    await click(app, button('Take Away'), () => button('Table (CSV)'));
    await click(app, button('Table (CSV)'), () => text('Asking'));
    await click(app, button('Close'), () => heading('1 record'));
    host.release('POST /v1/records/export/create', json({ address: ADDRESS }));
    await click(app, button('Take Away'), () => button('Table (CSV)'));
    await click(app, button('Data (JSON)'), () => text(BEGUN));
    expect(gone).toEqual([ADDRESS]);
  });
});
