import type { Tabs } from './streams/tabs.ts';

/** Reports a sign-out to other tabs: the tabs of a browser share the session, so it has ended in all of them. */
export type SignOuts = {
  report(): void;
  onReport(listener: () => void): void;
};

/**
 * @param tabs null where tabs cannot send each other messages: then another tab finds out by its next call
 * @param host origin of the API
 */
export function createSignOuts(tabs: Tabs | null, host: string): SignOuts {
  const channel = tabs?.channel(`ready.signed-out ${host}`);
  return {
    report: () => channel?.post(null),
    onReport: (listener) => channel?.onMessage(listener),
  };
}
