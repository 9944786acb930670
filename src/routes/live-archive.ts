import { type AnyEventObject, fromCallback, fromPromise } from 'xstate';
import * as archives from '#api/archives.ts';
import * as authApi from '#api/auth.ts';
import type { StreamNews } from '#api/contract/tabs.ts';
import { watchConnectivity } from '#api/connectivity.ts';
import { capabilities } from '#api/contract/capabilities.ts';
import { createHostClock } from '#api/host-clock.ts';
import { documentAgeMachine } from '#machines/document-age.machine.ts';
import { eventStreamMachine } from '#machines/event-stream.machine.ts';
import { liveArchiveMachine } from '#machines/live-archive.machine.ts';
import { liveTruthMachine } from '#machines/live-truth.machine.ts';
import { mostSpread } from '#machines/live-spread.ts';
import { isAnnounced } from './announced.ts';
import { sharedCalls } from './calls.ts';
import { createDocumentFrame } from './document-frame.ts';
import { createEventStreams } from './event-streams.ts';
import type { Services } from './screen-route.ts';

const made = new WeakMap<Services, typeof liveArchiveMachine>();

/** The machine of a live pane: one for all live screens, since they share the streams of the page. */
export function liveArchive(services: Services): typeof liveArchiveMachine {
  const machine = made.get(services) ?? implemented(services);
  made.set(services, machine);
  return machine;
}

/** On a host that has pages the newest archive of a WIP comes alone; on a plain one with all that were before it. */
const NEWEST = { q: '', sort: 'newest', cursor: null, limit: 1 } as const;

/** Whether news came from the host; the others say that nothing comes. */
const isLife = ({ type }: StreamNews): boolean =>
  type === 'stream.opened' || type === 'stream.heard' || type === 'submission.received';

function implemented(services: Services) {
  const { env, client, hearers, auth, tabs, inspect } = services;
  const clock = createHostClock(
    () => performance.now(),
    () => Date.now(),
  );
  hearers.add(clock.hear);
  const streams = createEventStreams({
    host: env.apiHost,
    tabs,
    inspect,
    isMultiplexed: () => isAnnounced(services, capabilities.multiplex),
  });
  const eventStream = eventStreamMachine.provide({
    actors: {
      listenToStream: fromCallback<AnyEventObject, { id: string }>(({ input, sendBack }) =>
        streams.open(input.id, (news) => {
          if (news.type !== 'stream.opened') sendBack(news);
          else sendBack({ ...news, beats: isAnnounced(services, capabilities.heartbeat) });
          if (isLife(news)) clock.hear(null);
        }),
      ),
      watchConnectivity: fromCallback<AnyEventObject, undefined>(({ sendBack }) => watchConnectivity(sendBack)),
      verifySession: fromPromise(({ signal }) => authApi.verifySession(client, 'later', signal)),
    },
    actions: {
      requestSessionCheck: () => auth?.send({ type: 'session.checkRequested' }),
      renewStream: (_, { id }) => streams.renew(id),
    },
  });
  const liveTruth = liveTruthMachine.provide({
    actors: {
      findLastWord: fromCallback<AnyEventObject, undefined>(({ sendBack }) =>
        sendBack({ type: 'lastWord.told', at: clock.lastWord() }),
      ),
    },
  });
  const documentAge = documentAgeMachine.provide({
    actors: {
      hostClock: fromCallback<AnyEventObject, undefined>(({ receive, sendBack }) =>
        receive(() => sendBack({ type: 'clock.told', now: clock.now() })),
      ),
    },
  });
  const { loadArchive } = sharedCalls(client);
  return liveArchiveMachine.provide({
    actors: {
      document: createDocumentFrame(env),
      documentAge,
      eventStream,
      liveTruth,
      findNewestArchive: fromPromise(async ({ input, signal }) => {
        if (input.kind === 'template') return archives.recentArchive(client, input.id, signal);
        const wanted = isAnnounced(services, capabilities.pages) ? NEWEST : null;
        return (await archives.listArchives(client, input.id, wanted, signal)).entries[0] ?? null;
      }),
      loadArchive,
    },
    delays: { spread: ({ context }) => Math.random() * mostSpread(context.shown) },
  });
}
