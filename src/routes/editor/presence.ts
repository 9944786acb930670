import { type AnyEventObject, fromCallback, fromPromise } from 'xstate';
import { capabilities } from '#common/config/capabilities.ts';
import { PRESENCE_REGION_MAX } from '#common/calls/fields.ts';
import { type PresenceEvent, reportPresence } from '#common/calls/presence.ts';
import { readWip } from '#common/calls/templates.ts';
import { failureOf, statusOf } from '#api/failure.ts';
import { refreshToken } from '#api/resources/auth.ts';
import type { PresenceRequest } from '#common/calls/requests.ts';
import { createSharedRefresh } from '#api/shared-refresh.ts';
import { PRESENCE_ANSWER } from '#common/config/constants.ts';
import { type PresenceMessage, presenceMachine } from '#machines/editor/presence.machine.ts';
import { isAnnounced } from '../announced.ts';
import { documentReader } from '../document/document-reader.ts';
import type { Services } from '../screen-route.ts';

/** Presence of others in a document, at a host that reports it. Failures are silent: they must not disturb writing. */
export function createPresence(services: Services): typeof presenceMachine {
  const { client, env, tabs, auth } = services;
  const tab = crypto.getRandomValues(new Uint32Array(4)).join('-');
  // Separate from the client's: a failure here must send no user who is writing to the sign-in.
  const renew = createSharedRefresh({ tabs, host: env.apiHost, refreshToken: () => refreshToken(client) });
  const has = (): boolean => isAnnounced(services, capabilities.presence);

  /** @returns the WIP's revision, if the host sends it */
  const report = async (uuid: string, body: PresenceRequest): Promise<number | null> =>
    (await client.call(reportPresence, { uuid, body }, { refresh: 'never', isLast: body.left ?? false })).revision ??
    null;

  /** @returns the WIP's revision; null if it is not known */
  const send = async (wip: string, region: string | null): Promise<number | null> => {
    const message = { tab, region: region !== null && region.length > PRESENCE_REGION_MAX ? null : region };
    const sentAt = Date.now();
    try {
      return await report(wip, message);
    } catch (error) {
      if (statusOf(failureOf(error)) !== 401) return null;
      return renew(() => sentAt)
        .then(() => report(wip, message))
        .catch(() => null);
    }
  };
  const leave = (wip: string): void => void report(wip, { tab, left: true }).catch(() => undefined);

  return presenceMachine.provide({
    actors: {
      sendMessages: fromCallback<PresenceMessage, { wip: string }>(({ input: { wip }, receive, sendBack }) => {
        let hasSent = false;
        const left = (): void => {
          if (hasSent) leave(wip);
          hasSent = false;
        };
        receive(({ region }) => {
          if (!has()) return;
          hasSent = true;
          void send(wip, region).then((revision) => {
            if (revision !== null) sendBack({ type: 'document.saved', revision, name: null });
          });
        });
        // The page closes without ending its actors in order.
        window.addEventListener('pagehide', left);
        return () => {
          window.removeEventListener('pagehide', left);
          left();
        };
      }),
      readSaved: fromPromise(async ({ input: { wip }, signal }) => {
        const [detail, read] = await Promise.all([
          client.call(readWip, { uuid: wip }, { signal, refresh: 'never' }),
          documentReader(),
        ]);
        return { detail, ...(await read(detail.content, detail.line_breaks)), filledHtml: null };
      }),
      visibility: fromCallback<AnyEventObject, undefined>(({ sendBack }) =>
        tabs?.watchVisibility((isVisible) => sendBack({ type: isVisible ? 'tab.shown' : 'tab.hidden' })),
      ),
      receiveMessages: fromCallback<AnyEventObject, { wip: string }>(({ input: { wip }, sendBack }) => {
        if (!has()) return undefined;
        let isOver = false;
        let end = (): void => void (isOver = true);
        const listen = async (): Promise<void> => {
          // Loaded after the document: most users are alone in theirs.
          const { streamsOf } = await import('../live/event-streams.ts');
          if (isOver) return;
          end = streamsOf(services).open(wip, (news) => {
            if (news.type === 'stream.opened' || news.type === 'stream.closed') sendBack({ type: news.type });
            else if (news.type === 'presence.received')
              sendBack(parsePresence(news.presence, auth?.getSnapshot().context.user?.user_id));
          });
        };
        listen().catch(() => sendBack({ type: 'stream.closed' }));
        return () => end();
      }),
    },
    // A random delay, so that not all answer at once.
    delays: { presenceAnswer: () => Math.random() * PRESENCE_ANSWER },
  });
}

/** @param me the uuid of the signed-in user */
function parsePresence(presence: PresenceEvent, me: string | undefined): AnyEventObject {
  const at = performance.now();
  switch (presence.type) {
    case 'person_here':
      return { ...presence, type: 'message.received', at, isOwn: presence.user === me };
    case 'person_left':
      return { ...presence, type: 'person.left', at };
    case 'document_saved':
      return { ...presence, type: 'document.saved' };
    case 'document_deleted':
      return { ...presence, type: 'document.deleted' };
  }
}
