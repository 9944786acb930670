import { emit, setup } from 'xstate';

/**
 * The door to this device's disk: unsaved text is written while it is open. A user who logs out may have all of their unsaved text deleted first (ADR 27):
 * from the moment when that begins, here or in another tab of the browser, nothing is written until a user signs in. Text that was typed and written at the
 * last moment is deleted once more when the session has ended. A deletion that is abandoned opens the door again. A session that ends otherwise deletes
 * nothing: the open documents write their text.
 */
export const journalDoorMachine = setup({
  types: {
    events: {} as
      /** All text is being deleted, has been, or is not going to be. */
      | { type: 'deletion.started' | 'deletion.completed' | 'deletion.abandoned' }
      | { type: 'session.started' | 'session.ended' },
    emitted: {} as
      /** The open documents write their text. */
      | { type: 'text.wanted' }
      /** Unsaved text in the page's memory is removed. */
      | { type: 'memory.cleared' }
      /** Unsaved text on the disk is deleted once more. */
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
