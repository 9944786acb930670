import { and, assign, fromCallback, fromPromise, not, or, sendParent, sendTo, setup, stateIn } from 'xstate';
import { JOURNAL_REST, JOURNAL_RETRY, JOURNAL_ROWS } from '#config/constants.ts';
import { type Found, foundWith, rowsOf, textOf, type UnsavedText } from './unsaved-text.ts';
import { unprovided } from '../shared/unprovided.ts';

/** A document, as its address names it. */
export type JournalPlace = { template: string; wip: string | null };

/** The place of a document's unsaved text: on this device's disk, or in the page's memory alone: the host gives no key for it, or the browser refuses. */
export type JournalOpened = { where: 'disk' | 'memory' | 'refused'; found: Found };

/** What is asked of the disk for a document. */
export type JournalOpening = {
  place: JournalPlace;
  /** The document is the one that this page has written: its text is in it already. */
  isLaidOver: boolean;
  /** The host does not give the document: what is kept of it can only be looked at, or be made another one. */
  isMissing: boolean;
  /** The document had another address until its first save: what lies there is saved, but for what was found there and not taken up. */
  from: JournalPlace | null;
  /** Of a document that is opened, what the page's memory holds of it. */
  found: Found;
};

/** What is written: what the document holds now, and what was found and neither taken up nor discarded. Without both the entry goes. */
export type JournalWriting = { place: JournalPlace; text: UnsavedText | null; found: Found };

type Changes = Pick<UnsavedText, 'edits' | 'was' | 'name' | 'rowsWas' | 'given'> & {
  /** Text of regions that the document's script has made travels among the rows. */
  hasRowEdits: boolean;
};

type Context = JournalOpening &
  UnsavedText &
  Changes & {
    isReader: boolean;
    /** The HTML that the host gave. */
    html: string;
    /** How many older entries of this person had to go for want of room. */
    dropped: number;
    /** The rows that the document holds, as far as it was asked for a comparison and has told them. */
    rowsNow: unknown[] | null;
    /** The document has rows that it did not list when it was asked last. */
    lacksRows: boolean;
    /** Something was typed since it was asked last: its answer may not have it. */
    isTypedSince: boolean;
  };

type Opened = Pick<Context, 'place' | 'title' | 'html' | 'isMissing' | 'rows' | 'found'>;

type JournalEvent =
  | ({ type: 'document.opened' } & Opened)
  | { type: 'document.moved'; place: JournalPlace; title: string }
  | { type: 'document.shown' }
  | { type: 'document.deleted' }
  /** It was opened anew from the host: what its script had made is gone from it. */
  | { type: 'document.reopened'; html: string; at: number }
  | ({ type: 'text.changed' } & Changes)
  | { type: 'text.left' }
  | { type: 'writing.wanted' }
  | { type: 'session.ended' }
  | { type: 'rows.changed'; rowsWas: unknown[] }
  | { type: 'rows.saved' }
  | { type: 'rows.told'; newAttributes: unknown[]; error: string | null }
  | { type: 'turn.come' }
  | { type: 'turn.taken' }
  | { type: 'notice.dismissed' }
  | { type: 'restore.requested' }
  | { type: 'compare.requested' }
  | { type: 'comparison.closed' }
  | { type: 'discard.requested' }
  | { type: 'discard.confirmed' }
  | { type: 'discard.cancelled' };

