import { join } from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { readRecent } from '#common/calls/archives.ts';
import { listDisplays } from '#common/calls/displays.ts';
import { COMMAND_TEMPLATE_LEFT } from '#common/config/constants.ts';
import { auditEntry } from '#server/domain/audit/audit.ts';
import { aheadOfClock } from '#server/domain/clock.ts';
import { engines } from '#tests/support/postgres/engines.ts';
import { openStream } from '#tests/support/event-stream.ts';
import { demo, Person, signedIn } from '#tests/support/person.ts';
import { startServer } from '#tests/support/hosts/server.ts';
import { archivesOf, save, submit } from '#tests/support/writing.ts';
import { given, startInside, forThisTest, givenDist, givenFolder, runReady } from '../given.ts';
import { author, startStored } from '../documents/stored.ts';
import { claim, codeFor, newBoard, newDisplay, pair } from '../boards/walls.ts';
import { parsed } from '#tests/support/replies.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const YEAR = 365 * DAY;

const base = givenFolder();
const dist = givenDist();

describe('a clock that jumps', () => {
  let clock = 0;
  const refresh = async (person: Person) => (await person.post('/auth/refresh-token')).status;
  beforeEach(() => {
    clock = Date.now();
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    return () => void vi.useRealTimers();
  });
  const server = given(() => startInside({ READY_SESSION_DAYS: '1' }, { now: () => new Date(clock) }), beforeEach);

  it('a wall without a submission all night stays signed in, until its session ends', async () => {
    const wall = await signedIn(server.origin, demo.reader);
    const idle = await signedIn(server.origin, demo.reader);
    const stream = await openStream(wall, COMMAND_TEMPLATE_LEFT);
    for (let hours = 0; hours < 21; hours += 7) {
      clock += 7 * HOUR;
      await vi.advanceTimersByTimeAsync(MINUTE);
    }
    expect((await wall.post('/auth/refresh-token')).status).toBe(200);
    expect((await idle.post('/auth/refresh-token')).status).toBe(401);
    clock += 7 * HOUR;
    await vi.advanceTimersByTimeAsync(MINUTE);
    expect(await stream.next()).toBeNull();
    expect((await wall.post('/auth/refresh-token')).status).toBe(401);
  });

  it('a submission is later than the one before, though the clock stands still or goes back', async () => {
    const writer = await signedIn(server.origin, demo.writer);
    const { uuid } = await save(writer, 'Clock');
    const submitted: string[] = [];
    for (const step of [0, 0, -HOUR, 0]) {
      clock += step;
      submitted.unshift(await submit(writer, uuid));
    }
    const archives = await archivesOf(writer, uuid);
    expect(archives.map((archive) => archive.uuid)).toEqual(submitted);
    expect(new Set(archives.map((archive) => archive.submittedOn)).size).toBe(4);
    const recent = await writer.get(`/v1/templates/${COMMAND_TEMPLATE_LEFT}/archives/recent`);
    expect(parsed(readRecent, recent.json)?.uuid).toBe(submitted[0]);
  });

  it('a session that was made while the clock was ahead ends when it should, once the clock is right', async () => {
    clock += YEAR;
    const [idle, busy, stolen] = [
      await signedIn(server.origin, demo.reader),
      await signedIn(server.origin, demo.reader),
      await signedIn(server.origin, demo.writer),
    ];
    const thief = stolen.twin();
    await refresh(stolen);
    clock -= YEAR;
    expect(await refresh(busy)).toBe(200);
    expect([await refresh(thief), await refresh(stolen)]).toEqual([401, 401]);
    clock += HOUR;
    await vi.advanceTimersByTimeAsync(HOUR);
    await expect.poll(async () => (await idle.get('/auth/verify')).status).toBe(401);
    for (let hours = 0; hours < 21; hours += 7) {
      expect(await refresh(busy)).toBe(200);
      clock += 7 * HOUR;
    }
    expect([await refresh(idle), await refresh(busy)]).toEqual([401, 200]);
    clock += 3 * HOUR;
    expect(await refresh(busy)).toBe(401);
  });

  it('a clock that is behind until it is set right, as of a machine that has just started, ends no session', async () => {
    const wall = await signedIn(server.origin, demo.reader);
    const stream = await openStream(wall, COMMAND_TEMPLATE_LEFT);
    const person = await signedIn(server.origin, demo.writer);
    clock -= YEAR;
    expect([await refresh(wall), await refresh(person)]).toEqual([200, 200]);
    await vi.advanceTimersByTimeAsync(2 * MINUTE);
    clock += YEAR + 20 * MINUTE;
    await vi.advanceTimersByTimeAsync(MINUTE);
    expect([await refresh(wall), await refresh(person)]).toEqual([200, 200]);
    stream.close();
  });

  describe('displays of a clock that was ahead', () => {
    it('wrong codes of then hold nobody up for as long as it was ahead', async () => {
      clock += YEAR;
      const board = await newBoard(await signedIn(server.origin, demo.writer));
      const then = await signedIn(server.origin, demo.administrator);
      for (let wrong = 0; wrong < 10; wrong += 1) expect((await pair(then, 'BCDFGHJK', board)).status).toBe(404);
      clock -= YEAR;
      const person = await signedIn(server.origin, demo.administrator);
      const code = await codeFor(new Person(server.origin));
      const held = await pair(person, code, board);
      expect([held.status, held.headers.get('Retry-After')]).toEqual([429, String(15 * 60)]);
      clock += 15 * MINUTE + 1;
      const again = await codeFor(new Person(server.origin));
      expect((await pair(await signedIn(server.origin, demo.administrator), again, board)).status).toBe(201);
    });

    it('a screen that was given its code then waits ten minutes more, and no longer', async () => {
      clock += YEAR;
      const screen = new Person(server.origin);
      const code = await codeFor(screen);
      clock -= YEAR;
      await vi.advanceTimersByTimeAsync(HOUR);
      expect(await claim(screen)).toBe('waiting');
      clock += 10 * MINUTE + 1;
      await expect.poll(() => claim(screen)).toBe('expired');
      const board = await newBoard(await signedIn(server.origin, demo.writer));
      expect((await pair(await signedIn(server.origin, demo.administrator), code, board)).status).toBe(404);
    });

    it('says of a display that was seen then when it is seen now', async () => {
      clock += YEAR;
      const board = await newBoard(await signedIn(server.origin, demo.writer));
      const then = await signedIn(server.origin, demo.administrator);
      const { screen } = await newDisplay(then, board);
      clock -= YEAR;
      expect((await screen.get('/v1/displays/self')).status).toBe(200);
      const person = await signedIn(server.origin, demo.administrator);
      // It is written within a second or two.
      await vi.advanceTimersByTimeAsync(2_000);
      const seen = async () =>
        parsed(listDisplays, (await person.get('/v1/displays')).json).map((one) => one.last_seen);
      await expect.poll(seen).toEqual([clock]);
    });
  });
});

