type HeldLock = { name: string; isShared: boolean };

/** Means shared by tabs of one browser, for a page without them: locks, and messages from another tab. */
export class FakeTabs {
  readonly #ports = new Map<string, Set<EventTarget>>();
  readonly #held = new Set<HeldLock>();
  #waiting: (() => boolean)[] = [];

  /** The page's `BroadcastChannel`, without other listeners. */
  readonly BroadcastChannel = this.#channel();

  /** The page's `navigator.locks`. */
  readonly locks = {
    query: async () => ({ held: [...this.#held].map(({ name }) => ({ name })), pending: [] }),
    request: (name: string, options: { mode?: string }, run: () => Promise<unknown>): Promise<unknown> =>
      new Promise((resolve, reject) => {
        const own: HeldLock = { name, isShared: options.mode === 'shared' };
        const begin = (): boolean => {
          const others = [...this.#held].filter((one) => one.name === name);
          if (others.some(({ isShared }) => !isShared || !own.isShared)) return false;
          this.#held.add(own);
          run()
            .finally(() => {
              this.#held.delete(own);
              this.#waiting = this.#waiting.filter((next) => !next());
            })
            .then(resolve, reject);
          return true;
        };
        if (!begin()) this.#waiting.push(begin);
      }),
  };

  /** Sends a message from another tab. @param name name of the channel */
  say(name: string, data: unknown): void {
    for (const port of this.#ports.get(name) ?? []) port.dispatchEvent(new MessageEvent('message', { data }));
  }

  #channel() {
    const ports = this.#ports;
    return class extends EventTarget {
      constructor(name: string) {
        super();
        ports.set(name, (ports.get(name) ?? new Set()).add(this));
      }
      postMessage(): void {}
      close(): void {}
    };
  }
}
