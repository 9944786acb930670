import { screen, within } from '@testing-library/dom';
import { beforeEach, expect, it } from 'vitest';
import { dropped, json } from '#tests/support/hosts/fake-answers.ts';
import { hostForEachTest } from '#tests/support/jsdom/mount.tsx';
import { button, click, field, heading, opened, text } from '../editor/person.ts';

const host = hostForEachTest();
const at = '2026-01-31T14:37:00.000Z';
const record = {
  archive_uuid: 'a-2',
  wip_uuid: 'w-1',
  template_id: 't-1',
  name: 'Corvane Ridge',
  file_name: 'brief.html',
  submitted_on: at,
  content_removed_on: at,
  number: 2,
  checksum: 'c0ffee',
  changes: [],
  changed: 0,
};
const held = {
  uuid: 'h-1',
  wip: 'w-1',
  template: null,
  from: null,
  to: null,
  reason: 'Inquest 12',
  set_by: 'Ada Chief',
  set_on: at,
  released_by: null,
  released_on: null,
  release_reason: null,
};
const released = { released_by: 'Bo Chief', released_on: at, release_reason: 'Closed' };
const HOLDS = 'GET /v1/records/holds';

beforeEach(() => {
  Object.assign(host.world.user, { permission: 3, capabilities: ['records', 'records.proof'] });
  for (const call of ['GET /v1/records/:id', HOLDS] as const) host.offer(call);
  for (const call of ['create', ':id/release'] as const) host.offer(`POST /v1/records/holds/${call}`);
  host.on('GET /v1/records/:id', json({ record: { ...record, held: true }, received: [], previous: null, next: null }));
  host.on(HOLDS, json({ holds: [] }));
});
const rows = (): (string | null)[] =>
  within(screen.getByRole('list', { name: 'Holds' }))
    .queryAllByRole('listitem')
    .map(({ textContent }) => textContent);

it('lets an administrator hold a record with a reason, and release it with another', async () => {
  host.on(HOLDS, dropped(), json({ holds: [] }));
  const app = await opened(host, '/records/a-2', () => text('The holds did not come. Please try again.'));
  await click(app, button('Try Again'), () => text('Nothing holds this record.'));
  expect(host.seen(HOLDS).at(-1)?.query).toBe('?archive=a-2');
  await click(app, button('Hold'), () => text('Write why.'));
  await app.user.type(field('Reason'), ' Inquest 12 ');
  await app.user.selectOptions(field('Hold'), 'All documents of its template');
  host.on('POST /v1/records/holds/create', json({ hold: { ...held, wip: null, template: 't-1' } }));
  await click(app, button('Hold'), () => text('It is held: nothing removes it before the hold is released.'));
  expect(host.seen('POST /v1/records/holds/create').at(-1)?.body).toEqual({
    archive: 'a-2',
    template: 't-1',
    reason: 'Inquest 12',
  });
  expect(rows()).toEqual([
    expect.stringMatching(/^Held since .*2026.* by Ada Chief: Inquest 12 \(all documents of its template\)/),
  ]);
  text('Nothing removes this record’s content, or deletes its document, before its holds are released.');
  await click(app, button('Release'), () => text('Write why.'));
  await app.user.type(field('Reason for the release'), 'Closed');
  host.on('POST /v1/records/holds/:id/release', json({ hold: { ...held, ...released } }));
  await click(app, button('Release'), () => text('Nothing holds this record.'));
  expect(rows()).toEqual([
    expect.stringMatching(/^Was held since .* by Ada Chief: Inquest 12 .*Released on .* by Bo Chief: Closed$/),
  ]);
  await app.user.selectOptions(field('Hold'), 'Everything submitted on Jan 31, 2026');
  await app.user.type(field('Reason'), 'All of it');
  host.on('POST /v1/records/holds/create', dropped());
  host.on(HOLDS, json({ holds: [held] }));
  await click(app, button('Hold'), () => text(/^No answer came\. It may have been done all the same/));
  const { from = '', to = '' }: { from?: string; to?: string } =
    host.seen('POST /v1/records/holds/create').at(-1)?.body ?? {};
  expect([new Date(from).getHours(), Date.parse(to) - Date.parse(from)]).toEqual([0, 86_400_000]);
  expect(rows()).toEqual([expect.stringMatching(/^Held since .*\(this document\)/)]);
});

it('checks a record where the host can, each time that it is asked, and says in words what came of it', async () => {
  const CHECK = 'GET /v1/records/:id/check';
  host.offer(CHECK);
  Object.assign(host.world.user, { permission: 1 });
  host.on(
    CHECK,
    dropped(),
    json({ fits: false, sentences: ['Record no. 2 was changed.'] }),
    json({ fits: null, sentences: ['No checkpoint has it yet.'] }),
    json({ fits: true, sentences: ['Record no. 2 is as it was submitted.', 'Compare the key.'] }),
  );
  const app = await opened(host, '/records/a-2', () => button('Check'));
  expect(host.seen(CHECK)).toEqual([]);
  for (const words of [
    'The record was not checked. Please try again.',
    'This does not fit:Record no. 2 was changed.',
    'Not proved.No checkpoint has it yet.',
    'Everything fits.Record no. 2 is as it was submitted.Compare the key.',
  ]) {
    await click(app, button('Check'), () =>
      expect(screen.getByRole('region', { name: 'Proof' }).textContent).toContain(words),
    );
    const said = screen.getByRole('region', { name: 'Proof' }).textContent ?? '';
    expect(said.match(/Please|fits?[.:]|Not proved/g)).toHaveLength(1);
  }
  expect(host.seen(CHECK)).toHaveLength(4);
  app.unmount();
  Object.assign(host.world.user, { capabilities: ['records'] });
  await opened(host, '/records/a-2', () => heading('Changes'));
  expect(screen.queryByRole('button', { name: 'Check' })).toBeNull();
});

it('says that a record is held to everybody, and the holds to administrators of a host that has them alone', async () => {
  for (const user of [{ permission: 2 }, { permission: 3, capabilities: ['records'] }]) {
    Object.assign(host.world.user, user);
    const app = await opened(host, '/records/a-2', () => heading('Changes'));
    text('Nothing removes its content before the hold is released');
    expect(screen.queryByRole('heading', { name: 'Holds' })).toBeNull();
    app.unmount();
  }
  expect(host.seen(HOLDS)).toEqual([]);
});
