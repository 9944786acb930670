import { type BoardTurnerSnapshot, boardTurnerMachine } from '#machines/board-turner.machine.ts';
import { useScreenActor } from './use-screen-actor.ts';
import { useSelected } from './use-selected.ts';
import { useTouches } from './use-touches.ts';

/** How the boards of a playlist go: on their own, not for a while, or not at all. */
export type Turning = 'turning' | 'held' | 'paused';

const turningOf = (snapshot: BoardTurnerSnapshot): Turning =>
  snapshot.hasTag('held') ? 'held' : snapshot.hasTag('paused') ? 'paused' : 'turning';

/**
 * Which board of a playlist is shown.
 * @param count how many there are; another number needs a new `key` on the component, as other `seconds` do
 * @returns `at`: the one that is shown, from 0; `next`: the one that is got ready, or null
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
    showNext: () => actor.send({ type: 'next.requested' }),
    showPrevious: () => actor.send({ type: 'previous.requested' }),
    pause: () => actor.send({ type: 'pause.requested' }),
    goOn: () => actor.send({ type: 'turning.requested' }),
  };
}
