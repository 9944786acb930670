import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { readSelf } from '#common/calls/displays.ts';
import { loginReply, verifyReply } from '#common/calls/session.ts';
import { createSecret } from '#server/domain/credentials/secret.ts';
import { engines, openPlace } from '#tests/support/postgres/engines.ts';
import { openStream, openStreamOfDisplay } from '#tests/support/event-stream.ts';
import { demo, demoPassword, Person, signedIn } from '#tests/support/person.ts';
import { startServer } from '#tests/support/hosts/server.ts';
import { save, submit } from '#tests/support/writing.ts';
import { given, givenDist, runReady } from '../given.ts';
import { newBoard, newDisplay, wall, wip as wipPane } from '../boards/walls.ts';
import { parsed } from '#tests/support/replies.ts';

// Several starts of a real server a test: slow on a busy machine.
const dist = givenDist();

/** Returns the key with which a person's browsers encrypt unsaved text. */
async function draftsKeyOf(person: Person): Promise<string> {
  const verified = v.parse(verifyReply, (await person.get('/auth/verify')).json);
  return v.parse(v.string(), verified.drafts_key);
}

describe.each(engines)('secret rotate on $name', ({ name, start }) => {
  const engine = given(start);
  let place: Record<string, string> = {};
  const startOne = () => startServer({ dist, dataDir: place['READY_DATA'] ?? '', env: place });
  const one = given(async () => {
    place = await engine.place();
    return startOne();
  });
  // Only PostgreSQL has place for two.
  const two = name === 'SQLite' ? one : given(startOne);

  it('ends every session and stream of running servers, which take the new secret up by themselves', async () => {
    const writer = await signedIn(one.origin, demo.writer);
    const { uuid } = await save(writer, 'Before');
    const reader = await signedIn(two.origin, demo.reader);
    const credentials = { username: demo.otherWriter, password: demoPassword(demo.otherWriter) };
    const guess = () => new Person(one.origin).post('/auth/login', { ...credentials, password: 'a wrong one' });
    for (let failure = 0; failure < 5; failure += 1) await guess();
    expect((await new Person(one.origin).post('/auth/login', credentials)).status).toBe(429);
    const streams = [await openStream(writer, uuid), await openStream(reader, uuid)];
    const opened = await openPlace(place);
    const secret = createSecret(opened.storage);
    const before = await secret.current();

    const { code, out } = await runReady({ ...place, READY_DIST: dist }, ['secret', 'rotate']);
    expect([code, out]).toEqual([
      0,
      'The installation has a new secret. 2 sessions were ended: everybody signs in anew.\n',
    ]);
    expect(await secret.current()).not.toBe(before);
    const [entry] = await opened.storage.audit.list(1);
    expect(entry).toMatchObject({ action: 'secret_rotated', actor: null });
    await opened.close();

    expect(await Promise.all(streams.map((stream) => stream.next()))).toEqual([null, null]);
    for (const person of [writer, reader]) {
      const refused = await Promise.all([
        person.twin().get('/auth/verify'),
        person.twin().post('/auth/refresh-token'),
        person.twin().post(`/v1/wips/${uuid}/submit`),
      ]);
      expect(refused.map((reply) => reply.status)).toEqual([401, 401, 401]);
      // Their cookies are removed, and they sign in again.
      expect((await person.post('/auth/logout')).status).toBe(200);
    }
    // Attempts that failed under the secret before make no user wait either.
    expect((await new Person(one.origin).post('/auth/login', credentials)).status).toBe(200);
    const again = await signedIn(one.origin, demo.writer);
    await submit(again, uuid);
    // A process that has made nothing with the new secret yet takes what another made with it.
    const elsewhere = again.twin(two.origin);
    expect(await submit(elsewhere, uuid)).not.toBe('');
    expect((await elsewhere.post('/auth/refresh-token')).status).toBe(200);
    expect((await elsewhere.post('/v1/wips/none/submit', undefined, { antiForgery: 'a.b' })).status).toBe(403);
  });

  it('leaves displays as they are: their cookie, their stream, and what they show', async () => {
    const admin = await signedIn(one.origin, demo.administrator);
    const { uuid: wip } = await save(admin, 'On the wall');
    const board = await newBoard(admin, wall(wipPane(wip)));
    const { screen } = await newDisplay(admin, board, 'Hall');
    const stream = await openStreamOfDisplay(screen, [wip]);

    expect((await runReady({ ...place, READY_DIST: dist }, ['secret', 'rotate'])).code).toBe(0);
    expect((await admin.get('/auth/verify')).status).toBe(401);
    const archive = await submit(await signedIn(one.origin, demo.administrator), wip);
    expect(await stream.next()).toMatchObject({ event: 'submission', data: { archive_uuid: archive } });
    stream.close();
    const self = parsed(readSelf, (await screen.get('/v1/displays/self')).json);
    expect(self.display).toMatchObject({ name: 'Hall', board });
    expect((await screen.get(`/v1/displays/self/archives/${archive}`)).status).toBe(200);
  });

  it('gives each person a key for unsaved text: the same at each sign-in and on each process, everybody another, all others with a new secret', async () => {
    const signIn = { username: demo.writer, password: demoPassword(demo.writer) };
    const reply = v.parse(loginReply, (await new Person(one.origin).post('/auth/login', signIn)).json);
    const key = v.parse(v.string(), reply.drafts_key);
    expect(Buffer.from(key, 'base64url')).toHaveLength(32);
    expect(await draftsKeyOf(await signedIn(two.origin, demo.writer))).toBe(key);
    const others = [demo.reader, demo.otherWriter, demo.administrator];
    const theirs = await Promise.all(others.map(async (other) => draftsKeyOf(await signedIn(one.origin, other))));
    expect(new Set([key, ...theirs]).size).toBe(4);

    expect((await runReady({ ...place, READY_DIST: dist }, ['secret', 'rotate'])).code).toBe(0);
    const after = await draftsKeyOf(await signedIn(one.origin, demo.writer));
    expect([key, ...theirs]).not.toContain(after);
    expect(await draftsKeyOf(await signedIn(two.origin, demo.writer))).toBe(after);
  });
});
