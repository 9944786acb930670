import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as v from 'valibot';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { archivesReply, recentReply } from '#api/contract/archives.ts';
import { saveReply } from '#api/contract/wips.ts';
import { COMMAND_TEMPLATE_LEFT } from '#config/constants.ts';
import { createServer, type Server } from '#server/app.ts';
import { readSettings } from '#server/settings.ts';
import { openStream } from '#tests/support/event-stream.ts';
import { demo, signedIn } from '#tests/support/person.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

let data = '';
let server: Server;
let origin = '';
let clock = 0;
beforeEach(async () => {
  data = await mkdtemp(join(tmpdir(), 'ready-clock-'));
  clock = Date.now();
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const settings = readSettings({ PORT: '0', READY_DATA: data, LOG_LEVEL: 'silent', READY_SESSION_DAYS: '1' });
  server = await createServer({ settings, seed: true, spa: false, now: () => new Date(clock) });
  origin = await server.listen();
});
afterEach(async () => {
  vi.useRealTimers();
  await server.close();
  await rm(data, { recursive: true });
});

it('a wall without a submission all night stays signed in, until its session ends', async () => {
  const wall = await signedIn(origin, demo.reader);
  const idle = await signedIn(origin, demo.reader);
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
  const writer = await signedIn(origin, demo.writer);
  const body = { save_name: 'Clock', edited_attributes: [], new_attributes: [] };
  const saved = await writer.post(`/v1/templates/${COMMAND_TEMPLATE_LEFT}/wips/save`, body);
  const { uuid } = v.parse(saveReply, saved.json).result;
  const submitted: unknown[] = [];
  for (const step of [0, 0, -HOUR, 0]) {
    clock += step;
    const reply = await writer.post(`/v1/wips/${uuid}/submit`);
    submitted.unshift((reply.json as { result: { archive_uuid: string } }).result.archive_uuid);
  }
  const archives = v.parse(archivesReply, (await writer.get(`/v1/wips/${uuid}/archives`)).json);
  expect(archives.map((archive) => archive.uuid)).toEqual(submitted);
  expect(new Set(archives.map((archive) => archive.submittedOn)).size).toBe(4);
  const recent = await writer.get(`/v1/templates/${COMMAND_TEMPLATE_LEFT}/archives/recent`);
  expect(v.parse(recentReply, recent.json)?.uuid).toBe(submitted[0]);
});
