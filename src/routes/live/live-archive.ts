import { type AnyEventObject, fromCallback, fromPromise } from 'xstate';
import { readPage } from '#api/resources/pages.ts';
import type { Client } from '#api/client.ts';
import {
  type ArchiveDetail,
  type ArchiveSummary,
  archivesInOrder,
  listArchives,
  readArchive,
  readChanges,
  readRecent,
} from '#common/calls/archives.ts';
import { readRecordsAt } from '#common/calls/records.ts';
import * as authApi from '#api/resources/auth.ts';
import { readWholeBoard } from '#api/resources/boards.ts';
import type { ReplyOf } from '#common/calls/call.ts';
import type { StreamNews } from '#api/streams/tab-messages.ts';
import { watchConnectivity } from '#api/streams/connectivity.ts';
import { type Capability, capabilities } from '#common/config/capabilities.ts';
import { createHostClock } from '#api/streams/host-clock.ts';
import { CHANGE_SHOWN, HOST_CHECK_INTERVAL, HOST_LOOK_SPREAD, STREAM_SILENCE } from '#common/config/constants.ts';
import { Fitter } from '#document/host/fitter.ts';
import { documentAgeMachine } from '#machines/live/document-age.machine.ts';
import { eventStreamMachine } from '#machines/live/event-stream.machine.ts';
import { liveArchiveMachine, type LiveSource } from '#machines/live/live-archive.machine.ts';
import { liveBoardMachine } from '#machines/live/live-board.machine.ts';
import { liveTruthMachine } from '#machines/live/live-truth.machine.ts';
import { mostSpread } from '#machines/live/live-spread.ts';
import type { wallMachine } from '#machines/live/wall.machine.ts';
import { isAnnounced } from '../announced.ts';
import { createDocumentFrame, type FindEarlier } from '../document/document-frame.ts';
import { type EventStreams, streamsOf } from './event-streams.ts';
import type { Services } from '../screen-route.ts';
import { hostClock } from '../host-clock.ts';
import { createWall } from './wall.ts';

/** Dependencies of live views, which belong to a user or to a display. */
export type LiveParts = Pick<Services, 'env' | 'client' | 'replyListeners'> & {
  streams: EventStreams;
  /** True if the host announced the capability. */
  has: (capability: Capability) => boolean;
  /** Asks the host if the viewer still has access. */
  verifySession: (signal: AbortSignal) => Promise<unknown>;
  /** The same, from time to time, with the result sent to the session's owner. */
  requestSessionCheck: () => void;
};

/**
 * Reports that a board or a display may have changed: by news, or because its stream was reopened. A closed stream has to be watched again.
 * @returns a function that stops watching
 */
type WatchTopics = (ids: readonly string[], report: (type: 'topic.changed' | 'stream.closed') => void) => () => void;

/** The machines of live screens, which share the streams of the page. */
export type Live = {
  archive: typeof liveArchiveMachine;
  board: typeof liveBoardMachine;
  wall: typeof wallMachine;
  watch: WatchTopics;
  /** Loads archives before a pane asks for them. */
  loadAhead: (archives: readonly string[]) => Promise<unknown>;
};

const made = new WeakMap<Services, Live>();

/** The machines of the live screens of a user, which share the streams of the page. */
export function liveOf(services: Services): Live {
  const { client, auth } = services;
  const live =
    made.get(services) ??
    createLive({
      ...services,
      streams: streamsOf(services),
      has: (capability) => isAnnounced(services, capability),
      verifySession: (signal) => authApi.verifySession(client, 'later', signal),
      requestSessionCheck: () => auth?.send({ type: 'session.checkRequested' }),
    });
  made.set(services, live);
  return live;
}

/** The machine of a live pane: one for all live screens. */
export const liveArchive = (services: Services): typeof liveArchiveMachine => liveOf(services).archive;

/** The machine of wall mode on a user's live screens. */
export const liveWall = (services: Services): typeof wallMachine => liveOf(services).wall;

