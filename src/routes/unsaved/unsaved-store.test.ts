import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createActor, fromPromise } from 'xstate';
import type { SessionUser } from '#common/calls/session.ts';
import type { Tabs } from '#api/streams/tabs.ts';
import { authMachine } from '#machines/session/auth.machine.ts';
import type { JournalWriting } from '#machines/unsaved/journal.setup.ts';
import type { KeptText } from '#machines/unsaved/unsaved-text.ts';
import { fakeDisk, keptOnDisk } from '#tests/support/hosts/fake-disk.ts';
import { turns } from '#tests/support/turns.ts';
import type { Services } from '../screen-route.ts';

const secret = (of: number): string => Buffer.alloc(32, of).toString('base64url');
const dana: SessionUser = {
  username: 'dana',
  user_id: 'u-dana',
  organization: null,
  permission: 2,
  capabilities: [],
  drafts_key: secret(1),
  drafts_mark: secret(2),
  must_change_password: false,
  must_set_second_factor: false,
  command_docs: { left: null, right: null },
  identity_provider: null,
};
const place = { template: 't-brief', wip: 'w-monday' };
const found = { where: 'disk', found: null };

const writing = (words: string, where = place): JournalWriting => ({
  place: where,
  text: { edits: [['note', words]], was: [['note', 'Calm.']], rows: null, name: '', title: 'Daily Brief' },
  found: null,
});
const opening = (where = place) => ({ place: where, isOverlaid: false, isMissing: false, from: null, found: null });

/** The reply to the sign-in is used instead. */
const refusing = fromPromise<SessionUser, undefined>(() => Promise.reject(new Error('refused')));

const open = new Set<() => void>();

/** The parts that the tabs of one browser share: Node's own locks and channels. */
const browser: Tabs = {
  locks: navigator.locks,
  channel: (name) => {
    const port = new BroadcastChannel(name);
    open.add(() => port.close());
    return {
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel's
      post: (data) => port.postMessage(data),
      onMessage: (listener) => port.addEventListener('message', ({ data }: MessageEvent<unknown>) => listener(data)),
      close: () => port.close(),
    };
  },
  watchVisibility: () => () => undefined,
};

/** A tab of the browser with a signed-in user. */
async function tab(user = dana, tabs: Tabs | null = browser) {
  const auth = createActor(
    authMachine.provide({
      actors: {
        verifySession: fromPromise(async () => user),
        verifyAfterSignIn: refusing,
        signOut: fromPromise<void, undefined>(async () => undefined),
      },
    }),
  ).start();
  open.add(() => void auth.stop());
  await vi.waitFor(() => expect(auth.getSnapshot().hasTag('authenticated')).toBe(true));
  // The database of this test, not of the one before.
  const { unsavedStoreOf } = await import('./unsaved-store.ts');
  const memory = new Map<string, KeptText>();
  const services = {
    auth,
    tabs,
    env: { apiHost: 'https://ready.example' },
    replyListeners: new Set(),
    unsaved: memory,
  };
  return {
    ...unsavedStoreOf(services as unknown as Services),
    memory,
    logOut: () => auth.send({ type: 'logout.requested' }),
    loseSession: () => auth.send({ type: 'session.lost' }),
    signIn: async (who = user) => {
      auth.send({ type: 'signIn.succeeded', user: who });
      await vi.waitFor(() => expect(auth.getSnapshot().hasTag('authenticated')).toBe(true));
    },
    isOut: () => vi.waitFor(() => expect(auth.getSnapshot().hasTag('unauthenticated')).toBe(true)),
  };
}

/** Holds the next write on its way to the disk, as a slow machine would. */
function held(): { isUnderWay: () => Promise<void>; goOn: () => void } {
  const { subtle } = crypto;
  const encrypt = subtle.encrypt.bind(subtle);
  let goOn = (): void => undefined;
  const gate = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  const spy = vi.spyOn(subtle, 'encrypt').mockImplementation(async (...all) => {
    await gate;
    return encrypt(...all);
  });
  return { isUnderWay: () => vi.waitFor(() => expect(spy).toHaveBeenCalled()), goOn };
}

