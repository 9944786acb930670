import type { Moment } from './moment.ts';

/** A board. `shown` is what it shows, as JSON (`boardShown` in `common/calls/boards.ts`). */
export type BoardRecord = {
  uuid: string;
  organisation: string;
  name: string;
  shown: string;
  updated_at: Moment;
  /** The name of the user who changed it last; null when they were removed. */
  updated_by: string | null;
};

/** Fields of a board that are written. `author`: the uuid of the user. */
export type BoardChange = { name: string; shown: string; author: string; at: Moment };
