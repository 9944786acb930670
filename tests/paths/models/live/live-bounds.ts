/**
 * How long a live pane may go on as if all was well, in milliseconds, by its parts: each is a `never` rule of the model that is named with it. Together they
 * are what a wall promises, which `tests/paths/live-bounds.test.ts` adds up.
 */
export const LATEST = {
  /** `eventStream`: an open stream that has heartbeats is given up so long after the last byte. */
  lost: 30_000,
  /** `eventStream`: while a stream without heartbeats is open, the newest archive is asked for so often, */
  askedWhileQuiet: 60_000,
  /** and where no stream is open, so often. */
  askedWithoutStream: 15_000,
  /** `eventStream`: a host with heartbeats that is not reached is looked for so often at the least. */
  looked: 4_000,
  /** `liveTruth`: a pane whose stream was lost is cut off so long after that, where no round has succeeded. */
  cut: 9_000,
  /** `liveArchive`: newer documents may follow each other for so long, none of them open yet, until the pane says that it is not up to date. */
  unseen: 45_000,
  /** `liveArchive`: a document that did not open is opened again after so long, and so is an archive asked for that the host has refused. */
  reopened: 60_000,
  /** A call is given up after so long (`s9.request-time-out`); `liveTruth`: a round that fails cuts the pane off at once. */
  failed: 10_000,
} as const;
