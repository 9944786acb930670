import type { Moment } from './moment.ts';

/** A board. `shown` is what it shows, as JSON (`boardShown` in `src/api/contract/boards.ts`). */
export type BoardRecord = {
  uuid: string;
  organisation: string;
  name: string;
  shown: string;
  updated_at: Moment;
  /** The name of who changed it last; null when that user was removed. */
  updated_by: string | null;
};

/** What is written of a board. `author`: the uuid of the user. */
export type BoardChange = { name: string; shown: string; author: string; at: Moment };
