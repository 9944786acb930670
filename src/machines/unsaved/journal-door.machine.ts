import { type ActorRefFrom, emit, setup } from 'xstate';

/**
 * The door to this device's disk: unsaved text is written while it is open. A person who logs out may have all of their unsaved text deleted first (ADR 27): from the moment at which that begins, here or in another
 * tab of the browser, nothing is written until somebody signs in. What was typed and written at the last moment is deleted once more when the session has ended.
 * A deletion that is abandoned opens the door again. A session that ends otherwise deletes nothing: the documents that are open write what they have.
 */
export const journalDoorMachine = setup({
  types: {
    events: {} as
      /** All text is being deleted, has been, or is not going to be. */
      | { type: 'deletion.started' | 'deletion.completed' | 'deletion.abandoned' }
      | { type: 'session.started' | 'session.ended' },
    emitted: {} as
      /** The documents that are open write what they have. */
      | { type: 'text.wanted' }
      /** Unsaved text in the page's memory goes. */
      | { type: 'memory.cleared' }
      /** Unsaved text on the disk goes, once more. */
      | { type: 'disk.cleared' },
    tags: {} as 'open',
  },
  actions: {
    wantText: emit({ type: 'text.wanted' }),
    clearMemory: emit({ type: 'memory.cleared' }),
    clearDisk: emit({ type: 'disk.cleared' }),
  },
}).createMachine({
  id: 'journalDoor',
  initial: 'open',
  on: {
    'deletion.started': { target: '.closed' },
    'deletion.completed': { target: '.closed', actions: 'clearMemory' },
    'deletion.abandoned': { target: '.open' },
  },
  states: {
    open: { tags: 'open', on: { 'session.ended': { actions: 'wantText' } } },
    closed: { on: { 'session.ended': { target: 'left', actions: ['clearMemory', 'clearDisk'] } } },
    left: { on: { 'session.started': { target: 'open' } } },
  },
});
export type JournalDoorRef = ActorRefFrom<typeof journalDoorMachine>;
