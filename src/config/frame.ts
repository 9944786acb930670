/** Heights and times (in milliseconds) of documents. Not with the other constants, which are part of every visitor's first load. */

/** Heights of the document frame on each screen (`s9.height-editor` and its neighbours). */
export const FRAME_HEIGHT = {
  editor: '80vh',
  wipDashboard: '80vh',
  templateDashboard: '95vh',
  commandDashboard: '95vh',
  archiveModal: '60vh',
} as const;

/** Time limit for a document to open before it counts as lost. */
export const FRAME_READY = 10_000;
/** Time limit for a loaded frame to answer the greeting: one that has waited for hours may be gone. */
export const FRAME_HELLO = 2_000;
/** Interval between checks that a document still answers. */
export const FRAME_PING = 5_000;
/** Time limit for its answer, in two parts: a machine that slept runs overdue timers at once, and the answer needs a moment. */
export const FRAME_PONG = 2_500;
export const FRAME_PONG_LATE = 500;
/**
 * Pause before a document that has left its frame by itself is opened again; it doubles each time, up to the latest. Once a document has stayed for
 * the third of these times, the pause is reset.
 */
export const FRAME_REOPENED = 4_000;
export const FRAME_REOPENED_LATEST = 64_000;
export const FRAME_STAYS = 120_000;
/**
 * A newer document that does not report that it is drawn is shown anyway after this time, also if the older one does not report its scroll
 * position.
 */
export const FRAME_DRAWN = 2_000;
/** Time of rest of the page before the frame for the next document is made. */
export const FRAME_SPARE = 500;
/** Maximum wait of printing for the rows of a document, whose own function has 2 s. */
export const PRINT_ROWS = 3_000;
/** Time limit for a document's own `getNewAttributes()`. */
export const NEW_ATTRIBUTES_TIMEOUT = 2_000;
/** Maximum wait of a save for the document frame's values; then it takes those known so far. */
export const SNAPSHOT_TIMEOUT = 3_500;
/**
 * Time after which a live view that could not fetch its archive tries again: no user presses a button on a wall. After a refusal by the host, which
 * will most likely repeat it, it waits longer.
 */
export const ARCHIVE_RETRY = 15_000;
export const ARCHIVE_RETRY_REFUSED = 60_000;
/**
 * Pause before a live view opens its newest document again that did not open; it doubles each time, up to the latest. It grows, since it also restarts
 * a slow first document: on a weak machine that takes 70 s.
 */
export const DOCUMENT_RETRY = 15_000;
export const DOCUMENT_RETRY_LATEST = 60_000;
/** Time in which a newer document replaces the shown one before the live view says that it is opening. */
export const DOCUMENT_FOLLOWS = 2_000;
/**
 * Time for which newer documents may follow each other without one opening until a live view shows that it is not up to date. A single one fails
 * sooner.
 */
export const DOCUMENT_OVERDUE = 45_000;
