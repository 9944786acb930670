import { NEW_ATTRIBUTES_TIMEOUT } from '#config/constants.ts';

/** What the bridge keeps to by itself; the host's caps (`FRAME_CAPS`) are what counts. Times are milliseconds. */
export const FRAME_LIMITS = {
  regions: 50_000,
  value: 1_000_000,
  /** From this many on regions become editable when they are pressed or focused. */
  eager: 2_000,
  debounce: 80,
  /** Decision 8. */
  ownFunction: NEW_ATTRIBUTES_TIMEOUT,
  rows: 1_000,
  rowsJson: 1_000_000,
  size: 250,
  /** A document that has not finished parsing by then is shown as it is. */
  ready: 3_000,
  /** How long a document that waits to take another's place may take to be drawn; a hidden tab draws nothing. */
  drawn: 500,
  /** A browser begins the third animation frame when the first has come through its compositor: a page cannot see it any closer. */
  drawnFrames: 3,
  /** How long printing waits for images. */
  images: 3_000,
} as const;
