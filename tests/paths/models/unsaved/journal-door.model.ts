import { journalDoorMachine } from '#machines/unsaved/journal-door.machine.ts';
import { defineModel } from 'chart-walks';

export const journalDoorModel = defineModel(journalDoorMachine)({
  events: () => ({
    'a deletion starts, here or in another tab': { type: 'deletion.started' },
    'all is deleted': { type: 'deletion.completed' },
    'the deletion is abandoned': { type: 'deletion.abandoned' },
    'the session ends': { type: 'session.ended' },
    'somebody signs in': { type: 'session.started' },
  }),
  accepts: { 'the session ends': 'open | closed', 'somebody signs in': 'left' },
  leads: {
    open: 'starts | the deletion is abandoned | somebody signs in',
    closed: 'a deletion starts | all is deleted',
    left: { by: 'the session ends', when: ({ before }) => before.matches('closed') },
  },
  does: {
    // A session that ends by itself deletes nothing: the documents that are open write their text.
    'text.wanted': { by: 'the session ends', when: ({ before }) => before.hasTag('open') },
    'memory.cleared': {
      by: 'all is deleted | the session ends',
      when: ({ label, before }) => label === 'all is deleted' || before.matches('closed'),
    },
    'disk.cleared': { by: 'the session ends', when: ({ before }) => before.matches('closed') },
  },
  changes: {},
  never: {
    'text is written after all was deleted, before somebody signs in, or not while a session lasts': ({ snapshot }) =>
      snapshot.hasTag('open') !== snapshot.matches('open'),
  },
});
