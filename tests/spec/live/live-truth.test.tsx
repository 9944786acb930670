import { screen } from '@testing-library/dom';
import { describe, expect, it, vi } from 'vitest';
import { dropped, held, json, refused, usual } from '#tests/support/hosts/fake-answers.ts';
import { DOCUMENT_RETRY, FRAME_PING, FRAME_PONG, FRAME_PONG_LATE } from '#config/frame.ts';
import { boardHtml } from '#tests/support/hosts/plain-world.ts';
import { type MountedApp, hostForEachTest, mountApp } from '#tests/support/jsdom/mount.tsx';
import { isGone, notes, showing, text } from '../editor/person.ts';

const host = hostForEachTest();
const ARCHIVES = 'GET /v1/wips/:id/archives';

const asked = (): number => host.seen(ARCHIVES).length;

/** Adds a submission that no stream reports. */
function addUnreportedSubmission(note: string): void {
  const about = { name: 'Harbor watch', format: 'html', wip: 'w-harbor', template: 't-board' };
  const content = boardHtml('Harbor', note);
  host.world.archives.push({ ...about, uuid: 'a-2', submitted_on: '2026-03-02T10:00:00Z', content });
}

async function open(...capabilities: string[]): Promise<MountedApp> {
  host.world.user = { ...host.world.user, capabilities };
  const app = mountApp('/wip-dashboard/w-harbor', { host });
  await showing(app, 'First.');
  await app.until(() => text('Live'));
  // An answer that is still on its way would be another word of the host.
  await app.settled();
  return app;
}
/** Returns the notice over the whole pane, without its time. */
const notice = (): string | null => document.querySelector('[role="alert"]')?.textContent || null;
const CUT = 'Not connected. What is shown here may be out of date.';

describe('a host without heartbeats', () => {
  it('is asked for the newest archive every 60 s while the stream is open, and every 15 s while it is not', async () => {
    const app = await open();
    const before = asked();
    await app.advance(59_999);
    expect(asked()).toBe(before);
    addUnreportedSubmission('Swallowed.');
    await app.advance(1);
    await showing(app, 'Swallowed.');
    expect(asked()).toBe(before + 1);
    host.on('GET /events/wips/:id', held);
    host.closeStreams();
    await app.until(() => text('Reconnecting…'));
    await app.advance(14_999);
    expect(asked()).toBe(before + 1);
    await app.advance(1);
    await app.until(() => expect(asked()).toBe(before + 2));
  });
});

describe('a host with heartbeats', () => {
  it('is looked for every 3 to 4 s while it is not reached, and is live as soon as a look is answered', async () => {
    const app = await open('events.heartbeat');
    host.on('GET /events/wips/:id', held);
    host.on(ARCHIVES, dropped());
    host.on('GET /auth/verify', dropped());
    await app.advance(30_000);
    await app.until(() => expect(notice()).toBe(CUT));
    const looks = (): number => host.seen('GET /auth/verify').length;
    const [before, newest] = [looks(), asked()];
    for (let passed = 0; passed < 12_000; passed += 1_000) await app.advance(1_000);
    expect(looks() - before).toBeGreaterThanOrEqual(3);
    expect(looks() - before).toBeLessThanOrEqual(4);
    // Walls in their hundreds ask for no more than that.
    expect(asked()).toBe(newest);
    // The clock of a page goes on while its timers do; here it does not.
    const now = performance.now.bind(performance);
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => now() + 12_000);
    addUnreportedSubmission('While away.');
    for (const call of ['GET /events/wips/:id', ARCHIVES, 'GET /auth/verify'] as const) host.on(call, usual);
    for (let passed = 0; passed < 4_000; passed += 1_000) await app.advance(1_000);
    await showing(app, 'While away.');
    await app.until(() => text('Live'));
    expect(notice()).toBeNull();
    clock.mockRestore();
  });
});

describe('a pane', () => {
  it('whose stream is lost is called cut off after 9 s, and not before, until the newest archive was asked for', async () => {
    const app = await open();
    host.on('GET /events/wips/:id', held);
    host.on(ARCHIVES, dropped());
    host.closeStreams();
    await app.until(() => text('Reconnecting…'));
    await app.advance(8_999);
    expect(notice()).toBeNull();
    await app.advance(1);
    await app.until(() => expect(notice()).toBe(CUT));
    expect(document.body.textContent).toMatch(/Not connected since \d/);
    expect(notes(app)).toEqual(['First.']);
    const said = document.querySelector('[role="alert"]')?.firstChild;
    await app.advance(15_000);
    await app.advance(15_000);
    // It is said once, however often it is tried again.
    expect(document.querySelector('[role="alert"]')?.firstChild).toBe(said);
    host.on(ARCHIVES, usual);
    await app.advance(15_000);
    await app.until(() => expect(notice()).toBeNull());
    text('Reconnecting…');
  });

  it.each([502, 504])(
    'whose host is not reached by the proxy before it, which says %i, is not connected',
    async (status) => {
      const app = await open();
      host.on('GET /v1/archives/a-2', refused(status));
      host.submit({ uuid: 'a-2', content: boardHtml('Harbor', 'Second.') });
      await app.until(() => expect(notice()).toBe(CUT));
      text('Not live');
    },
  );
});

describe('the age of a document', () => {
  it("is counted by the host's clock, not by the browser's, beside the name of who submitted it", async () => {
    const submission = { name: 'Harbor watch', submitted_on: '2026-03-01T10:00:00Z', submitted_by: 'Dana Okafor' };
    const reply = json({ result: { content: boardHtml('Harbor', 'First.'), ...submission } }, 200, {
      date: 'Sun, 01 Mar 2026 10:06:30 GMT',
    });
    host.on('GET /v1/archives/:id', reply);
    const app = await open();
    await app.until(() =>
      expect(screen.getByTitle(/2026/).textContent).toMatch(/^ ?Submitted 6 min ago by Dana Okafor \d+:00\sAM$/),
    );
    expect(isGone(/old$/i)).toBe(true);
    expect(screen.queryByText(/days ago/)).toBeNull();
  });
});

describe('a document that stops responding', () => {
  it.each(['', '?wall'])('is opened again by itself, which the pane says, until it is drawn (%s)', async (query) => {
    const app = mountApp(`/wip-dashboard/w-harbor${query}`, { host });
    await app.until(() => text('Live'));
    (await app.frame()).silent = true;
    await app.advance(FRAME_PING + FRAME_PONG + FRAME_PONG_LATE);
    await app.until(() => text('The document stopped responding. It is opened again within a minute.'));
    text('Not live');
    expect(isGone('Live')).toBe(true);
    // On a wall there is no user to press it.
    expect(screen.queryByRole('button', { name: 'Reload document' }) === null).toBe(query === '?wall');
    await app.advance(DOCUMENT_RETRY);
    await app.until(() => text('Live'));
    expect(isGone(/stopped responding/)).toBe(true);
    await showing(app, 'First.');
  });
});
