import { useSelector } from '@xstate/react';
import { useEffect, useReducer } from 'react';
import {
  type BoardTurnerRef,
  type BoardTurnerSnapshot,
  boardTurnerMachine,
} from '#machines/live/board-turner.machine.ts';
import type { PageTurnerRef, PageTurnerSnapshot } from '#machines/live/page-turner.machine.ts';
import { useScreenActor } from '../../shared/use-screen-actor.ts';
import { useSelected } from '../../shared/use-selected.ts';
import { useTouches } from './use-touches.ts';

/** Turning of a playlist's boards: automatic, as soon as the next one can be shown, not for a while, or stopped. */
export type Turning = 'turning' | 'late' | 'held' | 'paused';

const TURNINGS = ['late', 'held', 'paused'] as const satisfies readonly Turning[];
const turningOf = (snapshot: BoardTurnerSnapshot): Turning => TURNINGS.find((one) => snapshot.hasTag(one)) ?? 'turning';

/**
 * Selects the shown board of a playlist.
 * @param count number of boards; another number needs a new `key` on the component, as other `seconds` do
 * @returns `at`: the shown one, from 0; `next`: the one being prepared, or null; `actor`: for `usePaneWords`
 */
export function useBoardTurner(count: number, seconds: number) {
  const actor = useScreenActor(boardTurnerMachine, { count, seconds });
  useTouches(() => actor.send({ type: 'page.touched' }));
  const shown = useSelected(actor, (snapshot) => ({
    at: snapshot.context.at,
    next: snapshot.hasTag('ready') ? (snapshot.context.at + 1) % count : null,
    turning: turningOf(snapshot),
  }));
  return {
    ...shown,
    actor,
    showNext: () => actor.send({ type: 'next.requested' }),
    showPrevious: () => actor.send({ type: 'previous.requested' }),
    pause: () => actor.send({ type: 'pause.requested' }),
    goOn: () => actor.send({ type: 'turning.requested' }),
  };
}

/** Report of a pane: flags for complete content, and for a disconnection because its host is not reached. */
export type PaneWord = { at: number; isThere: boolean; isLost: boolean };

const keep = (words: readonly (PaneWord | undefined)[], word: PaneWord) => {
  const kept = [...words];
  kept[word.at] = word;
  return kept;
};

/**
 * Reports the state of a board to the turner, from the reports of its panes. A host that answers is reached: a document that it does not return
 * must not keep the other boards from being shown.
 * @param turner turner of the playlist
 * @param isShown true for the shown board, false for the next one
 * @param count number of its panes
 * @returns a function that receives the reports of the panes
 */
export function usePaneWords(turner: BoardTurnerRef, isShown: boolean, count: number) {
  const [words, report] = useReducer(keep, []);
  const said = Array.from({ length: count }, (_, at) => words[at]);
  const isThere = said.every((word) => word?.isThere);
  const isLost = said.some((word) => word?.isLost);
  useEffect(() => {
    const host = isLost ? 'host.lost' : 'host.returned';
    const next = isThere ? 'next.arrived' : 'next.missed';
    const event = { type: isShown ? host : next } as const;
    // A known state is not sent again.
    if (turner.getSnapshot().can(event)) turner.send(event);
  }, [turner, isShown, isThere, isLost]);
  return report;
}

const pagesOf = (snapshot: PageTurnerSnapshot): 'left' | 'ending' | 'shown' => {
  if (snapshot.hasTag('over')) return snapshot.hasTag('jumped') ? 'ending' : 'shown';
  return snapshot.hasTag('ending') ? 'ending' : 'left';
};

/**
 * Reports to the turner of a playlist which pages of the shown board are still to come.
 * @param turner turner of the playlist
 * @param pages turns the pages of the board's panes
 * @param isShown true for the shown board, false for the next one
 */
export function useBoardPages(turner: BoardTurnerRef, pages: PageTurnerRef, isShown: boolean): void {
  const left = useSelector(pages, pagesOf);
  useEffect(() => {
    const event = { type: `pages.${left}` } as const;
    if (isShown && turner.getSnapshot().can(event)) turner.send(event);
  }, [turner, isShown, left]);
}
