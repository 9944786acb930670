import { HAND_OVER, NEW_ATTRIBUTES_TIMEOUT, TYPED_AHEAD } from '#config/frame.ts';

/** Limits that the bridge keeps by itself; the host enforces its own (`FRAME_CAPS`). Times are milliseconds. */
export const FRAME_LIMITS = {
  regions: 50_000,
  value: 1_000_000,
  /** Maximum number of cells of a pasted table, and of places of the document's table in which it is arranged. */
  pasted: 5_000,
  places: 50_000,
  /** Maximum number of reported texts of a pasted table that have no place, and of characters in each. */
  left: 20,
  leftText: 200,
  /** In a document with more regions than this, a region becomes editable only when it is pressed or focused. */
  eager: 2_000,
  /** Maximum number of line feeds at a text's end that are inserted one by one. */
  lastLines: 20,
  debounce: 80,
  /** Interval between checks of the controls while the user does nothing: a timer of the document may set them. */
  look: 700,
  /** Maximum number of controls in each check: in a longer document they take turns, except for a save, which checks all. */
  controls: 2_000,
  /** Time after an act of the user in which a script's change counts as the document's answer to it. */
  answer: 5_000,
  /** How often values are set back in a second before the document is said to fight for them. */
  setBacks: 50,
  /** Maximum number of reported regions whose script would have another value. */
  wishes: 200,
  /** Maximum number of regions that a script has written, and are looked at after a press of the user. */
  unseen: 8,
  /** Maximum number of regions that are looked at when a script has written them, all at once. */
  unseenAtOnce: 50,
  ownFunction: NEW_ATTRIBUTES_TIMEOUT,
  rows: 1_000,
  rowsJson: 1_000_000,
  size: 250,
  /** Maximum wait of a document for its frame to have the size for which it is measured: a hidden tab does not resize it. */
  sized: 1_500,
  sizedLook: 10,
  /** Maximum number of regions from which the size of the document's text is read, and of lines used to find its pages. */
  sizes: 2_000,
  lines: 20_000,
  /** In a document with more elements than this, fixed and sticky elements stay fixed on a wall, too. */
  loose: 20_000,
  /** Maximum number of changed regions that are marked. */
  marks: 500,
  pages: 40,
  /** Characters that are kept back after a key that leads out of the document, and the time after which no answer of the page is expected. */
  typedAhead: TYPED_AHEAD,
  hold: HAND_OVER + 2_000,
  /** A document that has not finished parsing by then is shown unfinished. */
  ready: 3_000,
  /** A document counts as drawn after this time at the latest: a hidden tab draws nothing. */
  drawn: 500,
  /** Animation frames until a document counts as drawn: the third begins when the first has passed the compositor. */
  drawnFrames: 3,
  /** Maximum wait of printing for images. */
  images: 3_000,
} as const;
