import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { readSelf } from '#common/calls/displays.ts';
import { reportPresence } from '#common/calls/presence.ts';
import { verifyReply } from '#common/calls/session.ts';
import { openStream, openStreamOf, openStreamOfDisplay } from '#tests/support/event-stream.ts';
import { demo, type Person, signedIn } from '#tests/support/person.ts';
import { save, submit } from '#tests/support/writing.ts';
import { expectRefusal, forThisTest, given, givenPerson, startInside } from '../given.ts';
import { newBoard, newDisplay, wall, wip as wipPane } from '../boards/walls.ts';
import { parsed } from '#tests/support/replies.ts';

const server = given(() => startInside());
const dana = givenPerson(server, demo.writer);
const june = givenPerson(server, demo.otherWriter);
const amir = givenPerson(server, demo.administrator);

const newWip = async (): Promise<string> => (await save(dana, 'Shared')).uuid;
const say = (person: Person, wip: string, word: object) => person.post(`/v1/wips/${wip}/presence`, word);
const capabilitiesOf = async (person: Person) => v.parse(verifyReply, (await person.get('/auth/verify')).json);

describe('who has a document open', () => {
  it('is told to those who have its stream, by name and region and with nothing else', async () => {
    const wip = await newWip();
    const other = await newWip();
    const reader = await signedIn(server.origin, demo.reader);
    const one = await openStream(reader, wip);
    const many = await openStreamOf(amir, [other, wip.toUpperCase()]);
    const ofOther = await openStream(amir, other);
    const { uuid } = await capabilitiesOf(dana);
    const word = { tab: '7-1', region: 'incident-name', name: 'Somebody', value: 'Road closed', text: 'Road closed' };
    expect((await say(dana, wip, word)).status).toBe(200);
    const here = { type: 'person_here', user: uuid, tab: '7-1', name: 'Dana Okafor', region: 'incident-name' };
    expect(await one.next()).toEqual({ event: 'presence', data: here });
    expect(await many.next()).toEqual({ event: 'presence', data: { id: wip.toUpperCase(), ...here } });
    expect(one.raw() + many.raw()).not.toContain('Road closed');
    expect((await say(dana, wip, { tab: '7-1', left: true })).status).toBe(200);
    const left = { type: 'person_left', user: uuid, tab: '7-1' };
    expect(await one.next()).toEqual({ event: 'presence', data: left });
    // No user receives events of another document.
    const submitted = await submit(dana, other);
    expect(await ofOther.next()).toMatchObject({ event: 'submission', data: { archive_uuid: submitted } });
    expect((await amir.get(`/v1/wips/${wip}/delete`)).status).toBe(200);
    const deleted = { event: 'presence', data: { type: 'document_deleted', name: 'Amir Castellan' } };
    expect(await one.next()).toEqual(deleted);
    for (const stream of [one, many, ofOther]) stream.close();
  });

  it('is no news for who comes back: neither it nor a submission around it is told twice or missed', async () => {
    const wip = await newWip();
    const first = await openStream(june, wip);
    const both = await openStreamOf(june, [wip]);
    await submit(dana, wip);
    for (const stream of [first, both]) await stream.next();
    const seen = [first, both].map((stream) => /^id: (\S+)\nevent: submission$/m.exec(stream.raw())?.[1] ?? '');
    await say(dana, wip, { tab: '7-1', region: 'incident-name' });
    for (const stream of [first, both]) {
      expect(await stream.next()).toMatchObject({ event: 'presence' });
      // The reader's place is still that of the submission.
      expect(stream.raw().split('event: presence')[0]).toMatch(/"archive_uuid":"[^"]+"(?:,"readers":2)?\}\n\n$/);
      stream.close();
    }
    const missed = await submit(dana, wip);
    const again = [
      await openStream(june, wip, { 'Last-Event-ID': seen[0] ?? '' }),
      await openStreamOf(june, [wip], { 'Last-Event-ID': seen[1] ?? '' }),
    ];
    for (const stream of again) {
      expect(await stream.next()).toMatchObject({ event: 'submission', data: { archive_uuid: missed } });
      stream.close();
    }
  });

  it('is told of a save, by name and revision; the reply to a word has the revision for who has missed it', async () => {
    const wip = await newWip();
    const stream = await openStream(amir, wip);
    const many = await openStreamOf(june, [wip]);
    const revisionNow = async () =>
      parsed(reportPresence, (await say(june, wip, { tab: '1', region: null })).json).revision;
    const before = await revisionNow();
    for (const open of [stream, many]) expect(await open.next()).toMatchObject({ data: { type: 'person_here' } });
    const body = {
      save_name: 'Shared',
      edited_attributes: [{ id: 'incident-name', value: 'Corvane' }],
      new_attributes: [],
    };
    expect((await dana.post(`/v1/wips/${wip}/update`, body)).status).toBe(200);
    const saved = { type: 'document_saved', name: 'Dana Okafor', revision: Number(before) + 1 };
    expect(await stream.next()).toEqual({ event: 'presence', data: saved });
    expect(await many.next()).toEqual({ event: 'presence', data: { id: wip, ...saved } });
    expect(stream.raw()).not.toContain('Corvane');
    expect(await revisionNow()).toBe(saved.revision);
    // A save that is refused is no news.
    const late = {
      ...body,
      edited_attributes: [{ id: 'incident-name', value: 'Late', was: '' }],
      new_attributes_was: [],
    };
    expect((await june.post(`/v1/wips/${wip}/update`, late)).status).toBe(409);
    expect(await stream.next()).toMatchObject({ data: { type: 'person_here' } });
    await say(june, wip, { tab: '2', region: null });
    expect(await stream.next()).toMatchObject({ data: { type: 'person_here', tab: '2' } });
    for (const open of [stream, many]) open.close();
  });

  it('is not told to displays, which are not told that it could be', async () => {
    const wip = await newWip();
    const { screen } = await newDisplay(amir, await newBoard(dana, wall(wipPane(wip))));
    const { capabilities } = parsed(readSelf, (await screen.get('/v1/displays/self')).json);
    expect(capabilities).toContain('events.multiplex');
    expect(capabilities).not.toContain('presence');
    const stream = await openStreamOfDisplay(screen, [wip]);
    const person = await openStream(amir, wip);
    expect((await say(dana, wip, { tab: '7-1', region: null })).status).toBe(200);
    expect(await person.next()).toMatchObject({ event: 'presence' });
    const submitted = await submit(dana, wip);
    expect(await stream.next()).toMatchObject({ event: 'submission', data: { archive_uuid: submitted } });
    expect(stream.raw()).not.toMatch(/presence|Dana/);
    for (const open of [stream, person]) open.close();
  });

  it('is said in bounds: of a document that is there, in a few words, and not too often', async () => {
    const wip = await newWip();
    expectRefusal(await say(dana, wip, { region: null }), 400, "'tab' is missing.");
    expectRefusal(await say(dana, wip, { tab: 'a b' }), 400, "'tab' must have 1 to 64 letters, digits and dashes.");
    expectRefusal(await say(dana, wip, { tab: '1', region: 'x'.repeat(201) }), 400, "'region' is too long.");
    expect((await say(dana, wip, { tab: '1', region: 'x'.repeat(200) })).status).toBe(200);
    const statuses = [];
    for (let word = 0; word < 12; word += 1) statuses.push((await say(dana, wip, { tab: '1', region: null })).status);
    expect(statuses[0]).toBe(200);
    expect(statuses.at(-1)).toBe(429);
    // Another person, and another document, have their own.
    expect((await say(june, wip, { tab: '1', region: null })).status).toBe(200);
    expect((await say(dana, await newWip(), { tab: '1', region: null })).status).toBe(200);
    await dana.get(`/v1/wips/${wip}/delete`);
    expect((await say(june, wip, { tab: '1', region: null })).status).toBe(404);
  });

  it('is not told at all where the operator has turned it off', async () => {
    const quiet = await forThisTest(startInside({ READY_PRESENCE: 'off' }));
    const person = await signedIn(quiet.origin, demo.writer);
    const { uuid } = await save(person, 'Quiet');
    expect((await capabilitiesOf(dana)).capabilities).toContain('presence');
    expect((await capabilitiesOf(person)).capabilities).not.toContain('presence');
    expectRefusal(await say(person, uuid, { tab: '1', region: null }), 404, 'There is nothing at this address.');
  });
});
