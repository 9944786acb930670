import { screen } from '@testing-library/dom';
import { beforeEach, describe, expect, it } from 'vitest';
import { dropped, held, json, type Seen } from '#tests/support/hosts/fake-answers.ts';
import { boardHtml } from '#tests/support/hosts/plain-world.ts';
import { hostForEachTest, type MountedApp } from '#tests/support/jsdom/mount.tsx';
import { button, click, heading, isGone, opened, showing, text } from '../editor/person.ts';

const host = hostForEachTest();
const AT = 'GET /v1/records/at';
/** Moments of the two submissions, and the host's present. */
const FIRST = '2026-03-02T14:00:00.000Z';
const SECOND = '2026-03-02T15:00:00.000Z';
const PRESENT = '2026-03-02T16:00:00.000Z';

const record = (archive: string, submitted: string) => ({
  archive_uuid: archive,
  wip_uuid: 'w-harbor',
  template_id: 't-board',
  name: 'Harbor watch',
  file_name: 'board.html',
  submitted_on: submitted,
  submitted_by: 'Dana Okafor',
  submitted_by_uuid: 'u-1',
  number: 1,
  wip_deleted_on: null,
  content_removed_on: null,
  held: null,
  checksum: 'c0ffee',
  changes: null,
  changed: null,
});

/** Answers as our host does, from two submissions. */
function atMoment({ query }: Seen) {
  const asked = new URLSearchParams(query).get('time') ?? '';
  const time = asked < PRESENT ? asked : PRESENT;
  const newest = time >= SECOND ? record('a-2', SECOND) : time >= FIRST ? record('a-1', FIRST) : null;
  return json({
    time,
    panes: [{ id: 'w-harbor', record: newest }],
    previous: [SECOND, FIRST].find((moment) => moment < time) ?? null,
    next: [FIRST, SECOND].find((moment) => moment > time) ?? null,
  });
}

beforeEach(() => {
  host.world.user = { ...host.world.user, capabilities: ['records'] };
  const about = { name: 'Harbor watch', format: 'html', wip: 'w-harbor', template: 't-board' };
  host.world.archives.push({ ...about, uuid: 'a-2', submitted_on: SECOND, content: boardHtml('Harbor', 'Second.') });
  host.offer(AT);
  host.offer('GET /v1/records/moments');
  host.on(AT, atMoment);
  host.on(
    'GET /v1/records/moments',
    json({ moments: [FIRST, SECOND].map((at, no) => ({ at, pane: 'w-harbor', archive_uuid: `a-${no + 1}` })) }),
  );
});

const open = async (query: string, words: string): Promise<MountedApp> => {
  const app = await opened(host, `/wip-dashboard/w-harbor${query}`, () => heading('Ready Dashboard'));
  await showing(app, words);
  return app;
};
const named = (time: string): RegExp => new RegExp(`^This is .*${time}`);
const hourOf = (moment: string): string =>
  new Intl.DateTimeFormat(undefined, { hour: 'numeric', minute: '2-digit' }).format(new Date(moment));
const sees = (app: MountedApp, moment: string): Promise<unknown> =>
  app.until(() => expect(screen.getByText('This is', { exact: false })).toHaveTextContent(named(hourOf(moment))));

describe('a live screen at an earlier moment', () => {
  it('is entered at the host’s present, goes from change to change, and back to live', async () => {
    const app = await open('', 'Second.');
    await app.until(() => text('Live'));
    await click(app, button('Look Back'), () => button('Previous Change'));
    await sees(app, PRESENT);
    expect(app.address()).toBe('/wip-dashboard/w-harbor?at=2026-03-02T16:00:00.000Z');
    expect(isGone('Live')).toBe(true);
    text('Past');
    await app.user.keyboard('{ArrowLeft}');
    await sees(app, SECOND);
    await app.user.keyboard('{ArrowLeft}');
    await sees(app, FIRST);
    await showing(app, 'First.');
    expect(button('Previous Change')).toHaveAttribute('aria-disabled', 'true');
    await app.user.keyboard('{ArrowRight}');
    await sees(app, SECOND);
    await showing(app, 'Second.');
    const before = host.seen('GET /events/wips/:id').length;
    await click(app, screen.getByRole('link', { name: 'Back to live' }), () => text('Live'));
    expect(app.address()).toBe('/wip-dashboard/w-harbor');
    expect(host.seen('GET /events/wips/:id').length).toBe(before + 1);
  });

  it('has an address that is the same moment for everybody, and never the future', async () => {
    const app = await open('?at=2026-03-02T14:30', 'First.');
    const local = new Date('2026-03-02T14:30').toISOString().replace('.000Z', 'Z');
    expect(app.address()).toBe(`/wip-dashboard/w-harbor?at=${local}`);
    app.unmount();
    const later = await open('?at=2099-01-01T00:00:00Z', 'Second.');
    await later.until(() => text('Live'));
    expect(later.address()).toBe('/wip-dashboard/w-harbor');
    later.unmount();
    const wrong = await open('?at=tuesday', 'Second.');
    text(/^The time in this address cannot be read/);
    await wrong.until(() => text('Live'));
  });

  it('names a moment only when its document is there, and drops what comes late', async () => {
    const app = await open('?at=2026-03-02T15:30:00Z', 'Second.');
    await sees(app, '2026-03-02T15:30:00.000Z');
    host.on('GET /v1/archives/:id', held);
    await app.user.keyboard('{ArrowLeft}{ArrowLeft}');
    await app.until(() => text(/^Looking for/));
    await app.settled();
    expect(screen.getByText('This is', { exact: false })).toHaveTextContent(named(hourOf('2026-03-02T15:30:00.000Z')));
    await showing(app, 'Second.');
  });

  it('says that a moment did not come, and does not show another one’s document for it', async () => {
    const app = await open('?at=2026-03-02T15:30:00Z', 'Second.');
    host.on(AT, dropped());
    await app.user.keyboard('{ArrowLeft}{ArrowLeft}');
    await app.until(() => text(/^Error fetching archive/));
    const frame = await app.frame();
    expect(frame.iframe).not.toBeVisible();
    host.on(AT, atMoment);
    await click(app, screen.getAllByRole('button', { name: 'Try Again' }).at(-1) as HTMLElement, () => text('Past'));
    await showing(app, 'First.');
    expect((await app.frame()).iframe).toBeVisible();
  });

  it('before the first submission says so; a plain host has no past', async () => {
    const app = await opened(host, '/wip-dashboard/w-harbor?at=2020-01-01T00:00:00Z', () =>
      text('Nothing was submitted before this moment.'),
    );
    expect(button('Previous Change')).toHaveAttribute('aria-disabled', 'true');
    app.unmount();
    host.world.user = { ...host.world.user, capabilities: [] };
    const plain = await open('?at=2020-01-01T00:00:00Z', 'Second.');
    await plain.until(() => text('Live'));
    expect(screen.queryByRole('button', { name: 'Look Back' })).toBeNull();
  });
});
