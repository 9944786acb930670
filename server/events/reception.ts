/** Checks if this process receives the events of others. */
export type Reception = {
  /** True if it has received none for so long that silence may not be taken for quiet. */
  isCutOff(): boolean;
  close(): void;
};

/** The parts of `followReception`. */
export type ReceptionParts = {
  /** True if it is connected to the events of others now. */
  isListening: () => boolean;
  /** Queries the database itself, not the cache; may reject. */
  ask: () => Promise<unknown>;
  /** Called each second while it is cut off, and once when it receives events again. */
  report: (isCutOff: boolean) => void;
};

/** Milliseconds between two checks. */
const LOOK = 1_000;
/** Milliseconds of silence after which it counts as cut off, if the database answers it: others may be writing. */
const SILENT = 10_000;
/**
 * The same if the database does not answer. Usually no process can write then, and streams outlive a restart of the
 * database; but others may still reach it.
 */
const AWAY = 60_000;

/** Watches if a process receives the events of others. @param parts queries and callbacks */
export function followReception({ isListening, ask, report }: ReceptionParts): Reception {
  let since: number | null = null;
  /**
   * Start of the time in which the database answers without a break, during silence: the connection to one that is back
   * follows a moment later.
   */
  let answeredSince: number | null = null;
  let isCutOff = false;
  const answers = (): Promise<boolean> =>
    ask().then(
      () => true,
      () => false,
    );
  const receives = (): boolean => {
    if (!isListening()) return false;
    since = answeredSince = null;
    if (isCutOff) report((isCutOff = false));
    return true;
  };
  const look = async (): Promise<void> => {
    if (receives()) return;
    const now = performance.now();
    since ??= now;
    answeredSince = (await answers()) ? (answeredSince ?? now) : null;
    const isSilent = answeredSince !== null && now - answeredSince >= SILENT;
    if (!isCutOff && !isSilent && now - since < AWAY) return;
    // Events may have come back during the query.
    if (!receives()) report((isCutOff = true));
  };
  let looking: Promise<void> | null = null;
  const timer = setInterval(() => {
    looking ??= look().finally(() => {
      looking = null;
    });
  }, LOOK).unref();
  return { isCutOff: () => !receives() && isCutOff, close: () => clearInterval(timer) };
}
