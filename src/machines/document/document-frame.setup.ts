import type { DrawnBlanks } from '#common/document/html/blanks.ts';
import {
  and,
  assign,
  emit,
  fromCallback,
  fromPromise,
  not,
  or,
  raise,
  sendParent,
  sendTo,
  setup,
  stateIn,
} from 'xstate';
import * as times from '#config/frame.ts';
import type { FrameHotkey, FrameMode, Markup, PasteAnswer, PastedGrid } from '#document/host/protocol.ts';
import type { Mark, NamedRegion, StageCommand, StageEvent } from '#document/host/stage.ts';
import type { Pair, LineBreaks } from '#common/document/regions/values.ts';
import { liveChangesMachine, type Submission } from './live-changes.machine.ts';
import { unprovided } from '../shared/unprovided.ts';

/** Number of broken rules after which a frame is removed. */
const MOST_STRIKES = 20;

/** Number of departures after which the pause no longer grows. */
const MOST_DEPARTURES = 1 + Math.log2(times.FRAME_REOPENED_LATEST / times.FRAME_REOPENED);

/** Place of a document, and how it is shown. */
export type DocumentFrameInput = {
  /** The key of its place in the page. */
  place: string;
  mode: FrameMode;
  /** True in the editor of a user who may only read: it is printed as a draft. */
  isReadDraft?: boolean;
  /** True if newer documents are expected: a spare frame is kept ready. */
  isLive: boolean;
  /** The document, if it is already known. */
  html: string | null;
  /** Kind of its line breaks, as its host reports it. */
  lines: LineBreaks;
  /** True for a WIP or an archive: its regions have stored values. */
  isStored: boolean;
  /** Its stored values that a script cannot change, if they are known. */
  stored?: readonly Pair[] | undefined;
};

export const UNKNOWN: Submission = { wip: null, name: null, at: null };

/** A document to be shown. `submission`: the origin of a live one. */
type Given = Pick<DocumentFrameInput, 'lines' | 'isStored' | 'stored'> & {
  html: string;
  submission?: Submission | undefined;
};

/** Content of the document at one moment. `values`: those that differ from its content when it opened. */
export type TakenSnapshot = {
  values: Pair[];
  hidden?: string[] | undefined;
  hiddenRows?: Pair[] | undefined;
  newAttributes: unknown[];
  error: string | null;
};

/** A sheet of paper: the values typed since the HTML was loaded, and a note at its top. */
type Sheet = { values: Pair[]; note: string | null; newAttributes: unknown[] | null };

type EditReport = Extract<StageEvent, { type: 'text.edited' }>;
type Context = DocumentFrameInput & {
  /** Origin of the newest document, as a live pane has sent it. */
  submission: Submission;
  /** Document that a live pane shows, while a newer one may be loading. */
  seen: { html: string; lines: LineBreaks } | null;
  /** Values of the newest document when it opened, until it is shown. */
  values: Pair[];
  /** Values that the shown document's script would have where stored ones were kept: offered in the editor. */
  wishes: Pair[];
  /** Names and stored values of regions that the shown document changes again and again; null if it does not. */
  contested: Pair[] | null;
  /** Number of pages of the shown document; null without one. */
  pages: number | null;
  tries: number;
  /** Pixels from the top at which the newer document was drawn last, or null. */
  scroll: number | null;
  pingNo: number;
  /** How often the document has left its frame soon after it opened, and the number of the newest ping at that moment. */
  departures: number;
  departedAt: number;
  /** Numbers of the newest request for a snapshot, of the owner's, and of the printer's. */
  lastNo: number;
  ownerNo: number;
  paperNo: number;
  /** The link that the user followed. */
  link: { href: string; where: 'top' | 'new-tab' };
  /** Text typed after a key that leads out of the document, which no field has taken. */
  untaken: string;
  sheet: Sheet;
};

