import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { BoardRequest } from '#common/calls/requests.ts';
import { COMMAND_TEMPLATE_LEFT } from '#common/config/constants.ts';
import { actorOf, type Caller } from '#server/domain/access.ts';
import { createAccounts } from '#server/domain/people/accounts.ts';
import { createBoards } from '#server/domain/boards/boards.ts';
import { createChanges, type Changes } from '#server/domain/changes.ts';
import { createDepartures } from '#server/domain/people/departures.ts';
import { createDisplays } from '#server/domain/boards/displays.ts';
import { createDocuments, type Documents } from '#server/domain/documents/documents.ts';
import { createPasswords } from '#server/domain/credentials/passwords.ts';
import { createPeople } from '#server/domain/people/people.ts';
import type { Refusal } from '#server/domain/refusal.ts';
import { rotateSecret } from '#server/domain/credentials/secret.ts';
import { createPutBack } from '#server/domain/documents/submissions.ts';
import { createWips } from '#server/domain/documents/wips.ts';
import { seedDemo } from '#server/seed.ts';
import { openForServer } from '#server/storage/lifecycle/open.ts';
import type { Storage } from '#server/storage/storage.ts';
import { engines, settingsOf } from '#tests/support/postgres/engines.ts';
import { demo } from '#tests/support/person.ts';
import { saving } from '#tests/support/writing.ts';
import { given } from '../given.ts';

const now = (): Date => new Date();
const publish = (): void => undefined;
const passwords = createPasswords();
const FULL = ['busy', 'Too many changes of this document are waiting. Please try again in a moment.', 1];
const ENDED = ['unauthenticated', 'You are not signed in, or your session has ended.', null];

/** Returns the outcome of a change. */
const outcomeOf = (change: Promise<unknown>): Promise<unknown> =>
  change.then(
    () => 'done',
    ({ kind, message, retryAfter }: Refusal) => [kind, message, retryAfter],
  );