/** A host with pages returns the newest archive of a WIP alone; a plain one with all earlier ones. */
const NEWEST = { q: '', sort: 'newest', cursor: null, limit: 1 } as const;

/** The newest submission of a pane at an earlier moment. */
async function archiveAt(
  client: Pick<Client, 'call'>,
  { kind, id }: LiveSource,
  moment: number,
  signal: AbortSignal,
): Promise<ArchiveSummary | null> {
  const query = { [kind]: id, time: new Date(moment).toISOString() };
  const { panes } = await client.call(readRecordsAt, {}, { signal, query });
  const record = panes[0]?.record;
  return record
    ? {
        uuid: record.archive_uuid,
        name: record.name,
        format: null,
        submittedOn: record.submitted_on,
        submittedBy: record.submitted_by,
        wip: record.wip_uuid,
        contentRemovedOn: record.content_removed_on,
      }
    : null;
}

/** Maximum number of archives that are loaded ahead. */
const AHEAD_MAX = 8;

/** True if news came from the host; other news reports its absence. */
const isLife = ({ type }: StreamNews): boolean =>
  ['stream.opened', 'stream.beat', 'submission.received', 'topic.changed'].includes(type);

/**
 * Converts the host's list of submissions, the newest first, to changes of a document: the last one of each region.
 * @param kind kind of the live view; for a template only submissions that were compared with the one shown before count
 */
function earlierChanges(submissions: ReplyOf<typeof readChanges>, kind: 'wip' | 'template') {
  const changes = new Map<string, { id: string; isGone: boolean; at: number | null }>();
  for (const { submittedOn: at, ofTemplate, changed, removed } of submissions) {
    if (kind === 'template' && !ofTemplate) break;
    for (const id of changed) if (!changes.has(id)) changes.set(id, { id, isGone: false, at });
    for (const id of removed) if (!changes.has(id)) changes.set(id, { id, isGone: true, at });
  }
  return [...changes.values()];
}

/** Receives news of the streams, and reports when one is open again after one was lost, or after the host was silent for a while. */
function createReturns() {
  const watchers = new Set<() => void>();
  let isLost = false;
  return {
    receive: ({ type }: StreamNews, silence: number): void => {
      isLost ||= type === 'stream.interrupted' || type === 'stream.closed' || silence > STREAM_SILENCE;
      if (!isLost || type !== 'stream.opened') return;
      isLost = false;
      for (const onReturn of watchers) onReturn();
    },
    watch: (onReturn: () => void) => {
      watchers.add(onReturn);
      return () => void watchers.delete(onReturn);
    },
  };
}

/**
 * Makes the machines of live screens.
 * @param parts dependencies of their owner
 * @returns the machines of a pane and of a board, and a function that reports changes
 */