/** Requests of the owner. */
type Request =
  /**
   * `newer.unwanted`: the shown document stays. `document.wanted`: sent by a live pane to open a document again that failed to open, or by the chart itself
   * for one that has left its frame; its message stays until the document has opened.
   */
  | {
      type: 'document.awaited' | 'document.wanted' | 'document.reopenRequested' | 'newer.unwanted' | 'names.requested';
    }
  /** Moves the focus to the first region: users type there first. */
  | { type: 'firstRegion.wanted' }
  /** `keyboard.kept`: the key that was pressed opens nothing. */
  | {
      type:
        | 'wishes.dismissed'
        | 'printFailure.dismissed'
        | 'link.allowed'
        | 'link.refused'
        | 'keyboard.kept'
        | 'typed.dismissed';
    }
  /** True if a save asks for a name first. */
  | { type: 'save.described'; isAsking: boolean }
  | ({ type: 'document.given' } & Given)
  | { type: 'snapshot.requested'; unasked: readonly string[] }
  /** `isAsked`: the user has made these changes. `was`: as in the message. */
  | { type: 'patch.requested'; values: Pair[]; isAsked?: boolean; was?: readonly string[] | undefined }
  | { type: 'linkText.chosen'; no: number; url: string; text: string | null }
  | { type: 'gridPaste.answered'; no: number; answer: PasteAnswer }
  | ({ type: 'suggestions.given' } & GivenSuggestions)
  | { type: 'region.reached' | 'region.wanted'; id: string }
  | ({ type: 'blanks.drawn' } & DrawnBlanks)
  | ({ type: 'blanks.given' } & ShownBlanks)
  | { type: 'page.turned'; page: number }
  /** `news`: the regions whose first one is brought into view. */
  | { type: 'marks.given'; marks: Mark[]; news?: string[] }
  | { type: 'print.requested'; values: Pair[]; note: string | null };

/** Places that can become regions, by number: those already taken, and the current one. */
export type ShownBlanks = { taken: readonly number[]; current: number | null };

/** Earlier values of a region. */
export type GivenSuggestions = { id: string; values: readonly string[] };

/** Events of shortcuts in the document: each does the same as on the page around it. These are for every page, the others for the owner. */
const PAGE_EVENTS = {
  help: 'help.requested',
  history: 'history.requested',
  quickOpen: 'quickOpen.requested',
  wall: 'wall.requested',
} as const;
const KEY_EVENTS: Readonly<Record<Exclude<FrameHotkey, keyof typeof PAGE_EVENTS>, string>> = {
  save: 'save.requested',
  submit: 'submit.requested',
  print: 'print.requested',
  view: 'view.switched',
  close: 'content.closed',
};

const command = (value: StageCommand) => value;