describe.each(engines)('changes on $name', ({ start }) => {
  const place = given(async () => {
    const engine = await start();
    const open = await openForServer(settingsOf(await engine.place()), now().toISOString(), (storage) =>
      seedDemo(storage, passwords, now()),
    );
    const documents: Documents = createDocuments(open.storage.templateVersions);
    const storage: Storage = open.storage;
    return {
      storage,
      documents,
      async [Symbol.asyncDispose]() {
        await documents.close();
        await open.close();
        await engine[Symbol.asyncDispose]();
      },
    };
  });

  /** Returns a call of a signed-in user. */
  async function callOf(username: string): Promise<Caller & { close: () => void }> {
    const user = await place.storage.users.byUsername(username);
    if (!user) throw new Error(`There is no ${username}.`);
    const family = randomUUID();
    const used_at = now().toISOString();
    await place.storage.sessions.addFamily({ uuid: family, user: user.uuid, used_at, expires_at: '2999' });
    const connection = new AbortController();
    const close = (): void => connection.abort(new Error('The connection was closed.'));
    return { ...actorOf(user), family, waiting: connection.signal, close };
  }

  /** Works in progress, of which the first change stops before its transaction until it is let go. */
  function stopped() {
    const { storage, documents } = place;
    let letGo = (): void => undefined;
    let arrived = (): void => undefined;
    const gate = new Promise<void>((open) => (letGo = open));
    const isThere = new Promise<void>((there) => (arrived = there));
    const changes = createChanges(storage, 1);
    let isFirst = true;
    const by: Changes['by'] = async (caller, work) => {
      if (isFirst) {
        isFirst = false;
        arrived();
        await gate;
      }
      return changes.by(caller, work);
    };
    return {
      wips: createWips({ stores: storage, changes: { ...changes, by }, documents, publish, now }),
      letGo,
      isThere,
    };
  }
  const create = async (caller: Caller): Promise<string> => {
    const { storage, documents } = place;
    const wips = createWips({ stores: storage, changes: createChanges(storage, 1), documents, publish, now });
    return (await wips.create(caller, COMMAND_TEMPLATE_LEFT, saving('Waited for'))).uuid;
  };
  const revisionOf = async (wip: string): Promise<number | undefined> => (await place.storage.wips.head(wip))?.revision;

  it('wait for one document up to 20 at once and four of one person, and for no other document', async () => {
    const [dana, amir, june, sora, tess, ivan] = await Promise.all(
      [
        demo.writer,
        demo.administrator,
        demo.otherWriter,
        demo.siteAdministrator,
        demo.foreignWriter,
        demo.foreignAdministrator,
      ].map(callOf),
    );
    if (!dana || !amir || !june || !sora || !tess || !ivan) throw new Error('Somebody is missing.');
    const [wip, other] = [await create(dana), await create(dana)];
    const { wips, letGo, isThere } = stopped();
    const update = (caller: Caller) => outcomeOf(wips.update(caller, wip, saving('Waited for')));
    const first = update(dana);
    await isThere;
    const several = (caller: Caller, count: number) => Array.from({ length: count }, () => update(caller));
    const submission = outcomeOf(wips.submit(dana, wip, null));
    const all = [dana, amir, june, sora, tess].map((caller) => several(caller, caller === dana ? 10 : 5));
    const late = several(ivan, 2);
    expect(await outcomeOf(wips.update(amir, other, saving('Another')))).toBe('done');
    letGo();
    expect([await first, await submission]).toEqual(['done', 'done']);
    const foreign = ['forbidden', 'This document belongs to another organization.', null];
    const [ofDana, ofAmir, ofJune, ofSora, ofTess] = await Promise.all(all.map((one) => Promise.all(one)));
    expect(ofDana).toEqual(['done', 'done', 'done', ...Array.from({ length: 7 }, () => FULL)]);
    expect(ofAmir).toEqual(['done', 'done', 'done', 'done', FULL]);
    expect([ofJune, ofSora]).toEqual([ofAmir, ofAmir]);
    expect(ofTess).toEqual([foreign, foreign, foreign, foreign, FULL]);
    expect(await Promise.all(late)).toEqual([FULL, FULL]);
    expect(await revisionOf(wip)).toBe(1 + 1 + 3 + 4 + 4 + 4);
  });

  it('are not begun when their connection has closed meanwhile', async () => {
    const [stays, leaves] = [await callOf(demo.writer), await callOf(demo.writer)];
    const wip = await create(stays);
    const { wips, letGo, isThere } = stopped();
    const update = (caller: Caller) => outcomeOf(wips.update(caller, wip, saving('Left')));
    const first = update(leaves);
    await isThere;
    const second = update(leaves);
    const third = update(stays);
    leaves.close();
    letGo();
    const gone = [undefined, 'The connection was closed.', undefined];
    expect(await Promise.all([first, second, third])).toEqual([gone, gone, 'done']);
    expect(await revisionOf(wip)).toBe(2);
  });

  it.each<[string, (username: string, caller: Caller) => Promise<unknown>]>([
    ['was disabled', (name) => createAccounts(place.storage, passwords, now).disable(name, false)],
    ['was demoted', (name) => createAccounts(place.storage, passwords, now).setLevel(name, 1)],
    ['got another password', (name) => createAccounts(place.storage, passwords, now).setPassword(name, null)],
    ['was moved', (name) => createDepartures(place.storage, now).moveUser(name, '2', false)],
    ['was removed', (name) => createDepartures(place.storage, now).removeUser(name, false)],
    ['signed out', (_name, { family }) => place.storage.sessions.revoke(family, now().toISOString())],
    ['lost the session to a new secret', () => rotateSecret(place.storage, now())],
  ])('are not done for somebody who %s while they waited', async (_how, end) => {
    const username = `u${randomUUID().slice(0, 8)}`;
    const wanted = { username, name: 'Una Weber', email: `${username}@example.org`, organisation: '1', password: null };
    await createAccounts(place.storage, passwords, now).add({ ...wanted, permission: 2 });
    const wip = await create(await callOf(demo.administrator));
    const role = (await place.storage.roles.list())[0];
    if (role)
      await createAccounts(place.storage, passwords, now)
        .assignRole(role.name, username)
        .catch(() => undefined);
    const caller = await callOf(username);
    const { wips, letGo, isThere } = stopped();
    const update = outcomeOf(wips.update(caller, wip, saving('Of Una')));
    await isThere;
    const submission = outcomeOf(wips.submit(caller, wip, null));
    await end(username, caller);
    letGo();
    expect(await update).toEqual(ENDED);
    expect(await submission).not.toBe('done');
    expect(await revisionOf(wip)).toBe(1);
    expect(await place.storage.archives.list(wip)).toEqual([]);
  });

  it('of every kind ask whether the session still lives', async () => {
    const { storage, documents } = place;
    const changes = createChanges(storage, 1);
    const wips = createWips({ stores: storage, changes, documents, publish, now });
    const boards = createBoards(storage, changes, publish, now);
    const people = createPeople(storage, changes, publish, now);
    const displays = createDisplays(storage, changes, publish, now);
    const caller = await callOf(demo.siteAdministrator);
    const wip = await create(caller);
    const pane = { kind: 'template' as const, id: COMMAND_TEMPLATE_LEFT, share: 12 };
    const board: BoardRequest = { name: 'Board', shown: { kind: 'panes', panes: [pane], old: 60, very_old: 120 } };
    const id = randomUUID();
    await storage.sessions.revoke(caller.family, now().toISOString());
    const kinds = [
      wips.create(caller, COMMAND_TEMPLATE_LEFT, saving('New')),
      wips.update(caller, wip, saving('Changed')),
      wips.submit(caller, wip, null),
      wips.remove(caller, wip),
      createPutBack(storage, documents, changes, publish, now).again(caller, id, id),
      boards.create(caller, board),
      boards.update(caller, id, board),
      boards.remove(caller, id),
      people.assignRole(caller, id, id),
      people.update(caller, id, {}),
      displays.pair(caller, { code: 'BCDFGHJK', name: 'Wall', board: id }),
      displays.update(caller, id, { name: 'Wall' }),
      displays.end(caller, id),
    ];
    for (const outcome of await Promise.all(kinds.map(outcomeOf))) expect(outcome).toEqual(ENDED);
  });
});
