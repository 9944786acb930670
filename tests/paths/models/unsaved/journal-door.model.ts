import { journalDoorMachine } from '#machines/unsaved/journal-door.machine.ts';
import { defineModel, emits } from '../../engine/model.ts';

export const journalDoorModel = defineModel(journalDoorMachine)({
  events: () => ({
    'a deletion starts, here or in another tab': { type: 'deletion.started' },
    'all is deleted': { type: 'deletion.completed' },
    'the deletion is abandoned': { type: 'deletion.abandoned' },
    'the session ends': { type: 'session.ended' },
    'somebody signs in': { type: 'session.started' },
  }),
  never: {
    'text is written while all of it is deleted, or a sign-in is waited for before the session has ended': {
      after: ['a deletion starts, here or in another tab', 'all is deleted'],
      breaks: ({ snapshot }) => !snapshot.matches('closed'),
    },
    'text is written after all was deleted, before somebody signs in': ({ label, before, snapshot }) =>
      label === 'the session ends' && !before.hasTag('open') && snapshot.hasTag('open'),
    'a sign-in that belongs to the session before opens the door': ({ label, before, snapshot }) =>
      label === 'somebody signs in' && before.matches('closed') && snapshot.hasTag('open'),
    'somebody signs in after a logout, and nothing of theirs is written': ({ label, before, snapshot }) =>
      label === 'somebody signs in' && before.matches('left') && !snapshot.hasTag('open'),
    'a deletion that is abandoned, and nothing is written any more': {
      after: ['the deletion is abandoned'],
      breaks: ({ snapshot }) => !snapshot.hasTag('open'),
    },
    'all is deleted, and the page still has it': {
      after: ['all is deleted'],
      breaks: ({ effects }) => !emits(effects, 'memory.cleared'),
    },
    'what was written at the last moment stays': ({ label, before, effects }) =>
      label === 'the session ends' &&
      before.matches('closed') &&
      !(emits(effects, 'memory.cleared') && emits(effects, 'disk.cleared')),
    'a session that ends by itself deletes something': ({ label, before, effects }) =>
      label === 'the session ends' &&
      before.hasTag('open') &&
      (emits(effects, 'memory.cleared') || emits(effects, 'disk.cleared')),
    'a session ends, and the documents that are open are not asked for their text': ({ label, before, effects }) =>
      label === 'the session ends' && before.hasTag('open') !== emits(effects, 'text.wanted'),
    'the end of a session that is not heard while text may be written': ({ snapshot }) =>
      snapshot.hasTag('open') && !snapshot.can({ type: 'session.ended' }),
  },
});
