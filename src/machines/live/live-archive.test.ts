import { type Actor, createActor, fromCallback, fromPromise, SimulatedClock } from 'xstate';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ApiError } from '#api/failure.ts';
import type { ArchiveSummary } from '#common/calls/archives.ts';
import * as times from '#config/frame.ts';
import type { StageCommand, StageEvent } from '#document/host/stage.ts';
import { documentFrameMachine } from '../document/document-frame.machine.ts';
import { eventStreamMachine } from './event-stream.machine.ts';
import { liveArchiveMachine, type Sought } from './live-archive.machine.ts';

/** Id of the newest archive at the host, or the host's error. */
let newest: string | ApiError;
let asked: number;
let clock: SimulatedClock;
let commands: StageCommand[];
let say: (event: StageEvent) => void;
let pane: Actor<typeof liveArchiveMachine>;

/** Advances the clock, and lets the answers arrive. */
async function pass(milliseconds: number): Promise<void> {
  for (let left = milliseconds; left >= 0; left -= 1_000) {
    clock.increment(Math.min(left, 1_000));
    for (let turn = 0; turn < 8; turn += 1) {
      // oxlint-disable-next-line eslint/no-await-in-loop -- one after the other
      await Promise.resolve();
    }
    if (left === 0) return;
  }
}

const detailOf = (archive: string) => ({
  content: archive,
  line_breaks: 'marked' as const,
  name: archive,
  format: 'html',
  uuid: null,
  wip: null,
  template: null,
  submittedOn: null,
  submittedBy: null,
});
const head = (): string | null => pane.getSnapshot().context.shown?.archive ?? null;
const truth = (): string => JSON.stringify(pane.getSnapshot().children['liveTruth']?.getSnapshot().value);
const opened = (): string[] => commands.flatMap((command) => (command.type === 'open' ? [command.html] : []));
const answer = (): void =>
  [
    { type: 'newer.loaded' },
    { type: 'newer.greeted' },
    { type: 'newer.opened', values: [] },
    { type: 'newer.drawn' },
  ].forEach((event) => say(event as StageEvent));
/** Reports the older document's scroll position, and that the newer one is drawn. */
const handOver = (): void => {
  answer();
  for (const event of [
    { type: 'scroll.reported', scroll: 0 },
    { type: 'newer.drawn' },
    { type: 'scroll.reported', scroll: 0 },
  ])
    say(event as StageEvent);
};
async function submit(archive: string): Promise<void> {
  newest = archive;
  pane.send({ type: 'submission.received', archive });
  await pass(0);
}

beforeEach(async () => {
  [newest, asked, clock, commands] = ['a1', 0, new SimulatedClock(), []];
  const stage = fromCallback<StageCommand, { place: string; mode: 'edit' | 'view'; isLive: boolean }>(
    ({ receive, sendBack }) => {
      say = sendBack;
      receive((command) => commands.push(command));
    },
  );
  pane = createActor(
    liveArchiveMachine.provide({
      actors: {
        document: documentFrameMachine.provide({ actors: { stage } }),
        // Only the pane itself requests the newest archive.
        eventStream: eventStreamMachine.provide({ delays: { streamPoll: Number.MAX_SAFE_INTEGER } }),
        findNewestArchive: fromPromise<ArchiveSummary | null, Sought>(async () => {
          asked += 1;
          if (typeof newest !== 'string') throw newest;
          return { ...detailOf(newest), uuid: newest, contentRemovedOn: null };
        }),
        loadArchive: fromPromise(async ({ input }) => detailOf(input.archive)),
      },
    }),
    { input: { source: { kind: 'wip', id: 'w-1' }, view: 'wip', place: 'p' }, clock },
  );
  pane.start();
  pane.send({ type: 'stream.opened' });
  await pass(0);
});
afterEach(() => void pane.stop());

