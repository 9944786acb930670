import { logoutQuestionMachine } from '#machines/unsaved/logout-question.machine.ts';
import { defineModel } from 'chart-walks';
import { failures } from '../samples.ts';

const document = { place: { template: 't-1', wip: null }, title: 'Daily Brief', changes: 2, at: 1_750_000_000_000 };

const written = {
  'it is on the disk': { output: true },
  'the disk is full': { output: false },
  'it fails': { error: failures.network },
};

/** The state that follows when a disk or a list has not answered in time. */
const AFTER_3_S = {
  settling: 'listingRest',
  listing: 'decided',
  listingRest: 'notKept',
  keeping: 'notKept',
  deleting: 'failed',
} as const;

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
  accepts: { '': 'asking | notKept | failed' },
  leads: {
    settling: 'starts',
    listing: 'settleUnsaved: it is on the disk',
    listingRest: 'settleUnsaved:',
    asking: 'listUnsaved: there is one',
    notKept: 'listRest: | keepUnsaved:',
    deleting: 'has it deleted',
    failed: 'deleteUnsaved: it cannot',
    decided: 'listUnsaved: | keepUnsaved: it is on the disk | deleteUnsaved: it is gone',
    cancelled: 'stays',
  },
  waits: { journalSettle: 'settling | listing | listingRest | keeping | deleting' },
  does: {
    settleUnsaved: 'starts',
    listUnsaved: 'settleUnsaved: it is on the disk',
    'listRest listUnsaved': {
      by: 'settleUnsaved: the disk | settleUnsaved: it fails | after 3000 ms',
      when: ({ before }) => before.matches('settling'),
    },
    'keepUnsaved settleUnsaved': { by: 'keeps it', when: ({ before }) => !before.hasTag('notKept') },
    deleteUnsaved: 'has it deleted',
    'logout.dropped': 'stays',
    'logout.decided': {
      by: [
        'listUnsaved: there is none | listUnsaved: the browser refuses | keepUnsaved: it is on the disk',
        'deleteUnsaved: it is gone | keeps it | after 3000 ms',
      ],
      when: ({ label, before }) =>
        label === 'keeps it' ? before.hasTag('notKept') : !label.startsWith('after') || before.matches('listing'),
    },
  },
  changes: {
    count: 'listUnsaved: there is one | listRest: there',
  },
  never: {
    'a disk that is waited for without an end, or longer than 3 s': ({ before, snapshot, label }) =>
      label === 'after 3000 ms' && !snapshot.matches(AFTER_3_S[before.value as keyof typeof AFTER_3_S]),
    'a question about a number of documents that is not known': ({ snapshot, label }) =>
      (snapshot.matches('asking') || label === 'listRest: there is one') && snapshot.context.count !== 1,
    'a question that is not shown': ({ snapshot }) =>
      (['asking', 'keeping', 'notKept', 'deleting', 'failed'] as const).some(
        (state) => snapshot.matches(state) && !(snapshot.hasTag('asking') && snapshot.hasTag(state)),
      ),
  },
});
