import { createActor, fromCallback, fromPromise, SimulatedClock } from 'xstate';
import { describe, expect, it } from 'vitest';
import type { ArchiveSummary } from '#common/calls/archives.ts';
import { HOST_CHECK_INTERVAL, HOST_LOOK_SPREAD, REQUEST_TIMEOUT } from '#common/config/constants.ts';
import type { FrameMode } from '#document/host/protocol.ts';
import type { StageCommand } from '#document/host/stage.ts';
import { documentFrameMachine } from '#machines/document/document-frame.machine.ts';
import { eventStreamMachine, type StreamEvent } from '#machines/live/event-stream.machine.ts';
import { liveArchiveMachine, type Sought } from '#machines/live/live-archive.machine.ts';
import { LATEST } from './models/live/live-bounds.ts';
import { archive, archiveDetail, failures } from './models/samples.ts';

/** How a host's stream begins, and for how long after the last byte its pane may go on as if all was well, in milliseconds. */
const HOSTS: readonly { name: string; begins: StreamEvent; within: number; parts: number }[] = [
  {
    name: 'a host with heartbeats',
    begins: { type: 'stream.opened', beats: true },
    within: 40_000,
    parts: LATEST.lost + LATEST.cut,
  },
  {
    name: 'a plain host whose stream is open',
    begins: { type: 'stream.opened', beats: false },
    within: 70_000,
    parts: LATEST.askedWhileQuiet + LATEST.failed,
  },
  {
    name: 'a plain host that is polled',
    begins: { type: 'stream.polled' },
    within: 25_000,
    parts: LATEST.askedWithoutStream + LATEST.failed,
  },
];

/** Each document opens at once, and answers. */
const stage = fromCallback<StageCommand, { place: string; mode: FrameMode; isLive: boolean }>(
  ({ receive, sendBack }) => {
    receive((command) => {
      if (command.type === 'post' && command.message.type === 'ping')
        sendBack({ type: 'pong.received', no: command.message.no });
      if (command.type === 'draw') sendBack({ type: 'newer.drawn' });
      if (command.type !== 'open') return;
      sendBack({ type: 'newer.loaded' });
      sendBack({ type: 'newer.greeted' });
      sendBack({ type: 'newer.opened', values: [] });
    });
    sendBack({ type: 'place.appeared' });
  },
);

/** A pane with its own charts for the stream and the truth, on a wire that can be cut without a word. */
function paneAt(begins: StreamEvent) {
  const clock = new SimulatedClock();
  let isCut = false;
  let send: (event: StreamEvent) => void = () => undefined;
  /** A reply, or after 10 s none. */
  const call = <T>(reply: T): Promise<T> =>
    new Promise((resolve, reject) => {
      if (isCut) clock.setTimeout(() => reject(failures.network), REQUEST_TIMEOUT);
      else resolve(reply);
    });
  const eventStream = eventStreamMachine.provide({
    actors: {
      listenToStream: fromCallback(({ sendBack }) => {
        send = sendBack;
        if (!isCut) send(begins);
      }),
      lookForHost: fromPromise<unknown, undefined>(() => call(undefined)),
      verifySession: fromPromise<unknown, undefined>(() => call(undefined)),
    },
  });
  const pane = createActor(
    liveArchiveMachine.provide({
      actors: {
        eventStream,
        document: documentFrameMachine.provide({ actors: { stage } }),
        findNewestArchive: fromPromise<ArchiveSummary | null, Sought>(() => call(archive('a-1'))),
        loadArchive: fromPromise(() => call(archiveDetail)),
      },
    }),
    { input: { source: { kind: 'wip', id: 'w-1' }, view: 'wip', place: 'p' }, clock },
  );
  /** Lets time pass, and lets the answers arrive. */
  const pass = async (milliseconds: number): Promise<void> => {
    clock.increment(milliseconds);
    for (let turn = 0; turn < 8; turn += 1) {
      // oxlint-disable-next-line eslint/no-await-in-loop -- one after the other
      await Promise.resolve();
    }
  };
  pane.start();
  return {
    pass,
    cut: () => (isCut = true),
    mend: () => (isCut = false),
    /** A heartbeat, or a reply that says that nothing is new. */
    beat: () => send({ type: 'stream.beat' }),
    /** True if a notice over the whole pane says that it cannot be believed. */
    isCut: (): boolean => {
      const truth = pane.getSnapshot().children['liveTruth']?.getSnapshot();
      return truth?.hasTag('cut') ?? false;
    },
    isLive: (): boolean => pane.getSnapshot().hasTag('live'),
    stop: () => pane.stop(),
  };
}

describe('how long a pane may go on after the last byte', () => {
  it.each(HOSTS)('$name: $within ms by its parts', ({ within, parts }) => {
    expect(parts).toBeLessThanOrEqual(within);
    expect(LATEST.failed).toBe(REQUEST_TIMEOUT);
  });

  // The last byte comes at each second of a poll's time.
  it.each(HOSTS)('$name: never longer, at whatever moment the line is cut', async ({ begins, within }) => {
    for (let at = 0; at <= 60; at += 3) {
      const pane = paneAt(begins);
      // oxlint-disable eslint/no-await-in-loop -- one second after the other
      await pane.pass(400);
      for (let second = 0; second < at; second += 1) {
        await pane.pass(1_000);
        if (second % 15 === 14) pane.beat();
      }
      expect({ at, isCut: pane.isCut(), isLive: pane.isLive() }).toEqual({ at, isCut: false, isLive: true });
      pane.cut();
      let elapsed = 0;
      while (!pane.isCut() && elapsed <= 2 * within) {
        await pane.pass(500);
        elapsed += 500;
      }
      expect(elapsed, `cut after ${at} s`).toBeLessThanOrEqual(within);
      // oxlint-enable eslint/no-await-in-loop
      pane.stop();
    }
  });
});

it('a host with heartbeats that is there again is found within 5 s, at whatever moment', async () => {
  expect(HOST_CHECK_INTERVAL + HOST_LOOK_SPREAD).toBeLessThanOrEqual(LATEST.looked);
  for (let at = 0; at <= 16_000; at += 1_000) {
    const pane = paneAt({ type: 'stream.opened', beats: true });
    // oxlint-disable eslint/no-await-in-loop -- one moment after the other
    await pane.pass(400);
    pane.cut();
    for (let passed = 0; passed < 40_000 + at; passed += 500) await pane.pass(500);
    expect(pane.isCut()).toBe(true);
    pane.mend();
    let back = 0;
    while ((pane.isCut() || !pane.isLive()) && back <= 30_000) {
      await pane.pass(250);
      back += 250;
    }
    expect(back, `mended after ${at} ms more`).toBeLessThanOrEqual(5_000);
    // oxlint-enable eslint/no-await-in-loop
    pane.stop();
  }
});
