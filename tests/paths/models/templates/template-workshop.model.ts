import type { SnapshotFrom } from 'xstate';
import type { Blank, FoundBlanks } from '#common/document/html/blanks.ts';
import { templateMessages } from '#machines/templates/template-acts.ts';
import { templateWorkshopMachine } from '#machines/templates/template-workshop.machine.ts';
import { defineModel } from 'chart-walks';
import { failures } from '../samples.ts';

type Snapshot = SnapshotFrom<typeof templateWorkshopMachine>;

const text: Blank = {
  kind: 'text',
  label: 'Note',
  ownId: null,
  isOffered: false,
  tag: 2,
  pieces: [],
  changes: [[2, 2, ' class="editable"', '']],
  box: [[0, 2, '<input type="checkbox" class="editable"', '']],
};
const line: Blank = {
  kind: 'line',
  label: 'Name',
  ownId: null,
  isOffered: true,
  tag: -1,
  pieces: [[21, 25]],
  changes: [[21, 25, '<span class="editable"', '></span>']],
};
const content = '<p>Note</p><p>Name: ____</p>';
const both: FoundBlanks = { blanks: [text, line], ids: [], hasMore: false };

/** True while the user marks blanks of which this holds. */
const working =
  (holds: (context: Snapshot['context']) => boolean) =>
  ({ snapshot }: { snapshot: Snapshot }): boolean =>
    snapshot.matches({ work: { marking: 'working' } }) && holds(snapshot.context);
const hasMarks = working(({ taken }) => taken.length > 0);

