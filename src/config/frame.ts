/** Heights and times (in milliseconds) of documents. Not with the other constants, which every visitor's first load brings. */

/** Heights of the document frame on each screen (`s9.height-editor` and its neighbours). */
export const FRAME_HEIGHT = {
  editor: '80vh',
  wipDashboard: '80vh',
  templateDashboard: '95vh',
  commandDashboard: '95vh',
  archiveModal: '60vh',
} as const;

/** How long a document may take to open before it counts as lost. */
export const FRAME_READY = 10_000;
/** How long a frame that is there may take to answer the greeting: one that has waited for hours may be gone. */
export const FRAME_HELLO = 2_000;
/** How often a document is asked whether it still answers. */
export const FRAME_PING = 5_000;
/** How long it may take to answer, in two parts: a machine that slept runs overdue timers at once, and the answer needs a moment. */
export const FRAME_PONG = 2_500;
export const FRAME_PONG_LATE = 500;
/**
 * After which pause a document is opened again that has left its frame by itself; each time it is twice as long, up to the latest. Forgotten of one that has
 * stayed for so long.
 */
export const FRAME_REOPENED = 4_000;
export const FRAME_REOPENED_LATEST = 64_000;
export const FRAME_STAYS = 120_000;
/** A newer document that does not say that it is drawn takes its place all the same, also where the older one does not say where it is scrolled to. */
export const FRAME_DRAWN = 2_000;
/** The frame for the next document comes when the page has come to rest. */
export const FRAME_SPARE = 500;
/** How long printing waits for the rows of a document, whose own function has 2 s. */
export const PRINT_ROWS = 3_000;
/** How long a document's own `getNewAttributes()` may take. */
export const NEW_ATTRIBUTES_TIMEOUT = 2_000;
/** How long a save waits for the document frame's values; then it takes those known so far. */
export const SNAPSHOT_TIMEOUT = 3_500;
/**
 * A live view that could not fetch its archive tries again after this time: nobody presses a button on a wall. Where the host has refused, which it will most
 * likely do again, it waits longer.
 */
export const ARCHIVE_RETRY = 15_000;
export const ARCHIVE_RETRY_REFUSED = 60_000;
/**
 * A live view whose newest document did not open opens it again after this time. It is long, for a first document that is only slow is begun anew by it, too:
 * on a weak machine it has 70 s.
 */
export const DOCUMENT_RETRY = 60_000;
/** For how long newer documents may follow each other, none of them open yet, until a live view says that what it shows is not up to date. One alone fails sooner. */
export const DOCUMENT_OVERDUE = 45_000;
