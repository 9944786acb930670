import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { multiplexedSubmission, submissionEvent } from '#common/calls/archives.ts';
import { COMMAND_TEMPLATE_LEFT } from '#common/config/constants.ts';
import { openStream, openStreamOf, type OpenStream } from '#tests/support/event-stream.ts';
import { demo, signedIn, type Person } from '#tests/support/person.ts';
import { save, submit } from '#tests/support/writing.ts';
import { givenPerson, givenServer } from '../given.ts';

const server = givenServer();
const writer = givenPerson(server, demo.writer);

const newWip = async (person: Person): Promise<string> => (await save(person, 'Live')).uuid;
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
    const submitted = submit(writer, wip);
    // The event may come before the reply does: the archive must be there even so.
    const received = await Promise.all(
      streams.map(async (stream) => {
        const archive = await archiveIn(stream);
        expect((await reader.get(`/v1/archives/${String(archive)}`)).status).toBe(200);
        return archive;
      }),
    );
    expect(new Set(received).size).toBe(1);
    expect(await submitted).toBe(received[0]);
  }
  for (const stream of streams) stream.close();
});

it('tells neither other WIPs nor other organisations, who share the template', async () => {
  const [one, two] = [await newWip(writer), await newWip(writer)];
  const foreigner = await signedIn(server.origin, demo.foreignWriter);
  const ofTwo = await openStream(writer, two);
  const abroad = await openStream(foreigner, COMMAND_TEMPLATE_LEFT);
  await submit(writer, one);
  const own = await submit(writer, two);
  const theirs = await submit(foreigner, await newWip(foreigner));
  // The first event of each stream is its own submission, so the earlier one never came.
  expect(await archiveIn(ofTwo)).toBe(own);
  expect(await archiveIn(abroad)).toBe(theirs);
  ofTwo.close();
  abroad.close();
});

it('stays open for a deleted WIP, whose archives stay readable', async () => {
  const wip = await newWip(writer);
  await writer.get(`/v1/wips/${wip}/delete`);
  const stream = await openStream(writer, wip);
  expect(stream.response.status).toBe(200);
  stream.close();
});

it('allows twenty streams of one topic to a session, and one more when another closes; all end with it', async () => {
  const person = await signedIn(server.origin, demo.reader);
  const open = (_: unknown, at: number): Promise<OpenStream> =>
    at % 2 === 0 ? openStream(person, COMMAND_TEMPLATE_LEFT) : openStreamOf(person, [COMMAND_TEMPLATE_LEFT]);
  const [first, ...others] = await Promise.all(Array.from({ length: 20 }, open));
  const refused = await openStream(person, COMMAND_TEMPLATE_LEFT);
  expect([refused.response.status, refused.response.headers.get('retry-after')]).toEqual([503, '10']);
  expect((await openStreamOf(person, [COMMAND_TEMPLATE_LEFT])).response.status).toBe(503);
  first?.close();
  await expect
    .poll(async () => {
      const again = await openStream(person, COMMAND_TEMPLATE_LEFT);
      const { status } = again.response;
      again.close();
      return status;
    })
    .toBe(200);
  await person.post('/auth/logout');
  expect(await Promise.all(others.map((stream) => stream.next()))).toEqual(others.map(() => null));
});

describe('one stream of many', () => {
  const nextSubmission = async (stream: OpenStream): Promise<[string, string]> => {
    const event = await stream.next();
    const { id, archive_uuid } = v.parse(multiplexedSubmission, event?.data);
    return [id, archive_uuid];
  };

  it('tells each submission under the id that was asked for, once', async () => {
    const wips = await Promise.all([newWip(writer), newWip(writer), newWip(writer)]);
    const [one, two, three] = wips;
    const loud = one.toUpperCase();
    const stream = await openStreamOf(writer, [two, loud, COMMAND_TEMPLATE_LEFT, two]);
    expect(stream.response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    const [first, other, last] = [await submit(writer, one), await submit(writer, three), await submit(writer, two)];
    const came = [];
    while (came.length < 5) came.push(await nextSubmission(stream));
    expect(came).toEqual([
      [loud, first],
      [COMMAND_TEMPLATE_LEFT, first],
      [COMMAND_TEMPLATE_LEFT, other],
      [two, last],
      [COMMAND_TEMPLATE_LEFT, last],
    ]);
    stream.close();
  });

  it('gives a reader who comes back what it missed of each topic, and nothing twice', async () => {
    const [one, two] = [await newWip(writer), await newWip(writer)];
    const first = await openStreamOf(writer, [one, two]);
    await submit(writer, one);
    await nextSubmission(first);
    const seen = /^id: (\S+)\nevent: submission$/m.exec(first.raw())?.[1] ?? '';
    first.close();
    const missed = [await submit(writer, two), await submit(writer, one), await submit(writer, two)];
    const again = await openStreamOf(writer, [one, two], { 'Last-Event-ID': seen });
    const came = [await nextSubmission(again), await nextSubmission(again), await nextSubmission(again)];
    expect(came).toEqual([
      [one, missed[1]],
      [two, missed[0]],
      [two, missed[2]],
    ]);
    // Its last id covers all of them.
    const now = again
      .raw()
      .match(/^id: \S+$/gm)
      ?.at(-1)
      ?.slice('id: '.length);
    again.close();
    const third = await openStreamOf(writer, [one, two], { 'Last-Event-ID': now ?? '' });
    const next = await submit(writer, two);
    expect(await nextSubmission(third)).toEqual([two, next]);
    third.close();
  });

  it('names what may not be read, and goes on with the rest', async () => {
    const foreigner = await signedIn(server.origin, demo.foreignWriter);
    const [own, theirs] = [await newWip(writer), await newWip(foreigner)];
    const unknown = '00000000-0000-4000-8000-000000000000';
    const stream = await openStreamOf(writer, [theirs, own, unknown, 'no-uuid']);
    expect(stream.response.status).toBe(200);
    await submit(foreigner, theirs);
    const submitted = await submit(writer, own);
    expect([await stream.next(), await stream.next(), await stream.next()]).toEqual(
      [theirs, unknown, 'no-uuid'].map((id) => ({ event: 'refused', data: { id } })),
    );
    expect(await nextSubmission(stream)).toEqual([own, submitted]);
    stream.close();
    expect((await writer.get(`/events/wips?ids=${theirs},${unknown}`)).status).toBe(403);
    expect((await writer.get(`/events/wips?ids=${unknown}`)).status).toBe(404);
  });

  it('takes fifty ids, and no list that is none', async () => {
    const ids = Array.from({ length: 51 }, (_, at) => `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`);
    const statuses = [];
    const lists = ['', '?ids=', '?ids=,', `?ids=${ids.join(',')}`, `?ids=${ids.slice(1).join(',')}`, '?ids=a&ids=b'];
    for (const query of lists) {
      statuses.push((await writer.get(`/events/wips${query}`)).status);
    }
    expect(statuses).toEqual([400, 404, 404, 400, 404, 400]);
  });
});
