import { createContext, use, useEffect, useMemo } from 'react';
import { momentForAddress, momentIn, momentQuery } from '#config/moment-address.ts';
import { besideOf, type Span } from '#machines/live/beside.ts';
import type { pastMachine, PastSnapshot, ReportedPane } from '#machines/live/past.machine.ts';
import { useNavigation } from '../../shared/navigation-context.ts';
import { useScreenActor } from '../../shared/use-screen-actor.ts';
import { useSelected } from '../../shared/use-selected.ts';

export type PastMachine = typeof pastMachine;

/** The moment that the screen names: none while some panes have drawn the next one, and none in the future, which the host has yet to refuse. */
function namedOf(snapshot: PastSnapshot): number | null {
  const { shown, moment, panes, around } = snapshot.context;
  const isMixed = snapshot.hasTag('seeking') && panes.some((pane) => pane.isReached && pane.moment === moment);
  return isMixed || (around === null && (shown ?? 0) > Date.now()) ? null : shown;
}

/** The address of the screen. */
type Place = { readonly pathname: string; readonly search: string; readonly hash: string };

/** The times that the track can cover. */
export const SPANS: readonly { readonly value: Span; readonly label: string }[] = [
  { value: 'hour', label: 'Hour' },
  { value: 'day', label: 'Day' },
  { value: 'week', label: 'Week' },
  { value: 'all', label: 'All' },
];

/** An earlier moment of a live screen, which its address has. */
export function usePastScreen(machine: PastMachine, { pathname, search, hash }: Place) {
  const navigation = useNavigation();
  const { moment, isWrong } = momentIn(search);
  const go = (to: number | null, replace: boolean): void =>
    navigation.go(`${pathname}${momentQuery(window.location.search, to)}${hash}`, { replace });
  const actor = useScreenActor(machine, { moment }, (event) => {
    const wanted = (event as { moment?: number | null }).moment ?? null;
    // Back leads to the present, and not through all moments that were looked at.
    go(wanted, momentIn(window.location.search).moment !== null);
  });
  const shown = useSelected(actor, (snapshot) => ({
    ...snapshot.context,
    // No view needs them, and each report of one pane would render all of them.
    panes: null,
    isPast: snapshot.hasTag('past'),
    shown: namedOf(snapshot),
    isSeeking: snapshot.hasTag('seeking'),
    isReturning: snapshot.hasTag('returning'),
    isEntering: snapshot.hasTag('entering'),
    hasFailed: snapshot.hasTag('failed'),
    isKnown: snapshot.hasTag('known'),
    isPlaying: snapshot.hasTag('playing'),
  }));
  const chosen = shown.moment;
  useEffect(() => {
    if (moment !== chosen) actor.send({ type: 'moment.chosen', moment });
  }, [actor, moment, chosen]);
  // A time of the viewer's zone would be another moment for the person to whom the address is sent.
  const isCanonical = moment === null || new URLSearchParams(search).get('at') === momentForAddress(moment);
  useEffect(() => {
    if (!isCanonical) go(moment, true);
  });
  const report = useMemo(
    () => ({
      pane: (pane: ReportedPane) => actor.send({ type: 'pane.reported', pane }),
      left: (key: string) => actor.send({ type: 'pane.left', key }),
    }),
    [actor],
  );
  return {
    ...shown,
    ...besideOf(shown),
    isWrong,
    /** The address of the same screen in the present. */
    present: `${pathname}${momentQuery(search, null)}${hash}`,
    report,
    go: (to: number) => go(to, moment !== null),
    enter: () => actor.send({ type: 'past.requested' }),
    showPrevious: () => actor.send({ type: 'previous.requested' }),
    showNext: () => actor.send({ type: 'next.requested' }),
    drag: (to: number) => actor.send({ type: 'track.dragged', moment: to }),
    chooseSpan: (to: Span) => actor.send({ type: 'span.chosen', span: to }),
    play: () => actor.send({ type: 'play.requested' }),
    chooseSpeed: (rate: number) => actor.send({ type: 'speed.chosen', speed: rate }),
    pause: () => actor.send({ type: 'pause.requested' }),
    retry: () => actor.send({ type: 'retry.requested' }),
  };
}

export type PastScreen = ReturnType<typeof usePastScreen>;

const PastContext = createContext<PastScreen | null>(null);

/** Provides the moment of a live screen to its content. */
export const PastProvider = PastContext.Provider;

/** @returns the moment of the screen, or null if it shows the present only */
export const usePast = (): PastScreen | null => use(PastContext);

/** Reports a pane to its screen. */
export function usePaneReport({ key, kind, id, moment, isReached }: ReportedPane): void {
  const report = usePast()?.report;
  useEffect(() => report?.pane({ key, kind, id, moment, isReached }), [report, key, kind, id, moment, isReached]);
  useEffect(() => () => report?.left(key), [report, key]);
}
