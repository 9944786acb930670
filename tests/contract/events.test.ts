import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { submissionEvent } from '#api/contract/archives.ts';
import { saveReply } from '#api/contract/wips.ts';
import { COMMAND_TEMPLATE_LEFT } from '#config/constants.ts';
import { openStream, type OpenStream } from '#tests/support/event-stream.ts';
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

async function newWip(person: Person): Promise<string> {
  const body = { save_name: 'Live', edited_attributes: [], new_attributes: [] };
  const reply = await person.post(`/v1/templates/${COMMAND_TEMPLATE_LEFT}/wips/save`, body);
  return v.parse(saveReply, reply.json).result.uuid;
}
const archiveIn = async (stream: OpenStream): Promise<string | null> => {
  const event = await stream.next();
  return event && v.parse(submissionEvent, event.data).archive_uuid;
};

it('opens at once, asks for three seconds, and is kept by nobody on the way', async () => {
  const stream = await openStream(writer, COMMAND_TEMPLATE_LEFT);
  const { status, headers } = stream.response;
  expect(status).toBe(200);
  expect(headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
  expect(headers.get('cache-control')).toBe('no-store, no-transform');
  expect(headers.get('x-accel-buffering')).toBe('no');
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  await writer.post(`/v1/wips/${await newWip(writer)}/submit`);
  await stream.next();
  expect(stream.raw()).toMatch(/^retry: 3000\nid: \S+\n\n/);
  stream.close();
});

it('tells the WIP’s and the template’s streams of each submission, when it can be read', async () => {
  const wip = await newWip(writer);
  const reader = await signedIn(server.origin, demo.reader);
  const streams = [await openStream(writer, wip), await openStream(reader, COMMAND_TEMPLATE_LEFT)];
  for (let submission = 0; submission < 3; submission += 1) {
    const submitted = writer.post(`/v1/wips/${wip}/submit`);
    // The event may come before the reply does: the archive must be there even so.
    const told = await Promise.all(
      streams.map(async (stream) => {
        const archive = await archiveIn(stream);
        expect((await reader.get(`/v1/archives/${String(archive)}`)).status).toBe(200);
        return archive;
      }),
    );
    expect(new Set(told).size).toBe(1);
    expect((await submitted).json).toMatchObject({ result: { archive_uuid: told[0] } });
  }
  for (const stream of streams) stream.close();
});

it('tells neither other WIPs nor other organisations, who share the template', async () => {
  const [one, two] = [await newWip(writer), await newWip(writer)];
  const foreigner = await signedIn(server.origin, demo.foreignWriter);
  const ofTwo = await openStream(writer, two);
  const abroad = await openStream(foreigner, COMMAND_TEMPLATE_LEFT);
  await writer.post(`/v1/wips/${one}/submit`);
  const own = await writer.post(`/v1/wips/${two}/submit`);
  const theirs = await foreigner.post(`/v1/wips/${await newWip(foreigner)}/submit`);
  // What came first on each stream is its own submission, so the earlier one never came.
  expect(own.json).toMatchObject({ result: { archive_uuid: await archiveIn(ofTwo) } });
  expect(theirs.json).toMatchObject({ result: { archive_uuid: await archiveIn(abroad) } });
  ofTwo.close();
  abroad.close();
});

it('refuses what is not there, in JSON', async () => {
  const reply = await writer.get('/events/wips/00000000-0000-4000-8000-000000000000');
  expect([reply.status, reply.json]).toEqual([404, { message: 'This document does not exist, or was deleted.' }]);
});

it('stays open for a deleted WIP, whose archives stay readable', async () => {
  const wip = await newWip(writer);
  await writer.get(`/v1/wips/${wip}/delete`);
  const stream = await openStream(writer, wip);
  expect(stream.response.status).toBe(200);
  stream.close();
});

it('allows twenty streams of one topic to a session, and one more when another closes', async () => {
  const person = await signedIn(server.origin, demo.reader);
  const streams = await Promise.all(Array.from({ length: 20 }, () => openStream(person, COMMAND_TEMPLATE_LEFT)));
  const [first] = streams;
  const refused = await openStream(person, COMMAND_TEMPLATE_LEFT);
  expect(refused.response.status).toBe(503);
  expect(refused.response.headers.get('retry-after')).toBe('10');
  first?.close();
  await expect
    .poll(async () => {
      const again = await openStream(person, COMMAND_TEMPLATE_LEFT);
      const { status } = again.response;
      again.close();
      return status;
    })
    .toBe(200);
  for (const stream of streams) stream.close();
});

it('tells a reader who comes back what it missed', async () => {
  const wip = await newWip(writer);
  const first = await openStream(writer, wip);
  await writer.post(`/v1/wips/${wip}/submit`);
  await first.next();
  const seen = /^id: (\S+)\nevent: submission$/m.exec(first.raw())?.[1] ?? '';
  first.close();
  const missed = await writer.post(`/v1/wips/${wip}/submit`);
  const again = await openStream(writer, wip, { 'Last-Event-ID': seen });
  expect(missed.json).toMatchObject({ result: { archive_uuid: await archiveIn(again) } });
  again.close();
});
