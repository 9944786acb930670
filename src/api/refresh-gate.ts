/**
 * Where calls wait while the session is renewed (section 4, "triggers one token refresh"). The queue's counting stands on the `refresh` chart;
 * the HTTP layer holds only the promises. `app.ts` joins the two.
 */
export type RefreshGate = {
  /** How many refreshes have succeeded so far. A call sent before the newest one is retried without another. */
  generation(): number;
  /**
   * Asks for one refresh, or joins the one that is under way.
   * @returns whether the session was renewed; never rejects
   */
  refresh(): Promise<boolean>;
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
  source.onSettled((succeeded) => {
    if (succeeded) generation += 1;
    const released = waiting;
    waiting = [];
    for (const release of released) release(succeeded);
  });
  return {
    generation: () => generation,
    refresh: () =>
      new Promise((resolve) => {
        waiting.push(resolve);
        source.request();
      }),
  };
}
