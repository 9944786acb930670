import * as v from 'valibot';
import { BOARD_LIMITS } from '#common/config/boards.ts';
import { identity } from './fields.ts';

const share = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(BOARD_LIMITS.share));
const minutes = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(BOARD_LIMITS.minutes));

const pane = v.object({ kind: v.picklist(['template', 'wip']), id: identity, share });

/**
 * Content of a board: panes side by side, or other boards in turn. `old` and `very_old` are the ages, in minutes, from which a document is labelled
 * old.
 */
export const boardShown = v.variant('kind', [
  v.object({
    kind: v.literal('panes'),
    panes: v.pipe(v.array(pane), v.minLength(1), v.maxLength(BOARD_LIMITS.panes)),
    old: minutes,
    very_old: minutes,
  }),
  v.object({
    kind: v.literal('playlist'),
    boards: v.pipe(v.array(identity), v.minLength(1), v.maxLength(BOARD_LIMITS.boards)),
    seconds: v.pipe(
      v.number(),
      v.integer(),
      v.minValue(BOARD_LIMITS.secondsLeast),
      v.maxValue(BOARD_LIMITS.secondsMost),
    ),
  }),
]);
export type BoardShown = v.InferOutput<typeof boardShown>;
