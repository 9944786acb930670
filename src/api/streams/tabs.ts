/** Messages from tab to tab, under one name. A tab does not get its own. */
export type Channel = {
  post(data: unknown): void;
  onMessage(listener: (data: unknown) => void): void;
  close(): void;
};

/** The browser's means by which tabs of one application agree with each other. */
export type Tabs = {
  locks: LockManager;
  channel(name: string): Channel;
  /**
   * Whether this tab is visible: a browser may stop hidden ones.
   * @param listener called now and at each change
   * @returns stops listening
   */
  watchVisibility(listener: (isVisible: boolean) => void): () => void;
};

/**
 * @returns null where the browser lacks them (an old one, or plain http): then each tab does everything for itself
 */
export function tabsOfBrowser(): Tabs | null {
  const locks = (globalThis.navigator as Partial<Navigator> | undefined)?.locks;
  if (!locks || !('BroadcastChannel' in globalThis) || !('document' in globalThis)) return null;
  return {
    locks,
    channel: (name) => {
      const port = new BroadcastChannel(name);
      return {
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- that is a window's; a channel reaches its own origin only
        post: (data) => port.postMessage(data),
        onMessage: (listener) => port.addEventListener('message', ({ data }: MessageEvent<unknown>) => listener(data)),
        close: () => port.close(),
      };
    },
    watchVisibility: (listener) => {
      const look = (): void => listener(document.visibilityState === 'visible');
      document.addEventListener('visibilitychange', look);
      look();
      return () => document.removeEventListener('visibilitychange', look);
    },
  };
}
