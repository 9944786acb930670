import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { COMMAND_TEMPLATE_LEFT } from '#config/constants.ts';
import { createServer } from '#server/app.ts';
import { readSettings } from '#server/settings.ts';
import { openStream } from '#tests/support/event-stream.ts';
import { demo, signedIn } from '#tests/support/person.ts';

const MINUTE = 60_000;

it('a wall without a submission all night stays signed in, until its session ends', async () => {
  const data = await mkdtemp(join(tmpdir(), 'ready-wall-'));
  let clock = Date.now();
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const settings = readSettings({ PORT: '0', READY_DATA: data, LOG_LEVEL: 'silent', READY_SESSION_DAYS: '1' });
  const server = await createServer({ settings, seed: true, spa: false, now: () => new Date(clock) });
  try {
    const origin = await server.listen();
    const wall = await signedIn(origin, demo.reader);
    const idle = await signedIn(origin, demo.reader);
    const stream = await openStream(wall, COMMAND_TEMPLATE_LEFT);
    for (let hours = 0; hours < 21; hours += 7) {
      clock += 7 * 60 * MINUTE;
      await vi.advanceTimersByTimeAsync(MINUTE);
    }
    expect((await wall.post('/auth/refresh-token')).status).toBe(200);
    expect((await idle.post('/auth/refresh-token')).status).toBe(401);
    clock += 7 * 60 * MINUTE;
    await vi.advanceTimersByTimeAsync(MINUTE);
    expect(await stream.next()).toBeNull();
    expect((await wall.post('/auth/refresh-token')).status).toBe(401);
  } finally {
    vi.useRealTimers();
    await server.close();
    await rm(data, { recursive: true });
  }
});
