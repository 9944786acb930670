/**
 * Where calls wait while the session is renewed (section 4, "triggers one token refresh"). The queue's counting stands on the `refresh` chart;
 * the HTTP layer holds only the promises. `app.ts` joins the two.
 */
export type RefreshGate = {
  /** How many refreshes have succeeded so far. A call sent before the newest one is retried without another. */
  generation(): number;
  /**
   * Asks for one refresh, or joins the one that is under way.
   * @param sentAt when the refused call was sent, in epoch milliseconds
   * @returns whether the session was renewed; never rejects
   */
  refresh(sentAt: number): Promise<boolean>;
  /** When the newest of the calls that wait was sent. */
  latestSent(): number;
};

/** What a gate needs from the refresh chart. */
export type RefreshSource = {
  /** Tells the chart that one more call waits. */
  request(): void;
  /** Calls back at each end of a refresh. */
  onSettled(listener: (succeeded: boolean) => void): void;
};

/**
 * A gate whose refreshes are run by someone else.
 * @param source the refresh chart
 */
export function createRefreshGate(source: RefreshSource): RefreshGate {
  let generation = 0;
  let waiting: ((succeeded: boolean) => void)[] = [];
  let latestSent = 0;
  source.onSettled((succeeded) => {
    if (succeeded) generation += 1;
    const released = waiting;
    waiting = [];
    latestSent = 0;
    for (const release of released) release(succeeded);
  });
  return {
    generation: () => generation,
    latestSent: () => latestSent,
    refresh: (sentAt) =>
      new Promise((resolve) => {
        waiting.push(resolve);
        latestSent = Math.max(latestSent, sentAt);
        source.request();
      }),
  };
}
