import type { LiveArchiveSnapshot } from './live-archive.machine.ts';

/** Returns true if the pane shows the newest document, or that there is none, and would learn of the next one. */
export const isLive = (snapshot: LiveArchiveSnapshot): boolean =>
  (['live', 'sure', 'current'] as const).every((tag) => snapshot.hasTag(tag));
