import type { Tabs } from './streams/tabs.ts';

/**
 * Reports a sign-out to other tabs: the tabs of a browser share the session, so it has ended in all of them.
 * @param tabs null where tabs cannot send each other messages: then another tab finds out by its next call
 * @param host origin of the API
 */
export function createSignOuts(tabs: Tabs | null, host: string) {
  const channel = tabs?.channel(`ready.signed-out ${host}`);
  return {
    report: (): void => channel?.post(null),
    onReport: (listener: () => void): void => channel?.onMessage(listener),
  };
}
