/** What time it is at the host, and when it last gave a sign of life. Moments are epoch milliseconds. */
export type HostClock = {
  /** The host's time: what its replies last said, and what has passed since. The browser's own while no reply has said it. */
  now: () => number;
  /** The moment of the host's last word, by its own clock; null when it has said nothing yet. */
  lastWord: () => number | null;
  /** Notes a word of the host. @param date the reply's `Date` header, where it has one that may be read */
  hear: (date: string | null) => void;
};

/** A reply may have been on its way for so long, in milliseconds: by so much its `Date` may be behind the host's clock. */
const ON_ITS_WAY = 12_000;

/**
 * Counts by the host's clock, so that a browser's wrong one does not matter.
 * @param steady milliseconds that only grow
 * @param own the browser's clock, in epoch milliseconds
 */
export function createHostClock(steady: () => number, own: () => number): HostClock {
  let lead: number | null = null;
  let last: number | null = null;
  const now = (): number => (lead === null ? own() : steady() + lead);
  return {
    now,
    lastWord: () => last,
    hear: (date) => {
      const told = date === null ? Number.NaN : Date.parse(date);
      if (Number.isFinite(told)) {
        const next = told - steady();
        // The reply that was on its way for the shortest time is the best. A clock that was set back by more is believed.
        const isBetter = lead === null || next > lead || lead - next > ON_ITS_WAY;
        if (isBetter) lead = next;
      }
      last = now();
    },
  };
}
