import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { COMMAND_TEMPLATE_LEFT } from '#common/config/constants.ts';
import { actorOf } from '#server/domain/access.ts';
import { createChanges } from '#server/domain/changes.ts';
import { createPasswords } from '#server/domain/credentials/passwords.ts';
import { createDocuments } from '#server/domain/documents/documents.ts';
import { createWips } from '#server/domain/documents/wips.ts';
import { createBus } from '#server/events/bus.ts';
import { seedDemo } from '#server/seed.ts';
import { openForServer } from '#server/storage/lifecycle/open.ts';
import type { StoredEvent } from '#server/storage/stores/events.ts';
import { watchPostgres } from '#server/storage/engines/postgres-watch.ts';
import { engines, openPlace, settingsOf } from '#tests/support/postgres/engines.ts';
import { demo } from '#tests/support/person.ts';
import { startPostgres } from '#tests/support/postgres/postgres.ts';
import { saving } from '#tests/support/writing.ts';
import { given } from '../given.ts';

const now = (): Date => new Date();
const subjectOf = (event: StoredEvent): string => {
  if (event.kind === 'submission') return event.archive.uuid;
  if (event.kind === 'display_changed') return event.display;
  return event.kind === 'session_ended' ? event.family : event.board;
};

describe.each(engines)('a process on $name', ({ start }) => {
  const engine = given(start);

  it('hears of what it wrote itself at once, and reads no event for that', async () => {
    const place = await engine.place();
    const open = await openForServer(settingsOf(place), now().toISOString(), (storage) =>
      seedDemo(storage, createPasswords(), now()),
    );
    const { storage } = open;
    const { events } = storage;
    let reads = 0;
    const counted = { ...events, since: (number: number) => ((reads += 1), events.since(number)) };
    const delivered: StoredEvent[] = [];
    const bus = await createBus({
      storage: { ...storage, events: counted },
      deliver: (event) => void delivered.push(event),
      announced: () => undefined,
      failed: () => undefined,
    });
    const documents = createDocuments(storage.templateVersions);
    onTestFinished(async () => {
      await documents.close();
      await bus.close();
      await open.close();
    });
    await expect.poll(() => bus.isListening()).toBe(true);
    const wips = createWips({
      stores: storage,
      changes: createChanges(storage, 1),
      documents,
      publish: bus.publish,
      now,
    });
    const dana = await storage.users.byUsername(demo.writer);
    if (!dana) throw new Error('The demo lacks its writer.');
    const family = randomUUID();
    const moment = now().toISOString();
    await storage.sessions.addFamily({ uuid: family, user: dana.uuid, used_at: moment, expires_at: '2999' });
    const caller = { ...actorOf(dana), family, waiting: new AbortController().signal };
    const { uuid } = await wips.create(caller, COMMAND_TEMPLATE_LEFT, saving('Watch'));
    const before = reads;
    const expected: string[] = [];
    for (let round = 0; round < 20; round += 1) {
      expected.push((await wips.submit(caller, uuid, null))?.uuid ?? '');
      expect(delivered.map(subjectOf)).toEqual(expected);
    }
    // Events of other processes arrive by way of the table, in their place among the own ones.
    const beside = await openPlace(place);
    for (let round = 0; round < 3; round += 1) {
      expect(reads).toBe(before + 2 * round);
      const other = { uuid: randomUUID(), user: dana.uuid, used_at: now().toISOString(), expires_at: '2999' };
      await storage.sessions.addFamily(other);
      await beside.storage.sessions.revoke(other.uuid, now().toISOString());
      expected.push(other.uuid);
      await expect.poll(() => delivered.map(subjectOf), { timeout: 10_000 }).toEqual(expected);
      expected.push((await wips.submit(caller, uuid, null))?.uuid ?? '');
      expect(delivered.map(subjectOf)).toEqual(expected);
    }
    await beside.close();
    expect(delivered).toEqual(await events.since(delivered[0] ? delivered[0].number - 1 : 0));
  });
});

it('knows when the connection by which PostgreSQL tells it of events goes quiet, and makes another', async () => {
  await using postgres = await startPostgres();
  const url = new URL(await postgres.newDatabase());
  const { hostname, port } = url;
  const pairs: [Socket, Socket][] = [];
  let isOpen = true;
  /** A way to PostgreSQL that can be cut without either end hearing of it. */
  const way = createServer((near) => {
    if (!isOpen) {
      near.destroy();
      return;
    }
    const far = connect(Number(port), hostname);
    pairs.push([near, far]);
    near.pipe(far).pipe(near);
    for (const socket of [near, far]) socket.on('error', () => undefined);
  });
  await once(way.listen(0, '127.0.0.1'), 'listening');
  url.port = String((way.address() as AddressInfo).port);
  await openPlace({ DATABASE_URL: url.href }).then((open) => open.close());
  let news = 0;
  const nothing = (): void => undefined;
  const watch = watchPostgres(url.href, { changed: () => (news += 1), stale: nothing, announced: nothing });
  await expect.poll(() => watch.isListening(), { timeout: 20_000 }).toBe(true);
  const before = news;
  // Until it has been seen: a new connection is there within some milliseconds.
  isOpen = false;
  for (const sockets of pairs) for (const socket of sockets) socket.unpipe().pause();
  await expect.poll(() => watch.isListening(), { timeout: 20_000 }).toBe(false);
  isOpen = true;
  await expect.poll(() => watch.isListening(), { timeout: 20_000 }).toBe(true);
  // Something may have been missed meanwhile.
  expect(news).toBeGreaterThan(before);
  await watch.close();
  for (const sockets of pairs) for (const socket of sockets) socket.destroy();
  way.close();
});
