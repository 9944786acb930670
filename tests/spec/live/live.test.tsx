import { screen } from '@testing-library/dom';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { SESSION_CHECK, STREAM_RECONNECT } from '#common/config/constants.ts';
import { type Answer, dropped, held, htmlPage, json, raw, refused, usual } from '#tests/support/hosts/fake-answers.ts';
import { boardHtml } from '#tests/support/hosts/plain-world.ts';
import { type MountedApp, mountApp, hostForEachTest } from '#tests/support/jsdom/mount.tsx';
import { shows } from '#tests/support/shows.ts';
import { button, click, heading, isGone, notes, opened, showing, target, text } from '../editor/person.ts';

const host = hostForEachTest();

const opens = (): number => host.seen('GET /events/wips/:id').length;
const lists = (): number => host.seen('GET /v1/wips/:id/archives').length;
const loads = (): string[] => host.seen('GET /v1/archives/:id').map(({ path }) => path);

describe('the WIP dashboard', () => {
  it(
    shows(
      's2.wip-dashboard.title s2.wip-dashboard.newest s2.wip-dashboard.live s1.submit s4.live.stream',
      's4.live.event s7.events s7.archives s7.archive s3.archive-detail s9.height-editor',
    )('shows the newest archive, read-only, and the next one by itself'),
    async () => {
      const app = await opened(host, '/wip-dashboard/w-harbor', () => heading('Ready Dashboard'));
      await showing(app, 'First.');
      const frame = await app.frame();
      expect(frame.mode).toBe('view');
      expect(frame.iframe.style.height).toBe('80vh');
      expect(host.seen('GET /events/wips/:id')).toMatchObject([{ path: '/events/wips/w-harbor' }]);
      expect(host.seen('GET /events/wips/:id')[0]?.headers.cookie).toMatch(/session=/);
      host.submit({ uuid: 'a-2', content: boardHtml('Harbor', 'Second.') });
      await showing(app, 'Second.');
      await app.until(() => expect(document.body).toHaveTextContent('Changed: \u2068note\u2069 ·'));
      expect(lists()).toBe(2);
      expect(loads()).toEqual(['/v1/archives/a-1', '/v1/archives/a-2']);
    },
  );

  it('lists what was submitted beside a document that changes it', async () => {
    const app = await opened(host, '/wip-dashboard/w-harbor', () => heading('Ready Dashboard'));
    await showing(app, 'First.');
    const frame = await app.frame();
    // Text that the frame says that it was is not believed.
    frame.say({ type: 'wishes', values: [['note', 'Forged.']], isContested: true });
    await app.until(() => text('This document changes what was submitted'));
    expect(screen.getByRole('term')).toHaveTextContent('note');
    expect(screen.getByRole('definition')).toHaveTextContent('First.');
    host.submit({ uuid: 'a-2', content: boardHtml('Harbor', 'Second.') });
    await showing(app, 'Second.');
    await app.until(() => expect(isGone('This document changes what was submitted')).toBe(true));
  });

  it(
    shows('s4.live.order s9.archive-order d23.every-screen d6.moments s3.archive-summary')(
      'takes the newest submitted_on, whatever the order and the form of the times; the first of equals',
    ),
    async () => {
      host.on(
        'GET /v1/wips/:id/archives',
        json({
          archives: [
            { archive_uuid: 'old', submitted_on: '2026-01-01T00:00:00Z' },
            { uuid: 'when', submitted_on: 'soon' },
            { uuid: 'newest', submitted_on: 1_800_000_000 },
            { archive_uuid: 'twin', submitted_on: '1800000000000' },
            { archive_uuid: 'never' },
          ],
        }),
      );
      await opened(host, '/wip-dashboard/w-harbor', () => expect(loads()).toEqual(['/v1/archives/newest']));
    },
  );

  it(shows('s4.live.no-status')('shows no status name'), async () => {
    const app = mountApp('/wip-dashboard/w-harbor', { host });
    await showing(app, 'First.');
    await app.until(() => text('Live'));
    expect(document.body.textContent).toMatch(
      /^Ready DashboardWall modeBackLiveHarbor watch.*Very old Submitted \d+ days ago [A-Z][a-z]+ 1, \d+/,
    );
    expect(document.body.textContent).not.toMatch(/status|pending|complete|approved|draft|in progress/i);
  });

  it(shows('d6.absent-fields d6.moments')('leaves out a name and a time that the host does not give'), async () => {
    host.on('GET /v1/archives/:id', json({ result: { content: boardHtml(), name: null, submitted_on: 'soon' } }));
    const app = mountApp('/wip-dashboard/w-harbor', { host });
    await app.frame();
    text('Untitled');
    expect(document.body.textContent).not.toMatch(/undefined|null|Invalid Date|NaN|soon/);
  });
});

