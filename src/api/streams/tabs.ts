/** Messages from tab to tab, under one name. A tab does not receive its own. */
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
   * Reports if this tab is visible: a browser may stop hidden ones.
   * @param listener called now and at each change
   * @returns a function that stops listening
   */
  watchVisibility(listener: (isVisible: boolean) => void): () => void;
};

/** @returns null if the browser lacks them (an old one, or plain http): then each tab does everything for itself */
export function tabsOfBrowser(): Tabs | null {
  const locks = (globalThis.navigator as Partial<Navigator> | undefined)?.locks;
  if (!locks || !('BroadcastChannel' in globalThis) || !('document' in globalThis)) return null;
  return {
    locks,
    channel: (name) => {
      const port = new BroadcastChannel(name);
      return {
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- that is for windows; a channel reaches its own origin only
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
