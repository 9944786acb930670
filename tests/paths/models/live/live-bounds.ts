/**
 * How long a live pane may go on as if all was well, in milliseconds, by its parts: each is a `never` rule of the model that is named with it. Together they
 * are what a wall promises, which `tests/paths/live-bounds.test.ts` adds up.
 */
export const LATEST = {
  /** `eventStream`: an open stream that has heartbeats is given up after this time without a byte. */
  lost: 30_000,
  /** `eventStream`: interval at which the newest archive is requested while a stream without heartbeats is open, */
  askedWhileQuiet: 60_000,
  /** and while no stream is open. */
  askedWithoutStream: 15_000,
  /** `eventStream`: maximum interval between checks of a host with heartbeats that is not reached. */
  looked: 4_000,
  /** `liveTruth`: a pane whose stream was lost is cut off after this time without a successful round. */
  cut: 9_000,
  /** `liveArchive`: newer documents may follow each other for this long, none of them open yet, until the pane says that it is not up to date. */
  unseen: 45_000,
  /** `liveArchive`: time for which a pane is called live while a newer document than the one in sight opens. */
  followed: 2_000,
  /** `liveArchive`: time after which a document that did not open is opened again, and an archive that the host has refused is requested again. */
  reopened: 60_000,
  /** Time after which a call is given up (`s9.request-time-out`); `liveTruth`: a round that fails cuts the pane off at once. */
  failed: 10_000,
} as const;