describe('the template dashboard', () => {
  it(
    shows(
      's2.template-dashboard.title s2.template-dashboard.edit s2.template-dashboard.recent',
      's2.template-dashboard.live s7.recent s9.height-dashboards s4.live.stream',
    )('shows the most recent archive and the next one by itself'),
    async () => {
      const app = await opened(host, '/template-dashboard/t-board', () => heading('Template Dashboard'));
      expect(target('Edit Template')).toBe('/forms/t-board');
      await showing(app, 'First.');
      expect((await app.frame()).iframe.style.height).toBe('95vh');
      host.submit({ uuid: 'a-2', content: boardHtml('Harbor', 'Second.') });
      await showing(app, 'Second.');
    },
  );

  it.each([
    ['nothing', json({ success: true })],
    ['null', json({ success: true, archives: null })],
    ['an empty list', json({ success: true, archives: [] })],
  ])(shows('s2.template-dashboard.empty d6.recent')('says what to do when recent is %s'), async (_what, answer) => {
    host.on('GET /v1/templates/:id/archives/recent', answer);
    const app = mountApp('/template-dashboard/t-board', { host });
    await app.until(() =>
      text('No documents submitted to dashboard. Edit the template and submit to see the archive here.'),
    );
  });

  it(shows('d6.recent s3.archive-summary')('takes recent as a list of one'), async () => {
    host.on('GET /v1/templates/:id/archives/recent', json({ success: true, archives: [{ uuid: 'a-1' }] }));
    const app = mountApp('/template-dashboard/t-board', { host });
    await showing(app, 'First.');
  });
});

describe('the Command dashboard', () => {
  const addBrief = (): void =>
    host.submit({ uuid: 'b-1', wip: 'w-brief', template: 't-brief', content: boardHtml('Brief', 'Right.') });
  const open = (): MountedApp => mountApp('/multiple-dashboard/t-board/t-brief', { host });

  it(
    shows(
      's2.command.title s2.command.left s2.command.right s2.command.edit-left s2.command.edit-right',
      's2.command.back s4.live.stream s9.height-dashboards',
    )('shows the first template left and the second right, each with its own stream'),
    async () => {
      addBrief();
      const app = open();
      await app.until(() => heading('Command Dashboard'));
      await showing(app, 'First.', 'Right.');
      expect(app.frames().map(({ iframe }) => iframe.style.height)).toEqual(['95vh', '95vh']);
      expect(target('Edit Left')).toBe('/open-wip/t-board');
      expect(target('Edit Right')).toBe('/open-wip/t-brief');
      expect(target('Back')).toBe('/dashboard');
      expect(host.streams.map(({ id }) => id).toSorted()).toEqual(['t-board', 't-brief']);
      host.submit({ uuid: 'a-2', content: boardHtml('Harbor', 'Left again.') });
      await showing(app, 'Left again.', 'Right.');
    },
  );

  it('offers nothing that cannot work for a template that does not exist, and shows it once it does', async () => {
    const answers = [refused(404, 'This template does not exist.'), usual] as const;
    host.on('GET /v1/templates/t-brief/archives/recent', ...answers);
    const app = open();
    await app.until(() => text('This template does not exist.'));
    expect(screen.queryByRole('link', { name: 'Edit Right' })).toBeNull();
    expect(target('Edit Left')).toBe('/open-wip/t-board');
    expect(isGone('Reconnecting…')).toBe(true);
    addBrief();
    await showing(app, 'First.', 'Right.');
    expect(target('Edit Right')).toBe('/open-wip/t-brief');
  });

  it(
    shows('s8.archives.updating-left s8.archives.updating-right d22.last-good')(
      'keeps what it shows when a newer archive does not come, and says so in that pane',
    ),
    async () => {
      addBrief();
      const app = open();
      await showing(app, 'First.', 'Right.');
      host.on('GET /v1/archives/a-2', dropped());
      host.on('GET /v1/archives/b-2', htmlPage(502));
      host.submit({ uuid: 'a-2', content: '' });
      await app.until(() => text('Error updating left archive content.'));
      host.submit({ uuid: 'b-2', template: 't-brief', content: '' });
      await app.until(() => text('Error updating right archive content.'));
      await showing(app, 'First.', 'Right.');
    },
  );
});

