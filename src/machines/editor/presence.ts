import type { EditorContext } from './context.ts';
import type { PresenceNews } from './presence.machine.ts';

/** The others of this WIP are to be known, where it is one. */
export const meetOthers = {
  type: 'tellPresence',
  params: ({ context }: { context: EditorContext }): PresenceNews => ({ type: 'document.opened', wip: context.wip }),
} as const;

/** The document is left: for another one, or since it is gone. */
export const leaveOthers = {
  type: 'tellPresence',
  params: { type: 'document.opened', wip: null } satisfies PresenceNews,
} as const;

/** The caret came into a region, in the document or in the list. */
export const reachRegion = {
  type: 'tellPresence',
  params: ({ event }: { event: { id: string } }): PresenceNews => ({ type: 'region.reached', id: event.id }),
} as const;

/** Somebody is at work. */
export const noteEdit = { type: 'tellPresence', params: { type: 'text.edited' } satisfies PresenceNews } as const;

/** The document is there, and can tell the names of its regions. */
export const showOthers = { type: 'tellPresence', params: { type: 'document.shown' } satisfies PresenceNews } as const;
