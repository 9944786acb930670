import { useId } from 'react';
import type { liveArchiveMachine, LiveArchiveSnapshot } from '#machines/live-archive.machine.ts';
import { type ArchiveView, messages } from '#machines/messages.ts';
import { useDocumentFrame } from './use-document-frame.ts';
import { useDocumentAge, useLiveTruth } from './use-live-truth.ts';
import { useScreenActor } from './use-screen-actor.ts';
import { useSelected } from './use-selected.ts';

/** The live view of a WIP or a template, or a pane of the command dashboard, which shows a template too. */
export type LiveView = Exclude<ArchiveView, 'browser'>;

export type LiveArchiveMachine = typeof liveArchiveMachine;

/** How the stream is doing, in the words of the badge. */
export type StreamHealth = 'connecting' | 'live' | 'waiting' | 'doubtful';

const healthOf = (snapshot: LiveArchiveSnapshot): StreamHealth =>
  snapshot.hasTag('live') ? 'live' : snapshot.hasTag('reconnecting') ? 'waiting' : 'connecting';

/**
 * One pane of a live dashboard.
 * @param view whose default texts apply
 * @param id of the WIP or the template; a new one needs a new `key` on the component
 */
export function useLiveArchive(machine: LiveArchiveMachine, view: LiveView, id: string) {
  const place = useId();
  const actor = useScreenActor(machine, { source: { kind: view === 'wip' ? 'wip' : 'template', id }, view, place });
  const shown = useSelected(actor, (snapshot) => ({
    archive: snapshot.context.shown,
    message: snapshot.context.message,
    loading: snapshot.hasTag('loading'),
    failed: snapshot.hasTag('failed'),
    health: healthOf(snapshot),
  }));
  const truth = useLiveTruth(actor);
  // Nothing that cannot be believed is called live.
  const health: StreamHealth = shown.health === 'live' && truth.cut !== null ? 'doubtful' : shown.health;
  return {
    ...shown,
    health,
    truth,
    age: useDocumentAge(actor),
    document: useDocumentFrame(actor, place),
    retry: () => actor.send({ type: 'retry.requested' }),
  };
}

/** What is said where nothing was submitted yet (`s8.archives.*`). */
export const liveTexts = messages.archives;
