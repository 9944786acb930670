import { and, assign, fromCallback, fromPromise, not, or, sendParent, sendTo, setup, stateIn } from 'xstate';
import { JOURNAL_REST, JOURNAL_RETRY, JOURNAL_ROWS } from '#common/config/constants.ts';
import { type Found, foundWith, type Place, rowsOf, textOf, type UnsavedText } from './unsaved-text.ts';
import { unprovided } from '../shared/unprovided.ts';

/** Place of a document's unsaved text: this device's disk, or only the page's memory if the host gives no key for it or the browser refuses. */
export type JournalOpened = { where: 'disk' | 'memory' | 'refused'; found: Found };

/** Request to the disk for a document. */
export type JournalOpening = {
  place: Place;
  /** True if the document contains the text that this page has written. */
  isOverlaid: boolean;
  /** True if the host does not return the document: its text can only be viewed, or become another document. */
  isMissing: boolean;
  /** Address of the document until its first save: the text there is saved, except for text that was found there and not restored. */
  from: Place | null;
  /** Text in the page's memory for a document that is opened. */
  found: Found;
};

/** Entry to write: the current text of the document, and found text that was neither restored nor discarded. Without both the entry is removed. */
export type JournalWriting = { place: Place; text: UnsavedText | null; found: Found };

type Changes = Pick<UnsavedText, 'edits' | 'was' | 'name' | 'rowsWas' | 'given'> & {
  /** True if regions made by the document's script have text: it is written with the rows. */
  hasRowEdits: boolean;
};

type Context = JournalOpening &
  UnsavedText &
  Changes & {
    isReader: boolean;
    /** The HTML from the host. */
    html: string;
    /** Number of this user's older entries that were removed for lack of space. */
    dropped: number;
    /** Rows of the document, once it has listed them for a comparison. */
    rowsNow: unknown[] | null;
    /** True if the document has rows that it did not list at the last request. */
    lacksRows: boolean;
    /** True if the user has typed since the last request: its answer may not contain that. */
    isTypedSince: boolean;
  };

type Opened = Pick<Context, 'place' | 'title' | 'html' | 'isMissing' | 'rows' | 'found'>;

type JournalEvent =
  | ({ type: 'document.opened' } & Opened)
  | { type: 'document.moved'; place: Place; title: string }
  | { type: 'document.shown' }
  | { type: 'document.deleted' }
  /** The document was opened again from the host, without what its script had made. */
  | { type: 'document.reopened'; html: string; at: number }
  | ({ type: 'text.changed' } & Changes)
  | { type: 'text.left' }
  | { type: 'writing.wanted' }
  | { type: 'session.ended' }
  | { type: 'rows.changed'; rowsWas: unknown[] }
  | { type: 'rows.saved' }
  | { type: 'rows.listed'; newAttributes: unknown[]; error: string | null }
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
    /** Claims the document for this tab of the browser for as long as it runs. */
    turn: fromCallback<{ type: 'turn.come' }, { place: Place }>(() => undefined),
    /** Requests to write typed text now, in every open document; receives the outcome. */
    requests: fromCallback<{ type: 'text.settled'; isKept: boolean }>(() => undefined),
    openJournal: fromPromise<JournalOpened, JournalOpening>(unprovided),
    writeJournal: fromPromise<{ dropped: number }, JournalWriting>(unprovided),
    /** Returns the document's HTML with rows in it that its script will make again. */
    layRows: fromPromise<string, { html: string; rows: unknown[] }>(unprovided),
  },
  actions: {
    sendSettled: sendTo('requests', (_, { isKept }: { isKept: boolean }) => ({ type: 'text.settled', isKept })),
    /** The route keeps typed text outside the screen, so that it survives a lost session. */
    remember: () => {},
    /** Keeps only the found text there, and no longer the typed text. */
    rememberFound: () => {},
    forget: () => {},
    takePlace: assign((_, { place, title, html, isMissing, rows, found }: Opened) => ({
      place,
      title,
      html,
      isOverlaid: false,
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
    movePlace: assign(({ context }, { place, title }: { place: Place; title: string }) => ({
      from: context.place,
      place,
      title,
      isOverlaid: true,
    })),
    leavePlace: assign({ from: null }),
    /** Text on the disk now comes from another tab, and is not in this document. */
    expectOther: assign({ isOverlaid: false }),
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
    /** Treats the document's text as found, as after a crash. */
    findOwn: assign({
      found: ({ context }, params: { at: number }) => foundWith(context.found, textOf(context), params.at),
    }),
    noteDropped: assign({
      dropped: ({ context }, { output }: { output: { dropped: number } }) => context.dropped + output.dropped,
    }),
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
    isNotMissing: ({ context }) => !context.isMissing,
    isOnDisk: (_, params: { output: JournalOpened }) => params.output.where === 'disk',
    isRefused: (_, params: { output: JournalOpened }) => params.output.where === 'refused',
    isListed: (_, params: { error: string | null }) => params.error === null,
    isUnreadable: ({ context }) => context.found === 'unreadable',
    /** Text that was found at the old address stays there. */
    hasFound: ({ context }) => context.found !== null && context.from === null,
    /** True once the text on the disk and the text in the page's memory are known. */
    isFound: and(['hasFound', 'isSettled']),
    hasFoundRows: ({ context: { found } }) => rowsOf(found) !== null,
    /** Without a list of its rows the document would be restored without any. */
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
    isUnwritten: and(['isOpenWithText', not(stateIn('#journal.text.kept')), not(stateIn('#journal.text.leaving'))]),
    isOpeningWithText: and(['isOpening', 'hasText']),
    hasDisk: or(['isOpen', 'isOpening']),
    isOpenWithRows: and(['isOpen', 'hasRows']),
    isStale: stateIn('#journal.text.writing.stale'),
  },
  delays: { journalRest: JOURNAL_REST, journalRows: JOURNAL_ROWS, journalRetry: JOURNAL_RETRY },
});