describe('the newest archive', () => {
  const open = (): MountedApp => mountApp('/wip-dashboard/w-harbor', { host });

  it.each<[string, Answer, string]>([
    [shows('s8.archives.failed d6.malformed')('without content'), json({ result: {} }), 'Failed to load archive'],
    [shows('s8.document.server-message s6.open-screens')('as a 403'), refused(403, 'Not yours.'), 'Not yours.'],
  ])('comes %s: a message above the last good one', async (_title, answer, message) => {
    const app = open();
    await showing(app, 'First.');
    host.on('GET /v1/archives/a-2', answer, usual);
    host.submit({ uuid: 'a-2', content: boardHtml('Harbor', 'Second.') });
    await app.until(() => text(message));
    expect(notes(app)).toEqual(['First.']);
    await app.user.click(button('Try Again'));
    await showing(app, 'Second.');
    expect(isGone(message)).toBe(true);
  });

  it(shows('s8.archives.401')('goes through the refresh rule when it is refused with 401, then is shown'), async () => {
    host.on('GET /v1/archives/:id', refused(401, 'Too old.'), refused(401, 'Still too old.'));
    const app = open();
    await app.until(() => text('Still too old.'));
    expect(host.seen('POST /auth/refresh-token')).toHaveLength(1);
    expect(loads()).toHaveLength(2);
  });

  it.each([
    [shows('s4.live.other-type')('of another type'), { type: 'submission_started', archive_uuid: 'a-2' }],
    [shows('s4.live.no-uuid')('without an archive'), { type: 'submission_complete' }],
    [shows('s4.live.no-uuid')('with an empty archive'), { type: 'submission_complete', archive_uuid: '' }],
    [shows('s4.live.other-type d6.malformed')('that is no JSON'), 'hello'],
  ])('is not asked for after an event %s', async (_title, data) => {
    const app = open();
    await showing(app, 'First.');
    expect(host.push('w-harbor', data)).toBe(1);
    await app.settled();
    expect(lists()).toBe(1);
  });

  it(shows('s4.live.event')('is not asked for after an event of another name'), async () => {
    const app = open();
    await showing(app, 'First.');
    host.push('w-harbor', { type: 'submission_complete', archive_uuid: 'a-2' }, 'rumour');
    await app.settled();
    expect(lists()).toBe(1);
  });
});

describe('a submission while a large document is shown', () => {
  const large = (note: string): string => boardHtml('Harbor', note).padEnd(1_000_000);

  it('is asked for after a random part of half a second; a small one, the first and one after a lost stream at once', async () => {
    const random = vi.spyOn(Math, 'random').mockReturnValue(0.5);
    onTestFinished(() => random.mockRestore());
    const app = mountApp('/wip-dashboard/w-harbor', { host });
    await showing(app, 'First.');
    host.submit({ uuid: 'a-2', content: large('Second.') });
    await showing(app, 'Second.');
    expect(lists()).toBe(2);
    host.submit({ uuid: 'a-3', content: large('Third.'), submitted_on: '2026-03-03T10:00:00Z' });
    await app.settled();
    await app.advance(249);
    expect([lists(), notes(app)]).toEqual([2, ['Second.']]);
    await app.advance(1);
    await showing(app, 'Third.');
    expect(lists()).toBe(3);
    random.mockReturnValue(1);
    host.submit({ uuid: 'a-4', content: large('Fourth.'), submitted_on: '2026-03-04T10:00:00Z' });
    await app.settled();
    await app.advance(499);
    expect(lists()).toBe(3);
    await app.advance(1);
    await showing(app, 'Fourth.');
    host.closeStreams();
    host.submit({ uuid: 'a-5', content: boardHtml('Harbor', 'Fifth.'), submitted_on: '2026-03-05T10:00:00Z' });
    await app.advance(STREAM_RECONNECT);
    await showing(app, 'Fifth.');
    expect(lists()).toBe(5);
  });
});

