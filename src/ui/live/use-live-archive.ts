import { useId } from 'react';
import type { AgeLimits } from '#machines/live/document-age.machine.ts';
import type { liveArchiveMachine, LiveArchiveSnapshot } from '#machines/live/live-archive.machine.ts';
import { type ArchiveView, messages } from '#machines/shared/messages.ts';
import { useDocumentFrame } from '../document/use-document-frame.ts';
import { useLiveChanges } from './use-live-changes.ts';
import { useDocumentAge, useLiveTruth } from './use-live-truth.ts';
import { usePageTurner } from './wall/use-page-turner.ts';
import { useWall } from './wall/use-wall.ts';
import { useScreenActor } from '../shared/use-screen-actor.ts';
import { useSelected } from '../shared/use-selected.ts';

/** The live view of a WIP or a template, or a pane of the command dashboard, which shows a template too. */
export type LiveView = Exclude<ArchiveView, 'browser'>;

export type { AgeLimits };
export type LiveArchiveMachine = typeof liveArchiveMachine;

/** State of the stream, in the words of the badge. */
export type StreamHealth = 'connecting' | 'live' | 'waiting' | 'doubtful';

const healthOf = (snapshot: LiveArchiveSnapshot): StreamHealth =>
  snapshot.hasTag('live') ? 'live' : snapshot.hasTag('reconnecting') ? 'waiting' : 'connecting';

/**
 * True if it has all that it can show for now: a document, or the host's answer that there is none. An unreachable or failing host has not given
 * that answer.
 */
const isThereOf = (snapshot: LiveArchiveSnapshot): boolean => {
  const { shown, failure } = snapshot.context;
  return shown !== null || snapshot.hasTag('empty') || (failure?.kind === 'http' && failure.status < 500);
};

/** True if the host lacks the WIP or the template. */
const isMissingOf = ({ context: { shown, failure } }: LiveArchiveSnapshot): boolean =>
  shown === null && failure?.kind === 'http' && [404, 410].includes(failure.status);

/**
 * One pane of a live dashboard.
 * @param view view whose default texts apply
 * @param id id of the WIP or the template; a new one needs a new `key` on the component
 * @param limits ages from which the document is labelled old, if not the usual ones; read once, too
 */
export function useLiveArchive(machine: LiveArchiveMachine, view: LiveView, id: string, limits?: AgeLimits) {
  const place = useId();
  const source = { kind: view === 'wip' ? 'wip' : 'template', id } as const;
  const actor = useScreenActor(machine, { source, view, place, ...(limits && { limits }) });
  const shown = useSelected(actor, (snapshot) => ({
    archive: snapshot.context.shown,
    message: snapshot.context.message,
    loading: snapshot.hasTag('loading'),
    failed: snapshot.hasTag('failed'),
    health: healthOf(snapshot),
    isThere: isThereOf(snapshot),
    isMissing: isMissingOf(snapshot),
    isUnseen: snapshot.hasTag('unseen'),
  }));
  const truth = useLiveTruth(actor);
  // A doubtful pane is never called live, nor is a document that is not visible.
  const isDoubtful = truth.cut !== null || shown.isUnseen;
  const health: StreamHealth = shown.health === 'live' && isDoubtful ? 'doubtful' : shown.health;
  return {
    ...shown,
    health,
    truth,
    age: useDocumentAge(actor),
    changes: useLiveChanges(actor),
    document: useDocumentFrame(actor, place, { toggleWall: useWall()?.toggle }),
    pages: usePageTurner(actor, place),
    retry: () => actor.send({ type: 'retry.requested' }),
  };
}

/** Texts for views without a submission (`s8.archives.*`). */
export const liveTexts = messages.archives;