export const templateWorkshopModel = defineModel(templateWorkshopMachine)({
  starts: {
    'a document': { input: { place: 'p', fileName: 'note.html', content, others: [], renames: false, replaces: null } },
  },
  outcomes: {
    findBlanks: {
      'a blank and a text': { output: both },
      'refused (400)': { error: failures.serverSays },
      'too slow': { error: failures.timeout },
    },
    check: { checked: { output: [] }, 'too slow': { error: failures.timeout } },
  },
  events: ({ snapshot }) => {
    const { past, future } = snapshot.context;
    // Two steps show what each of them does; more would show it again.
    const isDeep = past.length + future.length >= 2;
    return {
      'tries again': { type: 'retry.requested' },
      ...(!isDeep && {
        'marks the blank, or not': { type: 'blank.toggled', at: 1 },
        'presses the text in the document': { type: 'document.blankPressed', at: 0 },
        'calls the blank otherwise': { type: 'blank.renamed', at: 1, label: ' Full  name ' },
        'says that the script computes it': { type: 'blank.computed', at: 1 },
        'marks all that was found': { type: 'offered.taken' },
        'marks nothing': { type: 'all.cleared' },
      }),
      'looks at the blank': { type: 'blank.looked', at: 1 },
      ...(past.length + future.length === 0 && {
        'its style draws a box': { type: 'document.blanksDrawn', lines: [], boxes: [0] },
      }),
      'the document is there': { type: 'document.ready' },
      'takes a step back': { type: 'undo.requested' },
      'takes it again': { type: 'redo.requested' },
      'looks how it will be': { type: 'preview.requested' },
      'closes that': { type: 'content.closed' },
      downloads: { type: 'download.requested' },
      'uses the marks': { type: 'marking.finished' },
      leaves: { type: 'workshop.left' },
      'follows a link out of the page': { type: 'leave.requested' },
      'leaves for good': { type: 'leave.confirmed' },
      stays: { type: 'leave.cancelled' },
    };
  },
  key: ({ snapshot: { context } }) => ({
    taken: context.taken,
    drawn: context.found.blanks.map(({ kind }) => kind),
    past: context.past,
    future: context.future,
    current: context.current,
    message: context.message,
  }),
  accepts: {
    '': hasMarks,
    'tries again': 'failed',
    'marks the blank': 'working',
    'presses the text': 'working',
    'looks at the blank': 'working',
    'calls the blank': working(({ taken }) => taken.some(({ at, label }) => at === 1 && label !== 'Full name')),
    'says that': working(({ taken }) => taken.some(({ at }) => at === 1)),
    'marks all': working(({ taken, found }) => taken.length < found.blanks.filter(({ isOffered }) => isOffered).length),
    'its style': 'marking',
    'the document is there': 'marking',
    'takes a step back': working(({ past }) => past.length > 0),
    'takes it again': working(({ future }) => future.length > 0),
    'closes that': 'previewing',
    leaves: 'staying',
    'follows a link': 'staying | leaving.asking',
    'leaves for good': 'leaving.asking | askingForPage',
    stays: 'leaving.asking | askingForPage',
  },
  tags: { finding: 'finding', askingToLeave: 'leaving.asking | askingForPage' },
  leads: {
    finding: 'tries again',
    askingForPage: 'follows a link',
    'leaving.asking': {
      by: 'leaves',
      when: ({ label, before }) => label === 'leaves' && before.context.past.length > 0,
    },
    staying: ['leaves for good', 'stays'],
  },
  does: {
    'workshop.closed': [
      { by: 'leaves for good', from: 'leaving.asking' },
      { by: 'leaves', when: ({ label, before }) => label === 'leaves' && before.context.past.length === 0 },
    ],
    'leave.allowed': { by: 'leaves for good', from: 'askingForPage' },
    'leave.refused': { by: 'stays', from: 'askingForPage' },
  },
  changes: {
    found: 'findBlanks: a | its style',
    taken:
      'findBlanks: a | marks the | presses the | calls the | says that | marks nothing | its style | marks all | takes a | takes it',
    past: 'marks the | presses the | calls the | says that | marks nothing | marks all | takes a | takes it',
    future: 'marks the | presses the | calls the | says that | marks nothing | takes a | takes it',
    current: 'marks the | presses the | looks at',
    message: 'findBlanks: | looks how | uses the | check: too',
  },
  never: {
    'a place marked that is not in the document': ({ snapshot }) => snapshot.can({ type: 'blank.toggled', at: 99 }),
    'a place that is none': ({ snapshot: { context } }) =>
      context.taken.some(({ at }) => !(at in context.found.blanks)),
    'a place that is taken twice': ({ snapshot: { context } }) =>
      new Set(context.taken.map(({ at }) => at)).size < context.taken.length,
    'a name of nothing': ({ snapshot: { context } }) => context.taken.some(({ label }) => label.trim() === ''),
    'a drawn place that is not offered, or not shown as taken': {
      after: ['its style draws a box'],
      breaks: ({ effects }) =>
        !effects.some((effect) => effect.kind === 'sent' && (effect.event['taken'] as number[]).includes(0)),
    },
    'a preview of nothing': ({ snapshot }) => snapshot.hasTag('previewing') && snapshot.context.taken.length === 0,
    'a step back that changes nothing': {
      after: ['takes a step back'],
      breaks: ({ snapshot, before }) =>
        before.hasTag('marking') &&
        before.context.past.length > 0 &&
        snapshot.context.taken !== before.context.past.at(-1),
    },
    'a step that cannot be taken back': {
      after: [
        'marks the blank, or not',
        'calls the blank otherwise',
        'says that the script computes it',
        'marks all that was found',
        'marks nothing',
      ],
      breaks: ({ snapshot, before }) =>
        snapshot.context.taken !== before.context.taken && snapshot.context.past.at(-1) !== before.context.taken,
    },
    'a computed place that loses this, or its name, as the other changes': {
      after: ['calls the blank otherwise', 'says that the script computes it'],
      breaks: ({ snapshot, before, label }) =>
        snapshot.context.taken.some(({ at, isComputed, ...now }) => {
          const was = before.context.taken.find((one) => one.at === at);
          return label.startsWith('calls') ? was?.isComputed !== isComputed : was?.label !== now.label;
        }),
    },
    'marks that are lost by looking': {
      after: ['looks how it will be', 'closes that'],
      breaks: ({ snapshot, before }) => snapshot.context.taken !== before.context.taken,
    },
    'a place that is pressed in the document, and is not taken': {
      after: ['presses the text in the document'],
      breaks: ({ snapshot }) => !snapshot.context.taken.some(({ at }) => at === 0),
    },
    'marks that are lost since the host did not answer': {
      after: ['check: too slow'],
      breaks: ({ snapshot, before }) => snapshot.context.taken !== before.context.taken,
    },
    'a failure without words': {
      after: ['findBlanks: too slow', 'check: too slow'],
      breaks: ({ snapshot }) => snapshot.context.message !== templateMessages.unsent,
    },
  },
});