describe('the event stream', () => {
  const open = (): MountedApp => mountApp('/wip-dashboard/w-harbor', { host });

  it(shows('d22.first-load')('that does not open is not waited for after 300 ms'), async () => {
    host.on('GET /events/wips/:id', held);
    const app = open();
    await app.until(() => expect(opens()).toBe(1));
    await app.advance(299);
    expect(lists()).toBe(0);
    await app.advance(1);
    await showing(app, 'First.');
    text('Connecting…');
  });

  it.each<[string, Answer]>([
    ['401', refused(401)],
    ['500', refused(500)],
    ['204', raw('', 204)],
    ['a page of HTML', htmlPage()],
  ])(
    shows('s4.live.reconnect s9.stream-reconnect d22.always-3-s d22.each-open')(
      'that is refused with %s is opened again after 3 s, not 1 ms before, each time',
    ),
    async (_what, answer) => {
      host.on('GET /events/wips/:id', answer, answer, usual);
      const app = open();
      await app.until(() => text('Reconnecting…'));
      for (const before of [1, 2]) {
        expect(opens()).toBe(before);
        await app.advance(2999);
        expect(opens()).toBe(before);
        await app.advance(1);
        await app.until(() => expect(opens()).toBe(before + 1));
        await app.settled();
      }
      await app.until(() => text('Live'));
      await showing(app, 'First.');
      expect(loads()).toEqual(['/v1/archives/a-1']);
    },
  );

  it(
    shows('s4.live.reconnect d22.each-open d22.only-newer')(
      'that was lost asks again when it is back, and fetches only what is another archive',
    ),
    async () => {
      const app = open();
      await showing(app, 'First.');
      host.closeStreams();
      await app.until(() => text('Reconnecting…'));
      expect(notes(app)).toEqual(['First.']);
      await app.advance(3000);
      await app.until(() => text('Live'));
      await app.until(() => expect(lists()).toBe(2));
      await app.settled();
      expect(loads()).toEqual(['/v1/archives/a-1']);

      host.closeStreams();
      await app.until(() => text('Reconnecting…'));
      host.submit({ uuid: 'a-2', content: boardHtml('Harbor', 'While away.') });
      await app.settled();
      expect(notes(app)).toEqual(['First.']);
      await app.advance(3000);
      await showing(app, 'While away.');
    },
  );

  it('has the session looked at every five minutes, and renewed when it is too old', async () => {
    const app = open();
    await showing(app, 'First.');
    const before = host.seen('GET /auth/verify').length;
    const since = () => host.seen('GET /auth/verify').length - before;
    await app.advance(SESSION_CHECK - 1);
    expect(since()).toBe(0);
    host.expireSession();
    await app.advance(1);
    await app.until(() => expect(since()).toBe(2));
    expect(host.seen('POST /auth/refresh-token')).toHaveLength(1);
    await app.advance(SESSION_CHECK);
    await app.until(() => expect(since()).toBe(3));
    expect(notes(app)).toEqual(['First.']);
  });

  it(shows('s4.live.stream')('ends with its screen, not with wall mode, which is no step of Back'), async () => {
    const app = mountApp('/template-dashboard/t-board', { host });
    await showing(app, 'First.');
    const steps = window.history.length;
    await click(app, button('Wall mode'), () => button('Leave wall mode'));
    expect([app.address(), window.history.length]).toEqual(['/template-dashboard/t-board?wall', steps]);
    await click(app, button('Leave wall mode'), () => button('Wall mode'));
    expect(host.streams).toHaveLength(1);
    await click(app, screen.getByRole('link', { name: 'Back' }), () => heading('View Live Docs'));
    await app.until(() => expect(host.streams).toEqual([]));
  });
});
