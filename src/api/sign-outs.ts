import type { Tabs } from './tabs.ts';

/** That somebody signed out, from tab to tab: they share the session, so it has ended in all of them. */
export type SignOuts = {
  tell(): void;
  onTold(listener: () => void): void;
};

/**
 * @param tabs null where tabs cannot hear each other: then the next call of another tab finds out
 * @param host origin of the API
 */
export function createSignOuts(tabs: Tabs | null, host: string): SignOuts {
  const channel = tabs?.channel(`ready.signed-out ${host}`);
  return {
    tell: () => channel?.post(null),
    onTold: (listener) => channel?.onMessage(listener),
  };
}