/** Waits until everything under way has ended. */
const rest = (): Promise<void> => turns(100);

beforeEach(() => {
  vi.resetModules();
  fakeDisk();
});
afterEach(() => {
  for (const close of open) close();
  open.clear();
});

it('removes the text of a document that is deleted, from the disk and from memory', async () => {
  const one = await tab();
  await one.write(writing('Of the deleted one'));
  one.remember(writing('Of the deleted one'));
  await one.remove({ ...place, template: '' });
  expect([await keptOnDisk(), one.memory.size]).toEqual([0, 0]);
});

describe('a logout where all was to be deleted', () => {
  it('leaves nothing on the disk, nor in the memory of any tab', async () => {
    const [one, other] = [await tab(), await tab()];
    await one.write(writing('In the first tab'));
    await other.write(writing('In the other', { ...place, wip: 'w-2' }));
    expect(await keptOnDisk()).toBe(2);
    one.remember(writing('In the first tab'));
    other.remember(writing('In the other', { ...place, wip: 'w-2' }));
    await one.removeAll();
    expect(await keptOnDisk()).toBe(0);
    expect(one.memory.size).toBe(0);
    await vi.waitFor(() => expect(other.memory.size).toBe(0));
    // Between the deletion and the end of the session: the user keeps typing, in both tabs.
    await expect(one.write(writing('Once more'))).rejects.toThrow('deleted');
    await expect(other.write(writing('There, too'))).rejects.toThrow('deleted');
    for (const { remember } of [one, other]) remember(writing('Put into the memory since'));
    one.logOut();
    other.loseSession();
    await Promise.all([one.isOut(), other.isOut()]);
    expect([one, other].map(({ memory }) => memory.size)).toEqual([0, 0]);
    await expect(one.write(writing('By a screen that goes'))).rejects.toThrow('deleted');
    expect(await keptOnDisk()).toBe(0);
  });

  it.each(['the same tab', 'another tab'])('takes a writing along that was under way in %s', async (where) => {
    const [one, other] = [await tab(), await tab()];
    const writer = where === 'the same tab' ? one : other;
    const slow = held();
    const late = writer.write(writing('Nobody may read this'));
    await slow.isUnderWay();
    const deletion = one.removeAll();
    // Long enough for the other tab to receive it, and for the deletion to end if it does not wait.
    await rest();
    slow.goOn();
    await Promise.all([late, deletion]);
    // No sign-out comes before it is gone. Another tab may still write: its text is deleted with the session.
    if (writer === one) expect(await keptOnDisk()).toBe(0);
    one.logOut();
    other.loseSession();
    await Promise.all([one.isOut(), other.isOut()]);
    await vi.waitFor(async () => expect(await keptOnDisk()).toBe(0));
    await rest();
    expect(await keptOnDisk()).toBe(0);
  });

  it('holds what is typed back in every tab as soon as it has begun', async () => {
    const [one, other] = [await tab(), await tab()];
    const slow = held();
    const late = one.write(writing('Under way'));
    await slow.isUnderWay();
    const deletion = one.removeAll();
    await rest();
    await expect(other.write(writing('There, too'))).rejects.toThrow('deleted');
    slow.goOn();
    await Promise.all([late, deletion]);
  });

  it('is over with the next sign-in: what is typed then is kept', async () => {
    const [one, other] = [await tab(), await tab()];
    other.remember(writing('There, too'));
    await one.removeAll();
    one.logOut();
    await one.isOut();
    await vi.waitFor(() => expect(other.memory.size).toBe(0));
    other.loseSession();
    await one.signIn();
    await one.write(writing('The next day'));
    expect(await one.list()).toHaveLength(1);
    await other.signIn();
    await other.write(writing('In the other tab', { ...place, wip: 'w-2' }));
    expect(await other.list()).toHaveLength(2);
  });

  it('is not made up for where it was not begun in time: all goes on as before, in every tab', async () => {
    const [one, other] = [await tab(), await tab()];
    await one.write(writing('Still mine'));
    for (const { remember } of [one, other]) remember(writing('Still mine'));
    const slow = held();
    const late = one.write(writing('Still mine, and more'));
    await slow.isUnderWay();
    const waiting = new AbortController();
    const deletion = one.removeAll(waiting.signal);
    await rest();
    waiting.abort();
    slow.goOn();
    await expect(deletion).rejects.toThrow('aborted');
    await late;
    await vi.waitFor(() => other.write(writing('In the other tab', { ...place, wip: 'w-2' })));
    one.loseSession();
    await one.isOut();
    await rest();
    expect(await keptOnDisk()).toBe(2);
    expect([one, other].map(({ memory }) => memory.size)).toEqual([1, 1]);
  });

  it('goes on as before, in every tab, where the disk refuses to delete', async () => {
    const [one, other] = [await tab(), await tab()];
    await one.write(writing('Still mine'));
    for (const { remember } of [one, other]) remember(writing('Still mine'));
    vi.spyOn(IDBObjectStore.prototype, 'delete').mockImplementation(() => {
      throw new Error('refused');
    });
    await expect(one.removeAll()).rejects.toThrow('refused');
    vi.restoreAllMocks();
    await one.write(writing('Still mine, and more'));
    await vi.waitFor(() => other.write(writing('In the other tab', { ...place, wip: 'w-2' })));
    expect([one, other].map(({ memory }) => memory.size)).toEqual([1, 1]);
    one.loseSession();
    await one.isOut();
    await rest();
    expect(await keptOnDisk()).toBe(2);
  });
});