/** The vocabulary of the journal's chart (`journal.machine.ts`). */
export const journalSetup = setup({
  types: {
    context: {} as Context,
    input: {} as { isReader: boolean },
    events: {} as JournalEvent,
    tags: {} as
      | 'looking'
      | 'onDisk'
      | 'kept'
      | 'keptInPart'
      | 'inMemory'
      | 'refused'
      | 'elsewhere'
      | 'failed'
      | 'found'
      | 'unreadable'
      | 'restoring'
      | 'notRestored'
      | 'comparing'
      | 'confirmingDiscard',
  },
  actors: {
    /** Holds the place of a document among the tabs of the browser, for as long as it runs. */
    turn: fromCallback<{ type: 'turn.come' }, { place: JournalPlace }>(() => undefined),
    /** Who wants what is typed on the disk now, of every document that is open; it hears what became of it. */
    wishes: fromCallback<{ type: 'text.settled'; isKept: boolean }>(() => undefined),
    openJournal: fromPromise<JournalOpened, JournalOpening>(unprovided),
    writeJournal: fromPromise<{ dropped: number }, JournalWriting>(unprovided),
    /** A document's HTML with rows in it that its script will make again. */
    layRows: fromPromise<string, { html: string; rows: unknown[] }>(unprovided),
  },
  actions: {
    tellSettled: sendTo('wishes', (_, { isKept }: { isKept: boolean }) => ({ type: 'text.settled', isKept })),
    /** The route keeps what was typed beside the screen, so that a lost session does not lose it. */
    remember: () => {},
    /** Keeps there what was found of before, and no more what was typed. */
    rememberFound: () => {},
    forget: () => {},
    takePlace: assign((_, { place, title, html, isMissing, rows, found }: Opened) => ({
      place,
      title,
      html,
      isLaidOver: false,
      isMissing,
      rows,
      found,
      from: null,
      edits: [],
      was: [],
      hasRowEdits: false,
      isAllInRows: false,
      lacksRows: false,
    })),
    movePlace: assign(({ context }, { place, title }: { place: JournalPlace; title: string }) => ({
      from: context.place,
      place,
      title,
      isLaidOver: true,
    })),
    leavePlace: assign({ from: null }),
    /** What lies on the disk now is another tab's, and not in this document. */
    expectOther: assign({ isLaidOver: false }),
    keepText: assign((_, { edits, was, rowsWas, given, name, hasRowEdits }: Changes) => ({
      edits,
      was,
      rowsWas,
      given,
      name,
      hasRowEdits,
      isAllInRows: false,
      isTypedSince: true,
    })),
    keepRowsWas: assign({ rowsWas: (_, params: { rowsWas: unknown[] }) => params.rowsWas }),
    keepHtml: assign({ html: (_, params: { html: string }) => params.html }),
    clearText: assign({ edits: [], was: [], rows: null, hasRowEdits: false, lacksRows: false, found: null }),
    askRows: sendParent({ type: 'rows.asked' }),
    noteAsked: assign({ isTypedSince: false }),
    askNames: sendParent({ type: 'names.wanted' }),
    forgetRowsNow: assign({ rowsNow: null }),
    keepRowsNow: assign({ rowsNow: (_, params: { newAttributes: unknown[] }) => params.newAttributes }),
    keepRows: assign(({ context }, params: { newAttributes: unknown[] }) => ({
      rows: params.newAttributes,
      isAllInRows: !context.isTypedSince,
      lacksRows: false,
    })),
    noteUnlisted: assign({ lacksRows: true }),
    forgetRows: assign({ rows: null, lacksRows: false }),
    keepFound: assign({ from: null, found: (_, params: { output: JournalOpened }) => params.output.found }),
    takeFoundRows: assign({ rows: ({ context: { found, rows } }) => rowsOf(found) ?? rows, isAllInRows: false }),
    dropFound: assign({ found: null }),
    /** What the document held is found again, as after a crash. */
    findOwn: assign({
      found: ({ context }, params: { at: number }) => foundWith(context.found, textOf(context), params.at),
    }),
    noteDropped: assign({ dropped: (_, params: { output: { dropped: number } }) => params.output.dropped }),
    forgetDropped: assign({ dropped: 0 }),
    giveBack: sendParent(({ context }, params: { html: string | null }) => ({
      type: 'journal.restored',
      text: context.found,
      html: params.html,
    })),
  },
  guards: {
    isReader: ({ context }) => context.isReader,
    isMissing: ({ context }) => context.isMissing,
    isThere: ({ context }) => !context.isMissing,
    isOnDisk: (_, params: { output: JournalOpened }) => params.output.where === 'disk',
    isRefused: (_, params: { output: JournalOpened }) => params.output.where === 'refused',
    isListed: (_, params: { error: string | null }) => params.error === null,
    isUnreadable: ({ context }) => context.found === 'unreadable',
    /** Text that was found at the address before stays there. */
    hasFound: ({ context }) => context.found !== null && context.from === null,
    /** All of it is known: what lies on the disk, and what the page's memory holds. */
    isFound: and(['hasFound', 'isSettled']),
    hasFoundRows: ({ context: { found } }) => rowsOf(found) !== null,
    /** Without a list of its rows it would be made without any. */
    isRestorable: ({ context }) => context.found === null && context.rows !== null,
    hasEdits: ({ context }) => context.edits.length > 0,
    hasRowEdits: ({ context }) => context.hasRowEdits,
    isOpening: or([stateIn('#journal.disk.having.claiming'), stateIn('#journal.disk.having.opening')]),
    isOpen: stateIn('#journal.disk.having.open'),
    hasRows: or([stateIn('#journal.rows.changed'), 'hasRowEdits']),
    hasNoRows: not('hasRows'),
    replacesRows: and(['hasFoundRows', 'hasRows']),
    hasNoList: ({ context }) => context.rows === null,
    isUnlisted: ({ context }) => context.lacksRows,
    lacksRows: or(['isUnlisted', and(['hasRows', 'hasNoList'])]),
    isListedLate: ({ context }, params: { error: string | null }) => context.lacksRows && params.error === null,
    hasText: or(['hasEdits', stateIn('#journal.rows.changed')]),
    isSettled: not('isOpening'),
    isOpenAndEmpty: and(['isOpen', not('hasText')]),
    isOpenWithText: and(['isOpen', 'hasText']),
    isOpenWithRows: and(['isOpen', 'hasRows']),
    isStale: stateIn('#journal.text.writing.stale'),
  },
  delays: { journalRest: JOURNAL_REST, journalRows: JOURNAL_ROWS, journalRetry: JOURNAL_RETRY },
});