describe('a newer document', () => {
  beforeEach(() => {
    say({ type: 'place.appeared' });
    answer();
    expect([head(), truth()]).toEqual(['a1', '{"trusted":"sure"}']);
  });

  it('that does not open: the pane speaks of the older one, says so, and opens it again each minute', async () => {
    await submit('a2');
    expect([head(), truth()]).toEqual(['a1', '{"trusted":"sure"}']);
    // The frame's file does not load, twice.
    await pass(2 * times.FRAME_READY);
    expect([head(), truth(), opened()]).toEqual(['a1', '{"cut":"outdated"}', ['a1', 'a2', 'a2']]);
    // The host's repeated answer that it is the newest changes nothing.
    pane.send({ type: 'newest.wanted' });
    await pass(0);
    expect(truth()).toBe('{"cut":"outdated"}');
    await pass(times.DOCUMENT_RETRY - 1);
    expect(opened()).toHaveLength(3);
    await pass(1);
    expect(opened()).toHaveLength(4);
    await pass(2 * times.FRAME_READY);
    expect([head(), truth()]).toEqual(['a1', '{"cut":"outdated"}']);
    await pass(times.DOCUMENT_RETRY);
    handOver();
    expect([head(), truth()]).toEqual(['a2', '{"trusted":"sure"}']);
  });

  it('that breaks the rules is not opened again, and the next one is', async () => {
    await submit('a2');
    answer();
    say({ type: 'newer.ruleBroken', strikes: 20 });
    expect([head(), truth()]).toEqual(['a1', '{"cut":"outdated"}']);
    await pass(3 * times.DOCUMENT_RETRY);
    expect(opened()).toEqual(['a1', 'a2']);
    await submit('a3');
    handOver();
    expect([head(), truth()]).toEqual(['a3', '{"trusted":"sure"}']);
  });

  it('that gives way to the next, again and again: the pane is not believed for ever', async () => {
    for (let second = 0; second < times.DOCUMENT_OVERDUE; second += 5_000) {
      expect(truth()).toBe('{"trusted":"sure"}');
      // oxlint-disable eslint/no-await-in-loop -- one after the other
      await submit(`b${second}`);
      await pass(5_000);
      // oxlint-enable eslint/no-await-in-loop
    }
    expect([head(), truth()]).toEqual(['a1', '{"cut":"outdated"}']);
    handOver();
    expect([head(), truth()]).toEqual(['b40000', '{"trusted":"sure"}']);
  });
});

it('a first document whose frame file never comes is opened again by itself', async () => {
  say({ type: 'place.appeared' });
  await pass(times.FRAME_READY);
  expect(opened()).toEqual(['a1', 'a1']);
  await pass(times.FRAME_READY);
  await pass(times.DOCUMENT_RETRY);
  expect(opened()).toEqual(['a1', 'a1', 'a1']);
  answer();
  expect([head(), truth()]).toEqual(['a1', '{"trusted":"sure"}']);
});

it('a document that leaves its frame is opened again by itself, each time after a longer pause, until it stays', async () => {
  say({ type: 'place.appeared' });
  answer();
  const leaves = async (pause: number, archive = 'a1'): Promise<void> => {
    const before = opened().length;
    say({ type: 'frame.replaced' });
    expect(truth()).toBe('{"cut":"outdated"}');
    await pass(pause - 1);
    expect(opened()).toHaveLength(before);
    await pass(1);
    expect(opened()).toHaveLength(before + 1);
    answer();
    expect([head(), truth()]).toEqual([archive, '{"trusted":"sure"}']);
  };
  await leaves(4_000);
  await leaves(8_000);
  await leaves(16_000);
  await leaves(32_000);
  // After a document has stayed for a while the pauses start again.
  for (let no = 1; no <= times.FRAME_STAYS / times.FRAME_PING; no += 1) {
    // oxlint-disable-next-line eslint/no-await-in-loop -- one after the other
    await pass(times.FRAME_PING);
    say({ type: 'pong.received', no });
  }
  await leaves(4_000);
  // A page that has loaded is doubted until the document answers.
  say({ type: 'frame.reloaded' });
  await pass(times.FRAME_PONG);
  await pass(times.FRAME_PONG_LATE - 1);
  expect(truth()).toBe('{"trusted":"sure"}');
  await pass(1);
  expect(truth()).toBe('{"cut":"outdated"}');
  await pass(8_000);
  answer();
  // A new document starts with the shortest pause.
  await submit('a2');
  handOver();
  expect(head()).toBe('a2');
  await leaves(4_000, 'a2');
});

it.each([
  [408, times.ARCHIVE_RETRY],
  [425, times.ARCHIVE_RETRY],
  [429, times.ARCHIVE_RETRY],
  [500, times.ARCHIVE_RETRY],
  [400, times.ARCHIVE_RETRY_REFUSED],
  [403, times.ARCHIVE_RETRY_REFUSED],
  [404, times.ARCHIVE_RETRY_REFUSED],
])('a host that refuses with %i is asked again after %i ms, each time', async (status, wait) => {
  newest = new ApiError({ kind: 'http', status, message: null, retryAfter: null });
  pane.send({ type: 'newest.wanted' });
  await pass(0);
  for (const before of [asked, asked + 1]) {
    // oxlint-disable eslint/no-await-in-loop -- one after the other
    await pass(wait - 1);
    expect(asked).toBe(before);
    await pass(1);
    expect(asked).toBe(before + 1);
    // oxlint-enable eslint/no-await-in-loop
  }
});
