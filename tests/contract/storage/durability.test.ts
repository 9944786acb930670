import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { expect, it } from 'vitest';
import { readRecord } from '#common/calls/records.ts';
import { listPeople, readImport } from '#common/calls/people.ts';
import { COMMAND_TEMPLATE_LEFT, XSRF_COOKIE, XSRF_HEADER } from '#common/config/constants.ts';
import { openStream } from '#tests/support/event-stream.ts';
import { demo, signedIn } from '#tests/support/person.ts';
import { load, save, saving, submit, valueIn } from '#tests/support/writing.ts';
import { newBoard, newDisplay, wall, wip as ofWip } from '../boards/walls.ts';
import { givenPerson, givenServer } from '../given.ts';
import { parsed } from '#tests/support/replies.ts';

const server = givenServer();
const writer = givenPerson(server, demo.writer);

async function powerCut(): Promise<void> {
  await server.kill9();
  await server.restart();
}

// Documents that were acknowledged are killed for in `torture.test.ts`.
it('keeps a session that was renewed at the moment of a kill', async () => {
  const refreshed = await writer.post('/auth/refresh-token');
  await powerCut();
  expect(refreshed.status).toBe(200);
  expect((await writer.get('/auth/verify')).status).toBe(200);
});

it('says that an import stopped in the middle, and added nobody', async () => {
  const key = 'k'.repeat(43);
  const csv = ['username,name', ...Array.from({ length: 100 }, (_, at) => `many-${at},Many`)].join('\n');
  const admin = await signedIn(server.origin, demo.administrator);
  expect((await admin.post('/v1/users/import', { csv, key })).status).toBe(202);
  await powerCut();
  const { job } = parsed(readImport, (await admin.post('/v1/users/import/read', { key })).json);
  expect(job).toMatchObject({ state: 'failed', message: 'The server stopped before it was done.', result: null });
  expect(parsed(listPeople, (await admin.get('/v1/users?q=many')).json)).toEqual([]);
});

it('says that a display has shown a submission until its last request before the kill, and anew when it is back', async () => {
  const { uuid } = await save(writer, 'Shown');
  const archive = await submit(writer, uuid);
  const admin = await signedIn(server.origin, demo.administrator);
  const { screen } = await newDisplay(admin, await newBoard(writer, wall(ofWip(uuid))));
  const look = () => screen.get(`/v1/displays/self/wips/${uuid}/archives?limit=1`);
  const received = async () => parsed(readRecord, (await writer.get(`/v1/records/${archive}`)).json).received;
  await look();
  expect((await screen.get(`/v1/displays/self/archives/${archive}`)).status).toBe(200);
  await expect.poll(received, { timeout: 10_000 }).toMatchObject([{ until: null }]);
  const [{ from } = { from: null }] = await received();
  const killed = Date.now();
  await powerCut();
  const [shown] = await received();
  expect([shown?.from, (shown?.until ?? Infinity) <= killed]).toEqual([from, true]);
  await look();
  await expect.poll(received, { timeout: 10_000 }).toMatchObject([shown, { until: null }]);
});

it('ends at Ctrl+C with code 0, with streams and idle connections open, and asks streams to come back at different times', async () => {
  const stream = await openStream(writer, COMMAND_TEMPLATE_LEFT);
  expect(await server.interrupt()).toBe(0);
  expect(await stream.next()).toBeNull();
  const [, again] = /^retry: 3000\nid: \S+\n\nretry: (\d+)\n\n/.exec(stream.raw()) ?? [];
  expect(Number(again)).toBeGreaterThanOrEqual(3000);
  expect(Number(again)).toBeLessThan(8000);
  await server.restart();
  expect((await writer.get('/v1/templates')).status).toBe(200);
});

it('lets a save that is under way finish at Ctrl+C, and waits for nothing else', async () => {
  const { uuid } = await save(writer, 'Late', { remarks: 'before' });
  const { hostname, port } = new URL(server.origin);
  // Browsers open connections ahead of need.
  const unused = connect(Number(port), hostname);
  await once(unused, 'connect');
  const unusedClosed = once(unused.resume(), 'close');

  const bytes = Buffer.from(JSON.stringify(saving('Late', { remarks: 'after' })));
  const upload = request(`${server.origin}/v1/wips/${uuid}/update`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      'Content-Length': bytes.length,
      Cookie: writer.cookieHeader('/'),
      [XSRF_HEADER]: writer.cookie(XSRF_COOKIE) ?? '',
      Expect: '100-continue',
    },
  });
  const answered = once(upload, 'response') as Promise<[IncomingMessage]>;
  upload.write(bytes.subarray(0, 20));
  await once(upload, 'continue');
  const ended = server.interrupt();
  await unusedClosed;
  upload.end(bytes.subarray(20));
  const [response] = await answered;
  expect(response.resume().statusCode).toBe(200);
  expect(await ended).toBe(0);

  await server.restart();
  expect(valueIn((await load(writer, uuid)).content, 'remarks')).toBe('after');
});
