import type { EventFromLogic, SnapshotFrom } from 'xstate';
import { journalMachine } from '#machines/unsaved/journal.machine.ts';
import type { JournalOpened } from '#machines/unsaved/journal.setup.ts';
import { type Found, type KeptText, rowsOf } from '#machines/unsaved/unsaved-text.ts';
import { defineModel, type Effect } from 'chart-walks';
import { failures } from '../samples.ts';

type Event = EventFromLogic<typeof journalMachine>;
type Snapshot = SnapshotFrom<typeof journalMachine>;

const kept = (rows: unknown[] | null): KeptText => ({
  edits: [['what', 'wind 4']],
  was: [['what', 'calm']],
  rows,
  name: '',
  title: 'Daily Brief',
  changes: 1,
  at: 1_750_000_000_000,
});
const place = { template: 't-1', wip: 'w-1' };
const opened = (found: Found, isMissing = false) =>
  ({ type: 'document.opened', place, title: 'Monday', html: '<p>', isMissing, rows: null, found }) as const;
const typed = (value: string | null, hasRowEdits = false) =>
  ({
    type: 'text.changed',
    edits: value === null ? [] : [['what', value] as [string, string]],
    was: [],
    name: 'Monday',
    hasRowEdits,
  }) satisfies Event;
const outcome = (where: JournalOpened['where'], found: Found = null): { output: JournalOpened } => ({
  output: { where, found },
});

const listings = {
  'the document lists its rows': { type: 'rows.listed', newAttributes: [{ a: 1 }], error: null },
  'the document cannot list its rows': { type: 'rows.listed', newAttributes: [], error: 'threw' },
} satisfies Record<string, Event>;

/** Nothing can be typed into a document that is not there. */
const missingEvents = (): Record<string, Event> => ({
  'has it made another document': { type: 'restore.requested' },
  'it is another document': { type: 'document.deleted' },
  compares: { type: 'compare.requested' },
  'wants to discard': { type: 'discard.requested' },
  discards: { type: 'discard.confirmed' },
  'does not discard': { type: 'discard.cancelled' },
  'another document is opened': opened(null),
});

/** Text in the page's memory is found too; of a document that has moved it stays at its address before. */
const inMemory = ({ from, found }: Snapshot['context']): Found => (from === null ? found : null);

/** Texts that a step has written or cleared. */
const writings = (effects: readonly Effect[]) =>
  effects.flatMap((effect) =>
    effect.kind === 'request' && effect.src === 'writeJournal'
      ? [effect.input as { text: { edits: unknown[] } | null; found: Found }]
      : [],
  );
const hasText = (snapshot: Snapshot): boolean =>
  snapshot.context.edits.length > 0 || snapshot.matches({ rows: 'changed' });

/** Rows that were found are offered, and the document gets some of its own beside them. */
const isToBeSeen = (snapshot: Snapshot): boolean =>
  rowsOf(snapshot.context.found) !== null &&
  snapshot.matches({ rows: 'same', text: 'same' }) &&
  !snapshot.matches({ found: 'confirmingDiscard' });

/** True in one of these states of the text. */
const isText = (snapshot: Snapshot, ...states: ('asking' | 'keptInPart' | 'looking' | 'writing')[]): boolean =>
  states.some((text) => snapshot.matches({ text }));
/** The document was asked for its rows, or is to be asked once more, and has not listed them. */
const asksRows = (snapshot: Snapshot): boolean =>
  snapshot.hasTag('comparing') || isText(snapshot, 'asking', 'keptInPart');
/** True if the text on its way to the disk lacks rows of the document. */
const lacksRows = (snapshot: Snapshot): boolean =>
  snapshot.context.lacksRows ||
  (snapshot.context.rows === null && (snapshot.context.hasRowEdits || snapshot.matches({ rows: 'changed' })));