it('a session that ends otherwise deletes nothing, and what is under way gets there', async () => {
  const one = await tab();
  const slow = held();
  const late = one.write(writing('Typed last'));
  await slow.isUnderWay();
  one.logOut();
  await one.isOut();
  slow.goOn();
  await late;
  await one.signIn();
  expect(await one.open(opening())).toMatchObject({ found: { edits: [['note', 'Typed last']], changes: 1 } });
});

it('text in the memory of the page is of one document and one user, until a user logs out', async () => {
  const one = await tab();
  one.remember(writing('Of Dana'));
  const kept = { edits: [['note', 'Of Dana']], changes: 1 };
  expect(one.recall({ ...place, template: 'another' })).toMatchObject(kept);
  // Its editor has no text to offer.
  expect(await one.open({ ...opening(), isMissing: true })).toMatchObject({ found: kept });
  expect([place.template, place.wip].map((template) => one.recall({ template, wip: null }))).toEqual([null, null]);
  one.loseSession();
  await one.isOut();
  // The editor that closes stores its text, and the sign-in page shows that there is some.
  one.remember(writing('Of Dana, too', { ...place, wip: 'w-2' }));
  expect(one.memory.size).toBe(2);
  await one.signIn({ ...dana, user_id: 'u-amir' });
  expect(one.recall(place)).toBeNull();
  one.loseSession();
  await one.isOut();
  await one.signIn();
  expect(one.recall(place)).toMatchObject(kept);
  one.logOut();
  await one.isOut();
  expect(one.memory.size).toBe(0);
});

it('what was found and not decided stays under its own name and moment, when the rest is saved; with more it is counted', async () => {
  const one = await tab();
  const older = {
    ...writing('From before').text,
    title: 'Called so then',
    changes: 1,
    at: 1_750_000_000_000,
  } as KeptText;
  await one.write({ place, text: null, found: older });
  expect(await one.list()).toEqual([{ place, title: 'Called so then', changes: 1, at: 1_750_000_000_000 }]);
  await one.write({ ...writing('Typed since'), found: older });
  expect(await one.list()).toMatchObject([{ title: 'Daily Brief', changes: 2 }]);
  expect(await one.open({ ...opening(), isOverlaid: true })).toMatchObject({ found: older });
  await one.write({ place, text: null, found: null });
  expect(await one.list()).toEqual([]);
  one.remember({ place, text: null, found: older });
  expect(one.recall(place)).toEqual(older);
  one.remember({ ...writing('Typed since'), found: older });
  expect(one.recall(place)?.at).toBeGreaterThan(older.at);
  one.remember({ place, text: null, found: null });
  expect(one.recall(place)).toBeNull();
});

