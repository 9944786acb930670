/** The time at the host, and the time of its last sign of life, in epoch milliseconds. */
export type HostClock = ReturnType<typeof createHostClock>;

/** Maximum travel time of a reply, in milliseconds: its `Date` may be this much behind the host's clock. */
const ON_ITS_WAY = 12_000;

/**
 * Counts by the host's clock, so that a wrong clock of the browser does not matter.
 * @param steady milliseconds that only grow
 * @param own the browser's own time
 */
export function createHostClock(steady = () => performance.now(), own = () => Date.now()) {
  let lead: number | null = null;
  let last: number | null = null;
  const now = (): number => (lead === null ? own() : steady() + lead);
  return {
    /** The host's time: the time in its replies, plus the time since. The browser's own until a reply has contained it. */
    now,
    /** The time of the host's last reply, by its own clock; null before the first. */
    lastWord: (): number | null => last,
    /** Notes a reply of the host. @param date the reply's `Date` header, if it is readable */
    noteWord: (date: string | null): void => {
      const time = date === null ? Number.NaN : Date.parse(date);
      if (Number.isFinite(time)) {
        const next = time - steady();
        // The reply with the shortest travel time is the most exact. A clock that was set back by more is accepted.
        const isBetter = lead === null || next > lead || lead - next > ON_ITS_WAY;
        if (isBetter) lead = next;
      }
      last = now();
    },
  };
}