export function createLive(parts: LiveParts): Live {
  const { env, client, replyListeners, streams, has } = parts;
  const clock = createHostClock();
  replyListeners.add(clock.noteWord);
  const returns = createReturns();
  const eventStream = eventStreamMachine.provide({
    actors: {
      listenToStream: fromCallback<AnyEventObject, { id: string }>(({ input, sendBack }) =>
        streams.open(input.id, (news) => {
          // Walls do not take part in presence.
          if (news.type === 'presence.received') return;
          if (news.type !== 'stream.opened') sendBack(news);
          else sendBack({ ...news, beats: has(capabilities.heartbeat) });
          returns.receive(news, clock.now() - (clock.lastWord() ?? clock.now()));
          if (isLife(news)) clock.noteWord(null);
        }),
      ),
      watchConnectivity: fromCallback<AnyEventObject, undefined>(({ sendBack }) => watchConnectivity(sendBack)),
      verifySession: fromPromise(({ signal }) => parts.verifySession(signal)),
      lookForHost: fromPromise(({ signal }) => parts.verifySession(signal)),
    },
    actions: {
      requestSessionCheck: () => parts.requestSessionCheck(),
      renewStream: (_, { id }) => streams.renew(id),
    },
    delays: { hostLook: () => HOST_CHECK_INTERVAL + Math.floor(Math.random() * HOST_LOOK_SPREAD) },
  });
  const liveTruth = liveTruthMachine.provide({
    actors: {
      findLastWord: fromCallback<AnyEventObject, undefined>(({ sendBack }) =>
        sendBack({ type: 'lastWord.reported', at: clock.lastWord() }),
      ),
    },
  });
  const documentAge = documentAgeMachine.provide({
    actors: {
      hostClock: hostClock(clock),
    },
  });
  const findEarlier: FindEarlier = async (submission, signal) => {
    const { source, at = null, asOf = null } = submission ?? {};
    const now = asOf ?? clock.now();
    const isOver = at === null || now - at >= CHANGE_SHOWN;
    if (!source || isOver || !has(capabilities.changes)) return null;
    const query = asOf === null ? {} : { at: new Date(asOf).toISOString() };
    const submissions = await client.call(readChanges, { uuid: source.archive }, { signal, query });
    return { now, changes: earlierChanges(submissions, source.kind) };
  };
  // Of the moments beside one that is looked at. An archive never changes, but who may read it does: they are not kept longer than that.
  const ahead = new Map<string, Promise<ArchiveDetail>>();
  const loadAhead = (archives: readonly string[]): Promise<unknown> => {
    const wanted = archives.slice(0, AHEAD_MAX);
    for (const archive of ahead.keys()) if (!wanted.includes(archive)) ahead.delete(archive);
    for (const archive of wanted)
      if (!ahead.has(archive)) ahead.set(archive, client.call(readArchive, { uuid: archive }, {}));
    return Promise.allSettled(ahead.values());
  };
  const archive = liveArchiveMachine.provide({
    actors: {
      document: createDocumentFrame(env, { findEarlier, fitterFor: (frame, page) => new Fitter(frame, page) }),
      documentAge,
      eventStream,
      liveTruth,
      findNewestArchive: fromPromise(async ({ input, signal }) => {
        if (input.moment !== null) return archiveAt(client, input, input.moment, signal);
        ahead.clear();
        if (input.kind === 'template') return client.call(readRecent, { id: input.id }, { signal });
        const wanted = has(capabilities.pages) ? NEWEST : null;
        const page = await readPage(client, listArchives, { uuid: input.id }, wanted, signal, archivesInOrder);
        return page.entries[0] ?? null;
      }),
      loadArchive: fromPromise(async ({ input, signal }) => {
        const loaded = await ahead.get(input.archive)?.catch(() => null);
        return loaded ?? client.call(readArchive, { uuid: input.archive }, { signal });
      }),
    },
    delays: {
      spread: ({ context, event }) =>
        Math.random() * mostSpread(context.given, event.type === 'submission.received' ? event.readers : undefined),
    },
  });
  const watch: WatchTopics = (ids, report) => {
    // A stream of one id reports submissions alone.
    const ends = (has(capabilities.multiplex) ? ids : []).map((id) =>
      streams.open(id, (news) => {
        if (news.type === 'stream.closed') report('stream.closed');
        // At each turn of a playlist a stream replaces another one. That is no reason to read all of its boards again: they are checked from time to time.
        else if (news.type === 'topic.changed' || (news.type === 'stream.opened' && !news.again))
          report('topic.changed');
      }),
    );
    return () => ends.forEach((end) => end());
  };
  const board = liveBoardMachine.provide({
    actors: {
      readBoard: fromPromise(({ input, signal }) => readWholeBoard(client, input.uuid, signal)),
      watchBoards: fromCallback<AnyEventObject, { ids: string[] }>(({ input: { ids }, sendBack }) => {
        return watch(ids, (type) => sendBack({ type: type === 'topic.changed' ? 'board.changed' : type }));
      }),
    },
  });
  const { verifySession } = parts;
  const wall = createWall({ verifySession, watchReturns: returns.watch, clock });
  return { archive, board, wall, watch, loadAhead };
}