/** The vocabulary of the document's chart: events, actions, guards, delays and the actors that it invokes. */
export const documentFrameSetup = setup({
  types: {
    context: {} as Context,
    input: {} as DocumentFrameInput,
    events: {} as
      | StageEvent
      | Request
      | { type: 'moment.given'; asOf: number | null }
      | { type: `newer.${'shown' | 'failed' | 'late' | 'removed' | 'unusable'}` },
    emitted: {} as
      | { type: 'help.requested' | 'quickOpen.requested' | 'wall.requested' | 'reopening.due' }
      | { type: 'history.requested'; region: NamedRegion | undefined }
      | { type: 'suggestions.wanted'; id: string }
      | { type: 'pages.reported'; count: number }
      | { type: 'page.wanted'; page: number },
    tags: {} as
      | ('opening' | 'late' | 'lost' | 'gone' | 'removed' | 'broken' | 'askingToOpen' | 'printFailed')
      | ('answerAwaited' | 'typedLate' | 'typedUntaken'),
  },
  actors: {
    stage: fromCallback<StageCommand, { place: string; mode: FrameMode; isLive: boolean }>(() => undefined),
    liveChanges: liveChangesMachine,
    /** Returns true if the address belongs to a link in the document. */
    findLink: fromPromise<boolean, { html: string; lines: LineBreaks; href: string }>(unprovided),
    printDocument: fromPromise<void, { place: string; html: string; lines: LineBreaks; isStored: boolean } & Sheet>(
      unprovided,
    ),
  },
  actions: {
    forget: assign({ html: null, seen: null }),
    keepSeen: assign({ seen: ({ context: { html, lines } }) => ({ html: html ?? '', lines }) }),
    forgetSeen: assign({ seen: null }),
    keepDocument: assign(({ context }, { html, lines, isStored, stored, submission = UNKNOWN }: Given) => ({
      tries: 0,
      html,
      lines,
      isStored,
      stored,
      submission,
      departures: html === context.html ? context.departures : 0,
    })),
    countTry: assign({ tries: ({ context }) => context.tries + 1 }),
    forgetTries: assign({ tries: 0 }),
    prepare: sendTo('stage', command({ type: 'prepare' })),
    keepSpare: sendTo('stage', command({ type: 'keepSpare' })),
    open: sendTo('stage', ({ context }, params: { isBehind: boolean }) =>
      command({
        type: 'open',
        html: context.html ?? '',
        lines: context.lines,
        isStored: context.isStored,
        stored: context.stored,
        ...params,
      }),
    ),
    askScroll: sendTo('stage', command({ type: 'post', message: { type: 'place' } })),
    keepScroll: assign({ scroll: (_, params: { scroll: number }) => params.scroll }),
    forgetScroll: assign({ scroll: null }),
    draw: sendTo('stage', ({ context }) => command({ type: 'draw', top: context.scroll })),
    reveal: sendTo('stage', command({ type: 'reveal' })),
    keepPages: assign({ pages: (_, params: { count: number }) => params.count }),
    forgetPages: assign({ pages: null }),
    reportPages: emit((_, params: { count: number }) => ({ type: 'pages.reported' as const, count: params.count })),
    reportPageWanted: emit((_, params: { page: number }) => ({ type: 'page.wanted' as const, page: params.page })),
    nameChanges: sendTo('liveChanges', (_, params: { names: Pair[] }) => ({
      type: 'names.reported',
      names: params.names,
    })),
    reportChanges: sendTo('liveChanges', ({ context: { submission, values } }) => ({
      type: 'document.shown',
      submission,
      values,
    })),
    keepAsOf: assign({
      submission: ({ context }, { asOf }: { asOf: number | null }) => ({ ...context.submission, asOf }),
    }),
    reportMoment: sendTo('liveChanges', (_, { asOf }: { asOf: number | null }) => ({ type: 'moment.given', asOf })),
    endChanges: sendTo('liveChanges', { type: 'document.gone' }),
    mark: sendTo('stage', (_, { marks, news = [] }: { marks: Mark[]; news?: string[] }) =>
      command({ type: 'mark', marks, news }),
    ),
    turn: sendTo('stage', (_, params: { page: number }) => command({ type: 'turn', page: params.page })),
    dropNewer: sendTo('stage', command({ type: 'dropNewer' })),
    dropShown: sendTo('stage', command({ type: 'dropShown' })),
    keepValues: assign({ values: (_, params: { values: Pair[] }) => params.values }),
    reportCleared: sendParent({ type: 'place.cleared' }),
    reportFailed: sendParent({ type: 'document.failed' }),
    reportRemoved: sendParent({ type: 'document.removed' }),
    reportReady: sendParent(({ context }) => ({ type: 'document.ready', values: context.values })),
    forgetValues: assign({ values: [], wishes: [], contested: null }),
    keepWishes: assign({ wishes: (_, params: { wishes: Pair[] }) => params.wishes }),
    forgetWishes: assign({ wishes: [] }),
    keepContested: assign({ contested: (_, params: { stored: Pair[] }) => params.stored }),
    raiseShown: raise({ type: 'newer.shown' }),
    raiseFailed: raise({ type: 'newer.failed' }),
    raiseLate: raise({ type: 'newer.late' }),
    raiseRemoved: raise({ type: 'newer.removed' }),
    raiseUnusable: raise({ type: 'newer.unusable' }),
    countDeparture: assign(({ context: { pingNo, departures, departedAt } }) => ({
      departures:
        (pingNo - departedAt) * times.FRAME_PING < times.FRAME_STAYS ? Math.min(departures + 1, MOST_DEPARTURES) : 1,
      departedAt: pingNo,
    })),
    askToReopen: emit({ type: 'reopening.due' }),
    raiseWanted: raise({ type: 'document.wanted' }),
    countPing: assign({ pingNo: ({ context }) => context.pingNo + 1 }),
    ping: sendTo('stage', ({ context }) => command({ type: 'post', message: { type: 'ping', no: context.pingNo } })),
    reportEdits: sendParent((_, { changes, unasked, unreadable, was }: Omit<EditReport, 'type'>) => ({
      type: 'document.edited',
      changes,
      unasked,
      unreadable,
      ...(was && { was }),
    })),
    reportRegions: sendParent((_, { added, removed }: { added: Pair[]; removed: string[] }) => ({
      type: 'document.restructured',
      added,
      removed,
    })),
    reportNames: sendParent((_, params: { names: Pair[] }) => ({ type: 'document.named', names: params.names })),
    reportLoss: sendParent((_, { id, what, unfit }: { id: string; what: Markup[]; unfit?: Pair[] | undefined }) => ({
      type: 'document.losesMarkup',
      id,
      what,
      unfit,
    })),
    reportCaret: sendParent((_, params: { id: string }) => ({ type: 'document.caretPlaced', id: params.id })),
    reportBlank: sendParent((_, params: { no: number }) => ({ type: 'document.blankPressed', at: params.no })),
    reportDrawn: sendParent((_, { lines, boxes }: DrawnBlanks) => ({ type: 'document.blanksDrawn', lines, boxes })),
    showBlanks: sendTo('stage', (_, { taken, current }: ShownBlanks) =>
      command({ type: 'post', message: { type: 'blanks', taken, current } }),
    ),
    reportPasted: sendParent((_, { no, url }: { no: number; url: string }) => ({
      type: 'document.urlPasted',
      no,
      url,
    })),
    reportGrid: sendParent((_, { no, grid }: { no: number; grid: PastedGrid }) => ({
      type: 'document.gridPasted',
      no,
      grid,
    })),
    reportSnapshot: sendParent((_, taken: TakenSnapshot) => ({ ...taken, type: 'document.snapshotTaken' })),
    reportKey: sendParent((_, params: { key: FrameHotkey }) => ({ type: KEY_EVENTS[params.key as 'save'] })),
    reportPageKey: emit((_, { key, region }: { key: FrameHotkey; region?: NamedRegion }) => ({
      type: PAGE_EVENTS[key as 'history'],
      region,
    })),
    printItself: raise({ type: 'print.requested', values: [], note: null }),
    countQuestion: assign({ lastNo: ({ context }) => context.lastNo + 1 }),
    keepOwnerNo: assign({ ownerNo: ({ context }) => context.lastNo }),
    keepPaperNo: assign({ paperNo: ({ context }) => context.lastNo }),
    askSnapshot: sendTo('stage', ({ context }, { unasked }: { unasked: readonly string[] }) =>
      command({ type: 'post', message: { type: 'snapshot', no: context.lastNo, unasked } }),
    ),
    patch: sendTo(
      'stage',
      (_, { values, isAsked, was }: { values: Pair[]; isAsked?: boolean; was?: readonly string[] | undefined }) =>
        command({ type: 'post', message: { type: 'patch', values, isAsked, ...(was && { was }) } }),
    ),
    answerPaste: sendTo('stage', (_, { no, url, text }: { no: number; url: string; text: string | null }) =>
      command({ type: 'post', message: { type: 'link-text', no, url, text } }),
    ),
    answerGrid: sendTo('stage', (_, { no, answer }: { no: number; answer: PasteAnswer }) =>
      command({ type: 'post', message: { type: 'grid-answer', no, answer } }),
    ),
    reportSuggestionsWanted: emit((_, params: { id: string }) => ({
      type: 'suggestions.wanted' as const,
      id: params.id,
    })),
    giveSuggestions: sendTo('stage', (_, { id, values }: GivenSuggestions) =>
      command({ type: 'post', message: { type: 'suggestions', id, values } }),
    ),
    askLoss: sendTo('stage', (_, { id }: { id: string }) => command({ type: 'post', message: { type: 'reach', id } })),
    goToRegion: sendTo('stage', (_, { id }: { id: string }) =>
      command({ type: 'post', message: { type: 'focus', id } }),
    ),
    goToFirst: sendTo('stage', command({ type: 'post', message: { type: 'focus' } })),
    askNames: sendTo('stage', command({ type: 'post', message: { type: 'names' } })),
    keepLink: assign({
      // Outside the editor a link never replaces the page: it may be a wall.
      link: ({ context }, { href, where }: Context['link']) => ({
        href,
        where: context.mode === 'edit' ? where : ('new-tab' as const),
      }),
    }),
    openLink: sendTo('stage', ({ context }) => command({ type: 'openLink', ...context.link })),
    describeSave: sendTo('stage', (_, { isAsking }: { isAsking: boolean }) =>
      command({ type: 'post', message: { type: 'save-key', isAsking } }),
    ),
    settleTyped: sendTo('stage', (_, { isForPage }: { isForPage: boolean }) =>
      command({ type: 'settleTyped', isForPage }),
    ),
    keepUntaken: assign({ untaken: (_, { left }: { left: string }) => left }),
    raiseKept: raise({ type: 'keyboard.kept' }),
    raiseMoved: raise({ type: 'keyboard.moved' }),
    reportLink: sendParent(({ context }) => ({ type: 'document.linkFollowed', href: context.link.href })),
    keepSheet: assign({
      sheet: (_, { values, note }: Pick<Sheet, 'values' | 'note'>) => ({ values, note, newAttributes: null }),
    }),
    addEdits: assign({
      sheet: ({ context: { sheet } }, params: { changes: Pair[] }) => ({
        ...sheet,
        values: [...sheet.values, ...params.changes],
      }),
    }),
    keepRows: assign({
      sheet: ({ context }, { values, newAttributes }: TakenSnapshot) => ({
        ...context.sheet,
        values: [...context.sheet.values, ...values],
        newAttributes,
      }),
    }),
  },
  guards: {
    hasDocument: ({ context }) => context.html !== null,
    canReopen: and(['hasDocument', not(stateIn('#documentFrame.newer.unplaced'))]),
    isShown: stateIn('#documentFrame.shown.ready'),
    isOpening: not(stateIn('#documentFrame.newer.settled')),
    keepsNoText: or([
      stateIn('#documentFrame.typed.free'),
      stateIn('#documentFrame.typed.inserted'),
      stateIn('#documentFrame.typed.untaken'),
    ]),
    keepsText: not('keepsNoText'),
    isDrawnThere: ({ context }, params: { scroll: number }) => params.scroll === context.scroll,
    isFirstTry: ({ context }) => context.tries === 0,
    isFirstTryBehind: and(['isFirstTry', 'isShown']),
    isLive: ({ context }) => context.isLive,
    isOutLive: ({ context }, params: { strikes: number }) => context.isLive && params.strikes >= MOST_STRIKES,
    isEditable: ({ context }) => context.mode === 'edit',
    isThisPong: ({ context }, params: { no: number }) => params.no === context.pingNo,
    isOut: (_, params: { strikes: number }) => params.strikes >= MOST_STRIKES,
    isOwners: ({ context }, params: { no: number }) => params.no === context.ownerNo,
    isForPaper: ({ context }, params: { no: number }) => params.no === context.paperNo,
    isWithRows: ({ context }, params: { no: number; error: string | null }) =>
      params.no === context.paperNo && params.error === null,
    isPageKey: (_, params: { key: FrameHotkey }) => params.key in PAGE_EVENTS,
    /** A document that can be edited is printed by its owner, with the text typed into it. */
    isOwnPrint: ({ context: { mode, isReadDraft = false } }, params: { key: FrameHotkey }) =>
      params.key === 'print' && mode === 'view' && !isReadDraft,
    isPasted: (_, params: { isPasted: boolean }) => params.isPasted,
    isOwnersKey: (_, params: { isOwners: boolean }) => params.isOwners,
    isUntaken: (_, params: { left: string }) => params.left !== '',
    isTaken: (_, params: { left: string }) => params.left === '',
    isInserted: (_, params: { left: string; inserted: number }) => params.left === '' && params.inserted > 0,
    isFound: (_, params: { isFound: boolean }) => params.isFound,
    // A `mailto:` or `tel:` link does not replace the page.
    leavesEditor: ({ context: { mode, link } }) =>
      mode === 'edit' && link.where === 'top' && /^https?:/i.test(link.href),
    canListRows: and(['isEditable', 'isShown']),
  },
  delays: {
    frameReady: times.FRAME_READY,
    frameHello: times.FRAME_HELLO,
    framePing: times.FRAME_PING,
    framePong: times.FRAME_PONG,
    framePongLate: times.FRAME_PONG_LATE,
    reopening: ({ context }) => times.FRAME_REOPENED * 2 ** (context.departures - 1),
    frameDrawn: times.FRAME_DRAWN,
    frameSpare: times.FRAME_SPARE,
    printRows: times.PRINT_ROWS,
    handOver: times.HAND_OVER,
    handOverAnswer: times.HAND_OVER_ANSWER,
  },
});