describe('two tabs on one document', () => {
  it('one has it, the other waits until that is closed, and does not wait any more when it is closed itself', async () => {
    const [one, other, third] = [await tab(), await tab(), await tab()];
    const said: string[] = [];
    const close = one.claim(place, (word) => said.push(`one ${word}`));
    await vi.waitFor(() => expect(said).toEqual(['one turn.come']));
    const leave = other.claim(place, (word) => said.push(`other ${word}`));
    await vi.waitFor(() => expect(said).toContain('other turn.taken'));
    third.claim(place, (word) => said.push(`third ${word}`));
    await vi.waitFor(() => expect(said).toContain('third turn.taken'));
    third.claim({ ...place, wip: 'w-2' }, (word) => said.push(`another document: ${word}`));
    await vi.waitFor(() => expect(said).toContain('another document: turn.come'));
    leave();
    close();
    await vi.waitFor(() => expect(said).toContain('third turn.come'));
    expect(said).not.toContain('other turn.come');
  });

  it('each has it where tabs cannot agree', async () => {
    const [one, other] = [await tab(dana, null), await tab(dana, null)];
    const said: string[] = [];
    for (const each of [one, other]) each.claim(place, (word) => said.push(word));
    await vi.waitFor(() => expect(said).toEqual(['turn.come', 'turn.come']));
  });
});

it('what another tab has written since is offered where the text of this one is in the document already', async () => {
  const [one, other] = [await tab(), await tab()];
  await one.write(writing('Before the session ended'));
  expect(await one.open({ ...opening(), isOverlaid: true })).toEqual(found);
  await other.write(writing('Gone on in another tab'));
  expect(await one.open({ ...opening(), isOverlaid: true })).toMatchObject({
    found: { edits: [['note', 'Gone on in another tab']] },
  });
});

describe('a disk that cannot be had', () => {
  it('is said once in the life of the page, and each writing fails', async () => {
    vi.spyOn(indexedDB, 'open').mockImplementation(() => {
      throw new DOMException('refused', 'SecurityError');
    });
    const one = await tab();
    expect(await one.open(opening())).toEqual({ where: 'refused', found: null });
    expect(await one.open(opening())).toEqual({ where: 'memory', found: null });
    await expect(one.write(writing('In memory'))).rejects.toThrow('refused');
    vi.restoreAllMocks();
    // As soon as it can be loaded it is used.
    expect(await one.open(opening())).toEqual(found);
    await one.write(writing('On the disk'));
    expect(await one.list()).toHaveLength(1);
  });

  it.each([
    ['whose host gives no key', { ...dana, drafts_key: null }],
    ['whom the host does not tell from others', { ...dana, user_id: 'null' }],
  ])('is not touched for somebody %s', async (_, user) => {
    const one = await tab(user);
    expect(await one.open(opening())).toEqual({ where: 'memory', found: null });
    await expect(one.write(writing('In memory'))).rejects.toThrow('no key');
    expect([await one.list(), await indexedDB.databases()]).toEqual([[], []]);
  });
});

it('another person in the same page has text of their own', async () => {
  const one = await tab();
  await one.write(writing('Of Dana'));
  one.loseSession();
  await one.signIn({ ...dana, username: 'amir', user_id: 'u-amir', drafts_key: secret(3), drafts_mark: secret(4) });
  expect([await one.list(), await one.open(opening())]).toEqual([[], found]);
  await one.write(writing('Of Amir'));
  await one.removeAll();
  one.logOut();
  await one.isOut();
  await one.signIn();
  expect(await one.open(opening())).toMatchObject({ found: { edits: [['note', 'Of Dana']] } });
});

