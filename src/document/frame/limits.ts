import { NEW_ATTRIBUTES_TIMEOUT } from '#config/frame.ts';

/** Limits that the bridge keeps by itself; the host enforces its own (`FRAME_CAPS`). Times are milliseconds. */
export const FRAME_LIMITS = {
  regions: 50_000,
  value: 1_000_000,
  /** So many cells a pasted table may have, and so many places a table of the document in which it is laid out. */
  pasted: 5_000,
  places: 50_000,
  /** So many texts of a pasted table that have no place are told, each of so many characters. */
  left: 20,
  leftText: 200,
  /** In a document with more regions than this, a region becomes editable only when it is pressed or focused. */
  eager: 2_000,
  debounce: 80,
  /** How often the controls are looked at while nobody does anything: a timer of the document may set them. */
  look: 700,
  /** So many are looked at each time: in a longer document they have their turns, but for a save, which looks at all. */
  controls: 2_000,
  ownFunction: NEW_ATTRIBUTES_TIMEOUT,
  rows: 1_000,
  rowsJson: 1_000_000,
  size: 250,
  /** How long a document waits for its frame to have the size for which it is measured: a hidden tab gives it none. */
  sized: 1_500,
  sizedLook: 10,
  /** So many regions say how large the document's text is, and so many lines where its pages end. */
  sizes: 2_000,
  lines: 20_000,
  /** In a document with more elements than this, what stays in sight while one scrolls does so on a wall, too. */
  loose: 20_000,
  /** So many changed regions are marked. */
  marks: 500,
  pages: 40,
  /** A document that has not finished parsing by then is shown as it is. */
  ready: 3_000,
  /** A document counts as drawn after this time at the latest: a hidden tab draws nothing. */
  drawn: 500,
  /** Animation frames until a document counts as drawn: the third begins when the first has passed the compositor. */
  drawnFrames: 3,
  /** How long printing waits for images. */
  images: 3_000,
} as const;
