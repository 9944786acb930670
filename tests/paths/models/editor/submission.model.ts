import { submissionMachine } from '#machines/editor/submission.machine.ts';
import { defineModel } from 'chart-walks';
import { archive, failures } from '../samples.ts';

const plain = {
  template: 't-1',
  wip: 'w-1',
  looksAtWall: false,
  revision: null,
  refused: null,
  empty: [],
  unseen: [],
  hasUnseenRows: false,
  hidden: [],
  isUnanswered: false,
  seen: [['what', 'wind 4']] as [string, string][],
  rows: [['calm']],
};
const ours = { ...plain, looksAtWall: true, revision: 2 };
const same = { revision: 2, regions: [['what', 'wind 4']] as [string, string][], rows: [['calm']] };

/** The host's document, as it is read before a question. */
const documents = {
  'as the user has seen it': { output: same },
  'saved since': { output: { ...same, revision: 3, regions: [['what', 'evacuate'] as [string, string]] } },
  'saved since, with the same text': { output: { ...same, revision: 3 } },
  'saved since, the rows': { output: { ...same, revision: 3, rows: [['gust']] } },
  'not reached': { error: failures.network },
};

export const submissionModel = defineModel(submissionMachine)({
  starts: {
    'at a host that tells of its wall': { input: ours },
    'with a required region that is empty': { input: { ...ours, empty: ['what'] } },
    'after the host has refused its revision': { input: { ...ours, refused: 2 } },
    'after one that was not answered': { input: { ...ours, isUnanswered: true } },
    'with a required region that is empty, at a plain host': { input: { ...plain, empty: ['what'] } },
    'with text of somebody else, at a plain host': { input: { ...plain, unseen: [['what', 'evacuate']] } },
    'with text that a script wrote out of sight': { input: { ...plain, hidden: [['secret', 'words']] } },
    'with rows of somebody else, at a plain host': { input: { ...plain, hasUnseenRows: true } },
  },
  outcomes: {
    lookAtWall: {
      'nothing there': { output: null },
      'this document': { output: { ...archive('a-1'), wip: 'w-1' } },
      'another document': { output: { ...archive('a-2'), wip: 'w-2' } },
      'one of which the host does not tell the WIP': { output: archive('a-3') },
      'not reached': { error: failures.network },
    },
    readHostDocument: documents,
  },
  events: ({ snapshot }) =>
    snapshot.hasTag('asking')
      ? {
          submits: { type: 'submission.confirmed' },
          cancels: { type: 'submission.cancelled' },
          'goes to a region': { type: 'region.wanted', id: 'what' },
        }
      : {},
  key: ({ snapshot: { context } }) => ({
    wall: context.onWall?.wip ?? null,
    unseen: context.unseen.length > 0,
    rows: context.hasUnseenRows,
    revision: context.revision,
    refused: context.refused,
    empty: context.empty.length > 0,
    hidden: context.hidden.length > 0,
    unanswered: context.isUnanswered,
    compares: context.looksAtWall,
  }),
  accepts: {},
  changes: {
    revision: 'readHostDocument: saved',
    unseen: 'readHostDocument: saved since$',
    hasUnseenRows: 'readHostDocument: saved since, the',
    onWall: 'lookAtWall: this | lookAtWall: another | lookAtWall: one',
    kind: [
      'after | lookAtWall: nothing | lookAtWall: this | lookAtWall: one | lookAtWall: not | readHostDocument: as | readHostDocument: saved since, with',
      'readHostDocument: not | submits',
    ],
    wanted: 'goes to',
    failure: 'readHostDocument: not',
  },
  never: {
    'something odd that is submitted unasked': ({ snapshot, label }) => {
      const { onWall, empty, hidden, unseen, hasUnseenRows, isUnanswered } = snapshot.context;
      const isOdd = onWall?.wip === 'w-2' || empty.length + hidden.length + unseen.length > 0;
      return snapshot.output?.kind === 'agreed' && (isOdd || hasUnseenRows || isUnanswered) && label !== 'submits';
    },
    'a question where all is well': ({ snapshot }) => {
      const { onWall, empty, hidden, unseen, hasUnseenRows, isUnanswered } = snapshot.context;
      const isWell = onWall?.wip !== 'w-2' && empty.length + hidden.length + unseen.length === 0 && !hasUnseenRows;
      return snapshot.hasTag('asking') && isWell && !isUnanswered;
    },
    'a submission of another revision than was read for the question': ({ before, snapshot, label }) =>
      label === 'submits' && snapshot.output?.revision !== before.context.revision,
    'a question about a document that was not read, where the host tells its revision': ({ before, snapshot, label }) =>
      snapshot.hasTag('asking') &&
      !before.hasTag('asking') &&
      snapshot.context.looksAtWall &&
      !label.startsWith('readHostDocument: '),
    'rows of somebody else, as many as the own ones, submitted unasked': {
      after: ['readHostDocument: saved since, the rows'],
      breaks: ({ snapshot }) => !snapshot.hasTag('asking'),
    },
    'a submission after 15 minutes': ({ snapshot, label }) =>
      label.startsWith('after ') && (snapshot.output === undefined || snapshot.output.kind !== 'late'),
    'a revision that was refused, sent again': ({ snapshot }) =>
      snapshot.output?.kind === 'agreed' &&
      snapshot.context.refused !== null &&
      snapshot.output.revision === snapshot.context.refused,
    'a way to a region that nobody took': ({ snapshot, label }) =>
      snapshot.output?.wanted != null && (label !== 'goes to a region' || snapshot.output.kind !== 'declined'),
  },
});
