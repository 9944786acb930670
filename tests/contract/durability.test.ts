import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { request, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { archiveReply, archivesReply } from '#api/contract/archives.ts';
import { documentReply } from '#api/contract/templates.ts';
import { saveReply } from '#api/contract/wips.ts';
import { COMMAND_TEMPLATE_LEFT, XSRF_COOKIE, XSRF_HEADER } from '#config/constants.ts';
import { findRegions } from '#document/regions.ts';
import { openStream } from '#tests/support/event-stream.ts';
import { demo, signedIn, type Person } from '#tests/support/person.ts';
import { startServer, writeDistFixture, type TestServer } from '#tests/support/server.ts';

let dist = '';
let server: TestServer;
let writer: Person;
beforeAll(async () => {
  dist = await mkdtemp(join(tmpdir(), 'ready-dist-'));
  await writeDistFixture(dist);
  server = await startServer({ dist });
  writer = await signedIn(server.origin, demo.writer);
});
afterAll(async () => {
  await server.stop();
  await rm(dist, { recursive: true });
});

const body = (save_name: string, remarks: string) => ({
  save_name,
  edited_attributes: [{ id: 'remarks', value: remarks }],
  new_attributes: [],
});
const remarksIn = (html: string) => findRegions(html).find((region) => region.id === 'remarks')?.value;
async function powerCut(): Promise<void> {
  await server.kill9();
  await server.restart();
}

it('keeps what it answered 2xx over a kill at that moment, and the person signed in', async () => {
  const saved = await writer.post(`/v1/templates/${COMMAND_TEMPLATE_LEFT}/wips/save`, body('First', 'one'));
  await powerCut();
  expect(saved.status).toBe(201);
  const { uuid } = v.parse(saveReply, saved.json).result;
  const load = async () => v.parse(documentReply, (await writer.get(`/v1/wips/${uuid}?html=true`)).json).result;
  expect(remarksIn((await load()).content)).toBe('one');

  const updated = await writer.post(`/v1/wips/${uuid}/update`, body('Second', 'two'));
  await powerCut();
  expect(updated.status).toBe(200);
  expect([(await load()).wip_name, remarksIn((await load()).content)]).toEqual(['Second', 'two']);

  const submitted = await writer.post(`/v1/wips/${uuid}/submit`);
  await powerCut();
  expect(submitted.status).toBe(200);
  const [archive] = v.parse(archivesReply, (await writer.get(`/v1/wips/${uuid}/archives`)).json);
  const detail = await writer.get(`/v1/archives/${String(archive?.uuid)}`);
  expect(remarksIn(v.parse(archiveReply, detail.json).content)).toBe('two');

  const deleted = await writer.get(`/v1/wips/${uuid}/delete`);
  await powerCut();
  expect(deleted.status).toBe(200);
  expect((await writer.get(`/v1/wips/${uuid}?html=true`)).status).toBe(404);
  expect((await writer.get(`/v1/archives/${String(archive?.uuid)}`)).status).toBe(200);

  const refreshed = await writer.post('/auth/refresh-token');
  await powerCut();
  expect(refreshed.status).toBe(200);
  expect((await writer.get('/auth/verify')).status).toBe(200);
});

it('loses nothing that it acknowledged when it is killed under load', async () => {
  const acknowledged = new Map<string, string>();
  const writing = Array.from({ length: 4 }, async (_none, hand) => {
    for (let number = 0; ; number += 1) {
      const remarks = `${hand}-${number}`;
      try {
        const path = `/v1/templates/${COMMAND_TEMPLATE_LEFT}/wips/save`;
        const reply = await writer.post(path, body(remarks, remarks));
        if (reply.status === 201) acknowledged.set(v.parse(saveReply, reply.json).result.uuid, remarks);
      } catch {
        return;
      }
    }
  });
  await expect.poll(() => acknowledged.size, { timeout: 60_000 }).toBeGreaterThan(12);
  await server.kill9();
  await Promise.all(writing);
  await server.restart();
  for (const [uuid, remarks] of acknowledged) {
    const { content } = v.parse(documentReply, (await writer.get(`/v1/wips/${uuid}?html=true`)).json).result;
    expect(remarksIn(content)).toBe(remarks);
  }
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
  const saved = await writer.post(`/v1/templates/${COMMAND_TEMPLATE_LEFT}/wips/save`, body('Late', 'before'));
  const { uuid } = v.parse(saveReply, saved.json).result;
  const { hostname, port } = new URL(server.origin);
  // Browsers open connections ahead of need.
  const unused = connect(Number(port), hostname);
  await once(unused, 'connect');
  const unusedClosed = once(unused.resume(), 'close');

  const bytes = Buffer.from(JSON.stringify(body('Late', 'after')));
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
  const { content } = v.parse(documentReply, (await writer.get(`/v1/wips/${uuid}?html=true`)).json).result;
  expect(remarksIn(content)).toBe('after');
});