it('a clock that is behind what was submitted is said at the start and by doctor', async () => {
  const place = { READY_DATA: join(base, 'ahead') };
  const then = new Date(Date.now() + 10 * DAY);
  const ahead = await startInside(place, { now: () => then });
  const writer = await signedIn(ahead.origin, demo.writer);
  await submit(writer, (await save(writer, 'Early')).uuid);
  await ahead.close();
  const sentence = /The newest submission is 10 days ahead of this machine’s clock \(.*set it right and restart/;
  const doctor = await runReady({ ...place, READY_DIST: dist }, ['doctor']);
  expect(doctor.out).toMatch(new RegExp(`^warning  ${sentence.source}`, 'm'));
  const server = await forThisTest(startServer({ dist, dataDir: place.READY_DATA }));
  // The address is printed before it is known what the database says of the clock.
  await expect.poll(() => server.output(), { timeout: 10_000 }).toMatch(sentence);
  expect(server.output()).toContain('"level":40');
});

describe.each(engines)('the clock against what is kept on $name', ({ start }) => {
  const engine = given(start);

  it('is behind the audit log or sessions where these are ahead by more than some minutes', async () => {
    await using stored = await startStored(await engine.place());
    const { storage } = stored;
    const now = new Date();
    const later = (milliseconds: number): Date => new Date(now.getTime() + milliseconds);
    const says = () => aheadOfClock(storage, now);
    expect(await says()).toBeNull();
    const use = (uuid: string, at: Date) =>
      storage.sessions.addFamily({
        uuid,
        user: author,
        used_at: at.toISOString(),
        expires_at: later(DAY).toISOString(),
      });
    await use('one', later(4 * MINUTE));
    await storage.audit.add(auditEntry(later(4 * MINUTE), null, 'signed_in'));
    expect(await says()).toBeNull();
    await use('two', later(3 * HOUR));
    expect(await says()).toContain('The last use of a session is 3 hours ahead of this machine’s clock');
    await storage.audit.add(auditEntry(later(30 * MINUTE), null, 'signed_in'));
    expect(await says()).toContain('The newest line of the audit log is 30 minutes ahead');
  });
});
