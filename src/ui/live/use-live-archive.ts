import { useSelector } from '@xstate/react';
import { useEffect, useId } from 'react';
import { paths } from '#common/config/paths.ts';
import type { NamedRegion } from '#document/host/stage.ts';
import type { AgeLimits } from '#machines/live/document-age.machine.ts';
import { isLive } from '#machines/live/is-live.ts';
import type { liveArchiveMachine, LiveArchiveSnapshot } from '#machines/live/live-archive.machine.ts';
import { type ArchiveView, messages } from '#machines/shared/messages.ts';
import { useDocumentFrame, useIsOpening } from '../document/use-document-frame.ts';
import { useLiveChanges } from './use-live-changes.ts';
import { useDocumentAge, useLiveTruth } from './use-live-truth.ts';
import { usePageTurner } from './wall/use-page-turner.ts';
import { useWall } from './wall/use-wall.ts';
import { hasCapability, useAuth } from '#ui/session/use-auth.ts';
import { useNavigation } from '../shared/navigation-context.ts';
import { useScreenActor } from '../shared/use-screen-actor.ts';
import { tagsOf, useSelected } from '../shared/use-selected.ts';

/** The live view of a WIP or a template, or a pane of the command dashboard, which shows a template too. */
export type LiveView = Exclude<ArchiveView, 'browser'>;

export type { AgeLimits };
export type LiveArchiveMachine = typeof liveArchiveMachine;

/** State of a pane, as the badge shows it. */
export type PaneHealth = 'connecting' | 'opening' | 'live' | 'waiting' | 'doubtful' | 'past';

/** @param isCut true if the pane says that it is cut off */
function healthOf(snapshot: LiveArchiveSnapshot, isCut: boolean): PaneHealth {
  if (snapshot.context.moment !== null) return 'past';
  if (!snapshot.hasTag('live')) return snapshot.hasTag('reconnecting') ? 'waiting' : 'connecting';
  // A document that is not visible is never called live, nor is one that the host has failed to confirm.
  if (isCut || snapshot.hasTag('unseen') || snapshot.context.failure !== null) return 'doubtful';
  if (isLive(snapshot)) return 'live';
  // The stream has returned, and the host has not yet confirmed the document that is shown.
  return snapshot.hasTag('current') && snapshot.context.shown !== null ? 'waiting' : 'opening';
}

/** True if the host has given all that the pane can show for now: a document, or that there is none. A failing host has not given that answer. */
const isGivenOf = (snapshot: LiveArchiveSnapshot): boolean => {
  const { shown, failure } = snapshot.context;
  return shown !== null || snapshot.hasTag('empty') || (failure?.kind === 'http' && failure.status < 500);
};

/** True if the document of its moment is drawn, or could not be. */
const isReachedOf = (snapshot: LiveArchiveSnapshot): boolean =>
  snapshot.hasTag('failed') || (snapshot.hasTag('sure') && (snapshot.hasTag('current') || snapshot.hasTag('unseen')));

/** True if the document of an earlier moment did not come: the one in sight is of another. */
function isOtherOf(snapshot: LiveArchiveSnapshot): boolean {
  const { moment, shown, message } = snapshot.context;
  const isMissing = snapshot.hasTag('failed') || snapshot.hasTag('unseen') || message !== null;
  return moment !== null && shown !== null && shown.asOf !== moment && isMissing;
}

/** True if the host lacks the WIP or the template. */
const isMissingOf = ({ context: { shown, failure } }: LiveArchiveSnapshot): boolean =>
  shown === null && failure?.kind === 'http' && [404, 410].includes(failure.status);

/**
 * One pane of a live dashboard.
 * @param view view whose default texts apply
 * @param id id of the WIP or the template; a new one needs a new `key` on the component
 * @param limits ages from which the document is labelled old, if not the usual ones; read once, too
 * @param moment an earlier one that it shows, in epoch milliseconds; null for the present
 */
export function useLiveArchive(
  machine: LiveArchiveMachine,
  view: LiveView,
  id: string,
  limits: AgeLimits | undefined,
  moment: number | null,
) {
  const place = useId();
  const source = { kind: view === 'wip' ? 'wip' : 'template', id } as const;
  const actor = useScreenActor(machine, { source, view, place, moment, ...(limits && { limits }) });
  const shown = useSelected(actor, (snapshot) => ({
    archive: snapshot.context.shown,
    message: snapshot.context.message,
    ...tagsOf(snapshot, 'loading', 'failed'),
    isGiven: isGivenOf(snapshot),
    isMissing: isMissingOf(snapshot),
    moment: snapshot.context.moment,
    isReached: isReachedOf(snapshot),
    isOther: isOtherOf(snapshot),
  }));
  const chosen = shown.moment;
  useEffect(() => {
    if (moment !== chosen) actor.send({ type: 'moment.chosen', moment });
  }, [actor, moment, chosen]);
  const truthNow = useLiveTruth(actor);
  // An earlier moment has no news that could be missing: the message says that the host is not reached.
  const truth = moment === null ? truthNow : { ...truthNow, cut: null };
  const isCut = truth.cut !== null;
  const [{ user }, navigation, wall] = [useAuth(), useNavigation(), useWall()];
  const openHistory = (region?: NamedRegion): boolean => {
    if (shown.archive === null || wall?.isOn || !hasCapability(user, 'records')) return false;
    navigation.follow(paths.record(shown.archive.archive), { region });
    return true;
  };
  const document = useDocumentFrame(actor, place, { toggleWall: wall?.toggle, openHistory });
  const isOpening = useIsOpening(document);
  return {
    ...shown,
    health: useSelector(actor, (snapshot) => healthOf(snapshot, isCut)),
    truth,
    age: useDocumentAge(actor),
    changes: useLiveChanges(actor),
    document,
    /** True if it shows all that it can for now: a document that did not open is not waited for. */
    isThere: shown.isGiven && (shown.archive === null || !isOpening),
    pages: usePageTurner(actor, place),
    retry: () => actor.send({ type: 'retry.requested' }),
  };
}

/** Texts for views without a submission (`s8.archives.*`). */
export const liveTexts = messages.archives;
