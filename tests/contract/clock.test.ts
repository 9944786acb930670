import * as v from 'valibot';
import { beforeEach, expect, it, vi } from 'vitest';
import { recentReply } from '#api/contract/archives.ts';
import { COMMAND_TEMPLATE_LEFT } from '#config/constants.ts';
import { openStream } from '#tests/support/event-stream.ts';
import { demo, signedIn, type Person } from '#tests/support/person.ts';
import { archivesOf, save, submit } from '#tests/support/writing.ts';
import { given, startInside } from './given.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const YEAR = 365 * 24 * HOUR;

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
  expect(v.parse(recentReply, recent.json)?.uuid).toBe(submitted[0]);
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