describe('the documents that were opened last', () => {
  const doc = (wip: string) => ({ template: 't-brief', wip, name: `Called ${wip}`, templateName: 'Daily Brief' });
  const plain: SessionUser = { ...dana, drafts_key: null, drafts_mark: null };
  const names = async (one: Awaited<ReturnType<typeof tab>>): Promise<string[]> =>
    (await one.recent.list()).map(({ wip }) => wip);

  it('are five, the newest first, each once, and in every tab those of all', async () => {
    const [one, other] = [await tab(), await tab()];
    for (const wip of ['a', 'b', 'c', 'd', 'e', 'f', 'b']) void one.recent.add(doc(wip));
    expect(await names(one)).toEqual(['b', 'f', 'e', 'd', 'c']);
    await other.recent.add(doc('g'));
    expect(await names(one)).toEqual(['g', 'b', 'f', 'e', 'd']);
    await one.recent.remove('f');
    expect(await other.recent.list()).toEqual(['g', 'b', 'e', 'd'].map(doc));
  });

  it('are in the memory of the page where the host gives no key, until somebody logs out', async () => {
    const one = await tab(plain);
    await one.recent.add(doc('a'));
    expect([await names(one), await names(await tab(plain)), await indexedDB.databases()]).toEqual([['a'], [], []]);
    one.loseSession();
    await one.isOut();
    await one.signIn({ ...plain, user_id: 'u-amir' });
    expect(await names(one)).toEqual([]);
    one.loseSession();
    await one.isOut();
    await one.signIn(plain);
    expect(await names(one)).toEqual(['a']);
    one.logOut();
    await one.isOut();
    await one.signIn(plain);
    expect(await names(one)).toEqual([]);
  });

  it('are nobody’s where the host does not tell people apart, as unsaved text', async () => {
    const one = await tab({ ...plain, user_id: 'null' });
    await one.recent.add(doc('a'));
    one.remember(writing('Whose?'));
    expect([await names(one), one.memory.size]).toEqual([[], 0]);
  });

  it('stay through a logout as unsaved text does, and go with all of it where that is chosen', async () => {
    const one = await tab();
    await one.recent.add(doc('a'));
    one.logOut();
    await one.isOut();
    expect(await names(one)).toEqual([]);
    await one.signIn();
    expect(await names(one)).toEqual(['a']);
    await one.removeAll();
    await one.recent.add(doc('b'));
    one.logOut();
    await one.isOut();
    await one.signIn();
    expect(await names(one)).toEqual([]);
  });
});

describe('who logs out', () => {
  it('waits for every document that is open, and for what is under way, and is told where one is not kept', async () => {
    const one = await tab();
    expect(await one.writeAll()).toBe(true);
    const [first, second] = [vi.fn<(word: string) => void>(), vi.fn<(word: string) => void>()];
    const [a, b] = [one.register(first), one.register(second)];
    let answer: boolean | null = null;
    const wait = async (): Promise<void> => void (answer = await one.writeAll());
    let waiting = wait();
    expect([first, second].map(({ mock }) => mock.lastCall)).toEqual([['writing.wanted'], ['writing.wanted']]);
    a.answer(true);
    await rest();
    expect(answer).toBeNull();
    b.answer(false);
    await waiting;
    expect(answer).toBe(false);

    const slow = held();
    const late = one.write(writing('Typed last'));
    await slow.isUnderWay();
    answer = null;
    waiting = wait();
    a.answer(true);
    // Its screen is removed: its pending text is already being written.
    b.leave();
    await rest();
    expect(answer).toBeNull();
    slow.goOn();
    await Promise.all([late, waiting]);
    expect(answer).toBe(true);
    a.leave();
    expect(await one.writeAll()).toBe(true);
    expect(second).toHaveBeenCalledTimes(2);
  });

  it('has each document write what it has not yet when the session is over; not where all was to be deleted', async () => {
    const [one, other] = [await tab(), await tab()];
    const [first, second] = [vi.fn<(word: string) => void>(), vi.fn<(word: string) => void>()];
    one.register(first);
    other.register(second);
    one.loseSession();
    expect(first.mock.calls).toEqual([['session.ended']]);
    await other.removeAll();
    other.logOut();
    await other.isOut();
    expect(second).not.toHaveBeenCalled();
  });
});