export const journalModel = defineModel(journalMachine)({
  starts: { 'a writer': { input: { isReader: false } }, 'a reader': { input: { isReader: true } } },
  outcomes: {
    openJournal: ({ snapshot: { context } }) => ({
      'the disk is there': outcome('disk', inMemory(context)),
      'the host gives no key': outcome('memory', inMemory(context)),
      'the browser refuses': outcome('refused', inMemory(context)),
      'it fails': { error: failures.network },
      ...(!context.isOverlaid && {
        'there is text': outcome('disk', kept(null)),
        'there is text with rows': outcome('disk', kept([{ a: 1 }])),
        ...(inMemory(context) === null && { 'there is text that cannot be read': outcome('disk', 'unreadable') }),
      }),
    }),
    writeJournal: {
      'it is on the disk': { output: { dropped: 0 } },
      'it is on the disk, older text is not': { output: { dropped: 1 } },
      'the disk is full': { error: new Error('full') },
    },
    writeLast: { 'it is on the disk': { output: { dropped: 0 } }, 'the disk is full': { error: new Error('full') } },
    clearJournal: { 'it is gone': { output: { dropped: 0 } }, 'the disk fails': { error: new Error('full') } },
    layRows: { 'they are in it': { output: '<p>rows' }, 'it fails': { error: failures.network } },
  },
  events: ({ snapshot }): Record<string, Event> => {
    if (snapshot.matches({ disk: 'closed' }) && snapshot.context.place.template === '') {
      return {
        'a document is opened': opened(null),
        'one with text in the memory is opened': opened(kept(null)),
        'one that the host does not give is opened': opened(null, true),
      };
    }
    if (snapshot.matches({ disk: { having: 'claiming' } }) || snapshot.hasTag('elsewhere')) {
      const turns: Record<string, Event> = {
        'no other tab has it': { type: 'turn.come' },
        'another tab has it': { type: 'turn.taken' },
      };
      if (snapshot.context.isMissing) return turns;
      return {
        ...turns,
        types: typed(snapshot.context.edits.length === 0 ? 'wind 5' : 'wind 6'),
        'types it back': typed(null),
      };
    }
    if (snapshot.context.isMissing) return missingEvents();
    const { context } = snapshot;
    const isQuiet = !snapshot.hasTag('found') && !snapshot.hasTag('unreadable');
    return {
      types: typed(context.edits.length === 0 ? 'wind 5' : 'wind 6'),
      'types it back': typed(null),
      ...((isQuiet || isToBeSeen(snapshot)) && { 'adds a row': { type: 'rows.changed', rowsWas: [] } as const }),
      ...(isQuiet && {
        'types in a row': typed('wind 7', true),
        'the rows are saved': { type: 'rows.saved' },
        ...listings,
        'another document is opened': opened(null),
        'it is saved under a name': {
          type: 'document.moved',
          place: { ...place, wip: 'w-2' },
          title: 'Tuesday',
        },
        'dismisses the notice': { type: 'notice.dismissed' },
      }),
      ...(snapshot.matches({ rows: 'changed' }) &&
        (snapshot.matches({ text: 'kept' }) || snapshot.matches({ disk: { having: 'opening' } })) && {
          'it is opened anew': { type: 'document.reopened', html: '<p>', at: 0 } as const,
        }),
      'it is deleted': { type: 'document.deleted' },
      leaves: { type: 'text.left' },
      ...(snapshot.hasTag('comparing') && listings),
      'the document is there': { type: 'document.shown' },
      'wants to log out': { type: 'writing.wanted' },
      'the session ends': { type: 'session.ended' },
      restores: { type: 'restore.requested' },
      compares: { type: 'compare.requested' },
      'closes the comparison': { type: 'comparison.closed' },
      'wants to discard': { type: 'discard.requested' },
      discards: { type: 'discard.confirmed' },
      'does not discard': { type: 'discard.cancelled' },
    };
  },
  key: ({ snapshot, snapshot: { context } }) => ({
    isReader: context.isReader,
    opened: context.place.template !== '',
    edited: context.edits.length > 0,
    // Matters only until the text on the disk was read.
    overlaid:
      context.isOverlaid &&
      !(['open', 'refused', 'inMemory'] as const).some((having) => snapshot.matches({ disk: { having } })),
    missing: context.isMissing,
    inRows: context.hasRowEdits,
    lacksRows: context.lacksRows,
    listed: context.rows !== null,
    found: context.found === null || context.found === 'unreadable' ? context.found : context.found.rows !== null,
  }),
  changes: {
    isAllInRows: 'a document | one with | one that | types | another document | the document lists | layRows: they',
    rowsWas: 'types | adds a',
    place: 'a document | one with | one that | another document | it is saved',
    title: 'a document | one with | one that | another document | it is saved',
    html: 'a document | one with | one that',
    isOverlaid: 'no other | another document | it is saved',
    isMissing: 'one that | another document',
    from: 'another document | it is saved | openJournal: the',
    edits: 'types | another document | it is deleted',
    rows: 'after | the rows | another document | it is deleted | it is opened | the document lists | the document cannot | layRows: they',
    name: 'types',
    hasRowEdits: 'types | another document | it is deleted',
    found: 'one with | another document | it is | discards | openJournal: there | restores | layRows: they',
    dropped: [
      'writeJournal: it is on the disk,',
      { by: 'dismisses the', when: ({ before }) => before.context.dropped > 0 },
    ],
    rowsNow: 'adds a | the document lists | restores | compares',
    lacksRows: 'after | the rows | another document | it is deleted | the document lists | the document cannot',
    isTypedSince: 'after | another tab | types | adds a | wants to log | discards | openJournal: | the document is',
  },
  restarts: { journalRest: ['it is saved under a name', 'it is opened anew'], journalRows: ['discards'] },
  accepts: {
    'another tab has it': 'claiming',
    'the document lists its rows': ({ snapshot }) =>
      asksRows(snapshot) || isText(snapshot, 'looking') || (isText(snapshot, 'writing') && snapshot.context.lacksRows),
    'the document cannot list': 'text.asking | text.looking',
    'the document is there': ({ snapshot }) =>
      asksRows(snapshot) || (isText(snapshot, 'writing') && lacksRows(snapshot)),
    'wants to log out': 'text.same | due | text.held | text.failed | kept | keptInPart | fresh',
    'the session ends': ({ snapshot }) =>
      snapshot.hasTag('onDisk') &&
      hasText(snapshot) &&
      !(['kept', 'clearing', 'leaving'] as const).some((text) => snapshot.matches({ text })),
    restores: 'offered | comparing | notRestored',
    compares: ({ snapshot }) =>
      !snapshot.context.isMissing && (snapshot.matches({ found: 'offered' }) || snapshot.hasTag('notRestored')),
    'closes the comparison': 'comparing',
    'wants to discard': 'offered | comparing | unreadable | notRestored',
    'does not discard': 'confirmingDiscard',
    'has it made another document': 'offered',
  },
  never: {
    'older text that was deleted and is not counted until the user has dismissed it': ({ before, snapshot, label }) =>
      snapshot.context.dropped !==
      (label.startsWith('dismisses') ? 0 : before.context.dropped + Number(label.includes('older text is not'))),
    'a document that takes the caret before it is known if it has unsaved text': ({ snapshot }) =>
      (snapshot.matches({ disk: { having: 'claiming' } }) || snapshot.matches({ disk: { having: 'opening' } })) &&
      !snapshot.hasTag('looking'),
    'a logout that goes on while the disk opens, before the document was asked for its last letters': {
      after: ['wants to log out'],
      breaks: ({ before, effects }) =>
        (before.matches({ disk: { having: 'claiming' } }) || before.matches({ disk: { having: 'opening' } })) &&
        effects.some((effect) => effect.kind === 'sent' && effect.event['isKept'] === true),
    },
    'a disk that is closed under a document': ({ before, snapshot }) =>
      before.hasTag('onDisk') && snapshot.matches({ disk: 'closed' }),
    'a disk on which two tabs write': ({ effects, snapshot }) =>
      snapshot.hasTag('elsewhere') && (snapshot.hasTag('onDisk') || writings(effects).length > 0),
    'text cleared from the disk while there is some, but by its deletion': ({ effects, snapshot, label }) =>
      !/^it is (deleted|another)/.test(label) &&
      writings(effects).some(({ text }) => text === null && hasText(snapshot)),
    'an entry on the disk that holds nothing': ({ effects, snapshot }) =>
      writings(effects).some(({ text }) => text !== null && !hasText(snapshot)),
    'text that was found gone from the disk before it was taken up, discarded or deleted': ({
      before,
      snapshot,
      label,
    }) =>
      before.context.found !== null &&
      snapshot.context.found === null &&
      !/discards|deleted|is another document|restores|layRows|opened|is saved under/.test(label) &&
      (before.context.from === null || !label.startsWith('openJournal')),
    'text of the page offered before what lies on the disk was looked for': {
      after: ['one with text in the memory is opened'],
      breaks: ({ snapshot }) => snapshot.hasTag('found'),
    },
    'a first save that clears an entry which this tab has not opened': {
      after: ['it is saved under a name'],
      breaks: ({ before, snapshot }) => !before.hasTag('onDisk') && snapshot.context.from !== null,
    },
    'a writing that forgets what was found and not decided': ({ effects, snapshot }) =>
      writings(effects).some(({ found }) => found !== snapshot.context.found),
    'text laid over the document unasked': ({ effects, label }) =>
      effects.some((effect) => effect.kind === 'sent' && effect.event.type === 'journal.restored') &&
      !['restores', 'has it made another document'].includes(label) &&
      !label.startsWith('layRows'),
    'rows of now replaced by those that were found before the person has seen both': {
      after: ['restores'],
      breaks: ({ before, snapshot }) =>
        before.matches({ found: 'offered', rows: 'changed' }) && snapshot.hasTag('restoring'),
    },
    'rows gone with a document that is opened anew': {
      after: ['it is opened anew'],
      breaks: ({ before, snapshot }) =>
        !before.matches({ disk: { having: 'claiming' } }) &&
        !before.matches({ disk: { having: 'opening' } }) &&
        before.context.rows !== null &&
        rowsOf(snapshot.context.found) === null,
    },
    'a document that is opened without any rows because none were listed': {
      after: ['it is opened anew'],
      breaks: ({ snapshot }) => snapshot.hasTag('restoring') && rowsOf(snapshot.context.found) === null,
    },
    'rows restored that are not written until the document lists its own': {
      after: ['layRows: they are in it'],
      breaks: ({ before, snapshot }) => snapshot.context.rows !== rowsOf(before.context.found),
    },
    'a comparison that changes what is kept or what the document holds': {
      after: ['compares', 'closes the comparison'],
      breaks: ({ before, snapshot, effects }) =>
        snapshot.context.found !== before.context.found ||
        writings(effects).length > 0 ||
        effects.some((effect) => effect.kind === 'sent' && effect.event.type === 'journal.restored'),
    },
    'a comparison without two sides': ({ snapshot }) =>
      snapshot.hasTag('comparing') &&
      (snapshot.context.isMissing || snapshot.context.found === null || snapshot.context.found === 'unreadable'),
    'rows compared that the document has not told since': {
      after: ['compares'],
      breaks: ({ snapshot }) => snapshot.context.rowsNow !== null,
    },
    'a comparison that goes away by itself': ({ before, snapshot, label }) =>
      before.hasTag('comparing') &&
      !snapshot.hasTag('comparing') &&
      !/^(closes|restores|wants to discard|it is (deleted|saved|opened)|another document|openJournal)/.test(label),
    'text called kept that is newer than what was written': ({ before, snapshot, label }) =>
      snapshot.hasTag('kept') && !before.hasTag('kept') && !/^write\w+: it is on the disk/.test(label),
    'text called kept whose rows the document has not listed': ({ snapshot }) =>
      snapshot.hasTag('kept') && snapshot.matches({ rows: 'changed' }) && snapshot.context.lacksRows,
    'text called kept without the rows of the document': ({ snapshot }) =>
      snapshot.hasTag('kept') && snapshot.matches({ rows: 'changed' }) && snapshot.context.rows === null,
    'a logout told that all is kept while some of it is not': ({ snapshot, effects }) =>
      effects.some(
        (effect) => effect.kind === 'sent' && effect.event.type === 'text.settled' && effect.event['isKept'] === true,
      ) &&
      snapshot.hasTag('onDisk') &&
      hasText(snapshot) &&
      !snapshot.hasTag('kept'),
    'a logout that waits for text that is not there': {
      after: ['wants to log out'],
      breaks: ({ before, snapshot, effects }) =>
        before.matches({ text: 'same' }) &&
        snapshot.matches({ text: 'same' }) &&
        !effects.some((effect) => effect.kind === 'sent' && effect.event['isKept'] === true),
    },
    'a session that ends before what was typed is on its way to the disk': ({ before, snapshot, effects, label }) =>
      label === 'the session ends' &&
      snapshot.hasTag('onDisk') &&
      hasText(snapshot) &&
      !before.hasTag('kept') &&
      !before.matches({ text: 'leaving' }) &&
      writings(effects).length === 0,
    'rows that count as listed after text that was typed since they were asked for': {
      after: ['types'],
      breaks: ({ before, snapshot }) => isText(before, 'asking') && !snapshot.context.isTypedSince,
    },
    'a document that is opened and lacks the rows of the one before': {
      after: ['another document is opened'],
      breaks: ({ snapshot }) => snapshot.context.lacksRows,
    },
    "a reader's journal": ({ snapshot, effects }) =>
      snapshot.context.isReader && effects.some((effect) => effect.kind === 'request' && effect.src === 'openJournal'),
    'a key that makes the writing wait longer': ({ before, snapshot, label }) =>
      label.startsWith('types') && before.matches({ text: 'due' }) && !snapshot.matches({ text: 'due' }),
  },
  limit: 20_000,
});
