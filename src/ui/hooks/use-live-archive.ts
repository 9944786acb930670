import { useSelector } from '@xstate/react';
import type { LiveArchiveSnapshot, LiveSource } from '#machines/live-archive.machine.ts';
import { type ArchiveView, messages } from '#machines/messages.ts';
import { useApp } from './app-context.ts';
import { useScreenActor } from './use-screen-actor.ts';

export type { ArchiveView, LiveSource };

/** How the stream is doing, in the words of the badge. */
export type StreamHealth = 'connecting' | 'live' | 'waiting';

const shownOf = (snapshot: LiveArchiveSnapshot) => snapshot.context.shown;
const messageOf = (snapshot: LiveArchiveSnapshot) => snapshot.context.message;
const isLoading = (snapshot: LiveArchiveSnapshot) => snapshot.hasTag('loading');
const isEmpty = (snapshot: LiveArchiveSnapshot) => snapshot.hasTag('empty');
const hasFailed = (snapshot: LiveArchiveSnapshot) => snapshot.hasTag('failed');
const healthOf = (snapshot: LiveArchiveSnapshot): StreamHealth =>
  snapshot.hasTag('live') ? 'live' : snapshot.hasTag('reconnecting') ? 'waiting' : 'connecting';

/**
 * One pane of a live dashboard.
 * @param source the WIP or template; a new one needs a new `key` on the component
 * @param view whose default texts apply
 */
export function useLiveArchive(source: LiveSource, view: ArchiveView) {
  const actor = useScreenActor(useApp().machines.liveArchive, { source, view });
  return {
    archive: useSelector(actor, shownOf),
    message: useSelector(actor, messageOf),
    loading: useSelector(actor, isLoading),
    empty: useSelector(actor, isEmpty),
    failed: useSelector(actor, hasFailed),
    health: useSelector(actor, healthOf),
    retry: () => actor.send({ type: 'retry.requested' }),
  };
}

/** What is said where nothing was submitted yet (section 2, section 8). */
export const liveTexts = messages.archives;
