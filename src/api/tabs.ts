/** Messages from tab to tab, under one name. A tab does not hear its own. */
export type Channel = { post(data: unknown): void; onMessage(listener: (data: unknown) => void): void };

/** What a browser offers so that the tabs of one application agree with each other. */
export type Tabs = {
  locks: LockManager;
  channel(name: string): Channel;
  /** Whether a person can see this tab now: a browser may stop the others. */
  isVisible(): boolean;
  /** Calls back whenever this tab comes into sight. */
  onVisible(listener: () => void): void;
};

/**
 * @returns null where there is no such thing (an old browser, plain http): then each tab does everything for itself
 */
export function tabsOfBrowser(): Tabs | null {
  const locks = (globalThis.navigator as Partial<Navigator> | undefined)?.locks;
  if (!locks || !('BroadcastChannel' in globalThis) || !('document' in globalThis)) return null;
  const isVisible = (): boolean => document.visibilityState === 'visible';
  return {
    locks,
    channel: (name) => {
      const port = new BroadcastChannel(name);
      return {
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- that is a window's; a channel reaches its own origin only
        post: (data) => port.postMessage(data),
        onMessage: (listener) => port.addEventListener('message', ({ data }: MessageEvent<unknown>) => listener(data)),
      };
    },
    isVisible,
    onVisible: (listener) =>
      document.addEventListener('visibilitychange', () => {
        if (isVisible()) listener();
      }),
  };
}
