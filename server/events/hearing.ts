/** Whether this process hears of what others do. */
export type Hearing = {
  /** Whether it has not for so long that nobody may take its silence for quiet. */
  isDeaf(): boolean;
  close(): void;
};

/** What looking after it needs. */
export type HearingParts = {
  /** Whether it is connected to the events of others now. */
  isListening: () => boolean;
  /** Asks the database, past what is kept in memory; may reject. */
  ask: () => Promise<unknown>;
  /** Called each second while it is deaf, and once when it hears again. */
  told: (isDeaf: boolean) => void;
};

/** How often it is looked at, in milliseconds. */
const LOOK = 1_000;
/** Milliseconds of silence after which it is deaf, where the database answers it: others may be writing. */
const SILENT = 10_000;
/** And where it does not. Mostly nobody can write then, and streams outlive a restart of the database; but others may be reached by it still. */
const AWAY = 60_000;

/** Looks after whether a process hears of the others. @param parts what is asked, and who is told */
export function followHearing({ isListening, ask, told }: HearingParts): Hearing {
  let since: number | null = null;
  /** Since when the database answers without a break, while nothing is heard: one that comes back is listened to a moment later. */
  let answeredSince: number | null = null;
  let isDeaf = false;
  const answers = (): Promise<boolean> =>
    ask().then(
      () => true,
      () => false,
    );
  const hears = (): boolean => {
    if (!isListening()) return false;
    since = answeredSince = null;
    if (isDeaf) told((isDeaf = false));
    return true;
  };
  const look = async (): Promise<void> => {
    if (hears()) return;
    const now = performance.now();
    since ??= now;
    answeredSince = (await answers()) ? (answeredSince ?? now) : null;
    const isSilent = answeredSince !== null && now - answeredSince >= SILENT;
    if (!isDeaf && !isSilent && now - since < AWAY) return;
    // It may have come back while the database was asked.
    if (!hears()) told((isDeaf = true));
  };
  let looking: Promise<void> | null = null;
  const timer = setInterval(() => {
    looking ??= look().finally(() => {
      looking = null;
    });
  }, LOOK).unref();
  return { isDeaf: () => !hears() && isDeaf, close: () => clearInterval(timer) };
}
