import { logoutQuestionMachine } from '#machines/unsaved/logout-question.machine.ts';
import { defineModel, emits } from '../../engine/model.ts';
import { failures } from '../samples.ts';

const document = { place: { template: 't-1', wip: null }, title: 'Daily Brief', changes: 2, at: 1_750_000_000_000 };

const written = {
  'it is on the disk': { output: true },
  'the disk is full': { output: false },
  'it fails': { error: failures.network },
};

export const logoutQuestionModel = defineModel(logoutQuestionMachine)({
  outcomes: {
    settleUnsaved: written,
    keepUnsaved: written,
    listRest: { 'there is one': { output: [document] }, 'the browser refuses': { error: failures.network } },
    listUnsaved: {
      'there is one': { output: [document] },
      'there is none': { output: [] },
      'the browser refuses': { error: failures.network },
    },
    deleteUnsaved: { 'it is gone': { output: undefined }, 'it cannot be deleted': { error: failures.network } },
  },
  events: () => ({
    'keeps it': { type: 'text.kept' },
    'has it deleted': { type: 'deletion.chosen' },
    stays: { type: 'logout.cancelled' },
  }),
  never: {
    'a logout that waits without end for a disk': ({ snapshot, timers }) =>
      snapshot.matches('settling') && !timers.some(({ delay }) => delay === 'journalSettle'),
    'a logout with text that was to be deleted and is not': ({ effects, label }) =>
      emits(effects, 'logout.decided') && /has it deleted|cannot be deleted/.test(label),
    'a logout of who stays': ({ effects, label }) => label === 'stays' && emits(effects, 'logout.decided'),
    'text deleted unasked': ({ effects, label }) =>
      label !== 'has it deleted' &&
      effects.some((effect) => effect.kind === 'request' && effect.src === 'deleteUnsaved'),
    'a logout before what was typed last is on the disk, if it is not to be deleted and the person was not told': ({
      before,
      effects,
      label,
    }) =>
      emits(effects, 'logout.decided') &&
      !['keepUnsaved: it is on the disk', 'deleteUnsaved: it is gone'].includes(label) &&
      !before.matches('listing') &&
      !(before.hasTag('notKept') && label === 'keeps it'),
    'a question that hides that something is not kept': ({ before, snapshot, label }) =>
      /^(settleUnsaved|keepUnsaved): (the disk is full|it fails)$|^after/.test(label) &&
      !before.matches('listingRest') &&
      !before.matches('listing') &&
      !before.matches('deleting') &&
      !snapshot.matches('listingRest') &&
      !snapshot.hasTag('notKept'),
    'a deletion or a last writing behind the back of who has asked for it': ({ snapshot }) =>
      (snapshot.hasTag('deleting') || snapshot.hasTag('keeping')) && !snapshot.hasTag('asking'),
    'a question about a number of documents that is not known': ({ snapshot }) =>
      snapshot.matches('asking') && snapshot.context.count === 0,
    'a logout that waits for a disk without an end': ({ snapshot, timers }) =>
      snapshot.matches('settling') && !timers.some(({ delay }) => delay === 'journalSettle'),
    'text of which the person was not asked': ({ effects, label }) =>
      label === 'listUnsaved: there is one' && emits(effects, 'logout.decided'),
  },
});
