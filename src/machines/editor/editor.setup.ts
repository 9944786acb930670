import { and, assign, emit, fromPromise, not, or, raise, sendTo, setup, stateIn } from 'xstate';
import { failureOf, isGone, isUnreached, statusOf } from '#api/failure.ts';
import type { SaveConflict } from '#api/contract/conflicts.ts';
import type { SaveBody } from '#api/contract/wips.ts';
import { SUCCESS_BANNER } from '#config/constants.ts';
import { SNAPSHOT_TIMEOUT } from '#config/frame.ts';
import { paths, type Source } from '#config/paths.ts';
import type { Markup, PasteAnswer, PastedGrid } from '#document/host/protocol.ts';
import type { Mark } from '#document/host/stage.ts';
import { carryMachine } from './carry.machine.ts';
import { conflictMachine } from './conflict.machine.ts';
import { areRowsAsFilled, filledWith, laidNow } from './filling.ts';
import { changesOf, missingOf, ofHost, openedOf, openedWith, placeOf, restoredInto } from './journal.ts';
import type { OpenedDocument, Restored, RowsTold } from './journal.ts';
import {
  addressOf,
  capturedAs,
  type EditorAddress,
  type EditorContext,
  type EditorEvent,
  type EditorInput,
  type EditorTag,
  type Filled,
  isToBeWeighed,
  NOTHING_LOADED,
  NOTHING_SENT,
  type PlaceInAttribute,
  readyWith,
  revisionToSend,
} from './context.ts';
import { documentFrameMachine } from '#machines/document-frame.machine.ts';
import {
  type DocumentSnapshot,
  type EditorEmitted,
  type LoadedDocument,
  currentValues,
  editedAttributes,
  filledBy,
  fillingOf,
  hasOtherRegions,
  hasRowEdits,
  type RegionValue,
  type RunningRegions,
  valuesToPatch,
  unaskedAfter,
  withChanges,
  wipNameOf,
} from './edits.ts';
import { hasPlaceForAll, keptCopyOf, withRowsOf } from './kept.ts';
import { heldBy } from './held-content.ts';
import { paperNote, withLink } from './words.ts';
import { journalMachine } from '#machines/journal.machine.ts';
import { lastLookMachine } from './last-look.machine.ts';
import {
  deletedMessage,
  deleteMessage,
  leftMessage,
  loadDocumentMessage,
  lossMessage,
  messages,
  saveMessage,
  submitMessage,
} from '#machines/messages.ts';
import { hasOthersRows, isComingOld, overtaken, refetched, saved, settled, shownRows } from './save-basis.ts';
import type { SaveBasis, Settlement } from './save-basis.ts';
import { newestArchivesMachine } from '#machines/newest-archives.machine.ts';
import { putBackMachine } from './put-back.machine.ts';
import { type PresenceNews, presenceMachine } from './presence.machine.ts';
import { saveLineMachine } from './save-line.machine.ts';
import type { TheirNews } from './theirs.ts';
import { suggestionsMachine } from './suggestions.machine.ts';
import { theirChangesMachine } from './their-changes.machine.ts';
import { type SubmissionAnswer, submissionMachine } from './submission.machine.ts';
import { unprovided } from '#machines/unprovided.ts';

/** The editor's vocabulary: what its chart (`editor.machine.ts`) is written with. */
export const editorSetup = setup({
  types: {
    context: {} as EditorContext,
    input: {} as EditorInput,
    events: {} as EditorEvent,
    emitted: {} as EditorEmitted,
    tags: {} as EditorTag,
  },
  actors: {
    document: documentFrameMachine,
    conflict: conflictMachine,
    journal: journalMachine,
    saveLine: saveLineMachine,
    lastLook: lastLookMachine,
    submission: submissionMachine,
    putBack: putBackMachine,
    newestArchives: newestArchivesMachine,
    presence: presenceMachine,
    theirChanges: theirChangesMachine,
    carry: carryMachine,
    suggestions: suggestionsMachine,
    loadDocument: fromPromise<
      OpenedDocument,
      { template: string; wip: string | null; known: RegionValue[]; from?: Source | null | undefined }
    >(unprovided),
    saveNewWip: fromPromise<{ uuid: string }, { template: string; body: SaveBody }>(unprovided),
    updateWip: fromPromise<SaveConflict | null, { wip: string; body: SaveBody; basis: SaveBasis }>(unprovided),
    submitWip: fromPromise<{ archive: string | null }, { wip: string; revision: number | null }>(unprovided),
    deleteWip: fromPromise<void, { wip: string }>(unprovided),
  },
  actions: {
    openJournal: sendTo('journal', ({ context }, { output }: { output: OpenedDocument }) => ({
      type: 'document.opened',
      place: placeOf(context),
      ...openedOf(context, output),
    })),
    /** What is kept of a document that does not come is looked for all the same. */
    lookForKept: sendTo('journal', ({ context }) => ({ type: 'document.opened', ...missingOf(context) })),
    takeKept: assign((_, { text }: Pick<Restored, 'text'>) => keptCopyOf(text)),
    keepItsTemplate: assign(({ context }, { output }: { output: LoadedDocument }) => ({
      ofTemplate: output.regions,
      snapshot: withRowsOf(context.snapshot, output),
    })),
    sayNotAllCopied: assign({ notice: messages.document.notAllCopied }),
    moveJournal: sendTo('journal', ({ context }) => ({
      type: 'document.moved',
      place: placeOf(context),
      title: context.name,
    })),
    keepDraft: sendTo('journal', ({ context }) => ({ type: 'text.changed', ...changesOf(context) })),
    leaveDraft: sendTo('journal', { type: 'text.left' }),
    tellPresence: sendTo('presence', (_, params: PresenceNews) => params),
    tellTheirs: sendTo('theirChanges', (_, params: TheirNews) => params),
    tellFilling: sendTo('carry', ({ context: { loaded } }) => ({
      type: 'document.filled',
      filling: loaded && fillingOf(loaded),
    })),
    leaveFilling: sendTo('carry', { type: 'document.left' }),
    beginFill: sendTo('carry', ({ context: { loaded, baseline, edits } }, { source }: { source: Source }) => ({
      type: 'fill.begun',
      source,
      html: loaded?.detail.content ?? '',
      values: currentValues(baseline, edits),
    })),
    layFilled: assign(({ context }, params: Filled) => filledWith(context, params)),
    patchFilled: sendTo('document', ({ context }, { laid }: Filled) => ({
      type: 'patch.requested',
      values: laidNow(context, laid),
    })),
    sayNotFilled: assign({ notice: messages.document.notFilled }),
    sayNotRead: assign({ notice: messages.document.sourceUnread }),
    sayRowsStay: assign({ notice: messages.document.rowsStay }),
    dropDraft: sendTo('journal', { type: 'document.deleted' }),
    tellRowsChanged: sendTo('journal', ({ context }) => ({ type: 'rows.changed', rowsWas: context.rowsMadeOf })),
    tellReopened: sendTo('journal', ({ context: { openedHtml: html } }, { at }: { at: number }) => ({
      type: 'document.reopened',
      html,
      at,
    })),
    dropRowEdits: assign({ edits: ({ context: { loaded, edits } }) => ofHost(loaded, edits) }),
    tellRowsSaved: sendTo('journal', { type: 'rows.saved' }),
    tellShown: sendTo('journal', { type: 'document.shown' }),
    tellRows: sendTo('journal', (_, { newAttributes, error }: RowsTold) => ({
      type: 'rows.told',
      newAttributes,
      error,
    })),
    takeRestored: assign(({ context }, { text, html }: Restored) => restoredInto(context, text, html)),
    dropUnplaced: assign({ unplaced: [] }),
    patchRestored: sendTo('document', ({ context }) => ({ type: 'patch.requested', values: context.edits })),
    takeAddress: assign((_, { template, wip, success, from = null }: EditorAddress) => ({
      ...NOTHING_LOADED,
      template,
      wip,
      success,
      from,
    })),
    takeSuccess: assign({ success: (_, params: EditorAddress) => params.success }),
    openLoaded: assign(({ context }, params: { output: LoadedDocument }) => ({
      ...openedWith(params.output),
      filled: filledBy(params.output),
      from: null,
      openedHtml: params.output.filledHtml ?? params.output.detail.content,
      rowsMadeOf: params.output.newAttributes,
      name: context.wip === null ? '' : wipNameOf(params.output.detail, context.wip),
    })),
    takeLoadedHtml: assign({
      openedHtml: ({ context }) => context.loaded?.detail.content ?? '',
      rowsComing: ({ context }) => context.loaded?.newAttributes ?? [],
    }),
    forgetRowsComing: assign({ rowsComing: null }),
    dropRowsTaken: assign({ rowsTaken: null }),
    keepShown: sendTo('document', { type: 'newer.unwanted' }),
    takeShownRows: assign(({ context }) => shownRows(context)),
    awaitDocument: sendTo('document', { type: 'document.awaited' }),
    showDocument: sendTo('document', ({ context }) => ({
      type: 'document.given',
      html: context.openedHtml,
      lines: context.loaded?.detail.line_breaks ?? 'guessed',
    })),
    keepBaseline: assign(({ context }, params: { values: RegionValue[] }) => readyWith(context, params.values)),
    patchEdits: sendTo('document', ({ context }, params: { values: RegionValue[] }) => ({
      type: 'patch.requested',
      values: valuesToPatch(params.values, context.baseline, context.edits),
    })),
    patchOne: sendTo('document', (_, params: { id: string; value: string }) => ({
      type: 'patch.requested',
      values: [[params.id, params.value]],
    })),
    markRegions: sendTo('document', (_, { marks }: { marks: Mark[] }) => ({ type: 'marks.told', marks })),
    askForNames: sendTo('document', { type: 'names.requested' }),
    keepNames: assign({
      running: ({ context }, params: { names: RegionValue[] }) => ({ ...context.running, names: params.names }),
    }),
    keepRestructured: assign({
      running: ({ context: { running } }, { added, removed }: Omit<RunningRegions, 'names'>) => ({
        names: running.names,
        added: [...running.added, ...added].filter(([id]) => !removed.includes(id)),
        removed: [...running.removed, ...removed].filter((id) => !added.some(([back]) => back === id)),
      }),
    }),
    print: sendTo('document', ({ context }, params: { isDirty: boolean }) => ({
      type: 'print.requested',
      values: currentValues(context.baseline, context.edits),
      note: paperNote(context.wip, params.isDirty),
    })),
    keepChanges: assign(
      ({ context }, { changes, unasked = [] }: { changes: RegionValue[]; unasked?: string[] | undefined }) => ({
        edits: withChanges(context.baseline, context.edits, changes, context.loaded?.groups),
        unasked: unaskedAfter(context.unasked, changes, unasked),
      }),
    ),
    askForSnapshot: sendTo('document', ({ context: { unasked } }) => ({ type: 'snapshot.requested', unasked })),
    keepListed: assign(({ context }, { newAttributes, error }: RowsTold) => ({
      rowsListed: error === null ? newAttributes : context.rowsListed,
    })),
    keepSnapshot: assign(({ context }, params: DocumentSnapshot & RowsTold) => ({
      ...capturedAs(context, params),
      notice: null,
    })),
    assumeSnapshot: assign(({ context }) => ({ ...capturedAs(context, null), notice: messages.document.rowsUnknown })),
    tellCaptured: raise({ type: 'content.captured' }),
    tellSaveBegun: sendTo('saveLine', { type: 'save.begun' }),
    tellSaveDone: sendTo('saveLine', { type: 'save.done' }),
    tellSaveFailed: sendTo('saveLine', (_, params: { error: unknown }) => ({
      type: 'save.failed',
      isUnreached: isUnreached(failureOf(params.error)),
    })),
    /** The save ended without one, and is not to be tried again by itself. */
    tellSaveDropped: sendTo('saveLine', { type: 'save.dropped' }),
    forgetSaves: sendTo('saveLine', { type: 'saves.forgotten' }),
    tellSaved: raise({ type: 'content.saved' }),
    tellSettled: raise({ type: 'content.settled' }),
    tellFetched: raise({ type: 'content.fetched' }),
    tellLaidOut: raise({ type: 'content.laidOut' }),
    settleBaseline: assign(({ context }) => {
      const held = context.snapshot?.values ?? context.baseline;
      const now = currentValues(context.baseline, context.edits);
      const edits = withChanges(held, [], now, context.loaded?.groups);
      return { baseline: held, edits, ...saved(context) };
    }),
    keepNewWip: assign({ wip: (_, params: { uuid: string }) => params.uuid }),
    keepTemplate: assign({ ofTemplate: (_, params: { output: LoadedDocument }) => params.output.regions }),
    keepName: assign({ name: (_, params: { name: string }) => params.name.trim() }),
    clearName: assign({ name: '' }),
    keepLoaded: assign(({ context }, params: { output: LoadedDocument }) => ({
      loaded: { ...params.output, filledHtml: null },
      name: wipNameOf(params.output.detail, context.wip ?? ''),
    })),
    patchFromHost: sendTo('document', ({ context }, params: { output: LoadedDocument }) => ({
      type: 'patch.requested',
      values: editedAttributes(context.baseline, params.output.regions)
        .filter(({ id }) => !context.edits.some(([edited]) => edited === id))
        .map(({ id, value }): RegionValue => [id, value]),
    })),
    rebase: assign(({ context }, params: { output: LoadedDocument }) => {
      const baseline = currentValues(context.baseline, params.output.regions);
      return { baseline, edits: withChanges(baseline, [], context.edits, params.output.groups) };
    }),
    /** Before the edits are held against the new content. */
    keepMadeOf: assign(({ context }, params: { output: LoadedDocument }) => refetched(context, params.output.regions)),
    keepHeld: assign(({ context }, params: { output: LoadedDocument }) => heldBy(context, params.output)),
    tellRead: sendTo('lastLook', { type: 'look.taken' }),
    askForLook: sendTo('lastLook', { type: 'look.asked' }),
    keepOvertaken: assign({ conflict: ({ context }) => overtaken(context) }),
    keepConflict: assign({ conflict: (_, params: { output: SaveConflict | null }) => params.output }),
    patchSettled: sendTo('document', (_, params: { output: Settlement }) => ({
      type: 'patch.requested',
      values: params.output.values,
    })),
    settle: assign(({ context }, params: { output: Settlement }) => settled(context, params.output)),
    keepLoadMessage: assign({
      message: ({ context }, params: { error: unknown }) =>
        loadDocumentMessage(context.wip === null ? 'template' : 'wip', failureOf(params.error)),
    }),
    keepSaveMessage: assign({ message: (_, params: { error: unknown }) => saveMessage(failureOf(params.error)) }),
    keepSubmitMessage: assign({ message: (_, params: { error: unknown }) => submitMessage(failureOf(params.error)) }),
    tellSubmissionBegun: sendTo('putBack', { type: 'submission.begun' }),
    askWall: sendTo('newestArchives', { type: 'wall.changed' }),
    tellSubmitted: sendTo('putBack', ({ context }, params: { output: { archive: string | null } }) => ({
      type: 'submission.made',
      made: params.output.archive,
      before: context.sending.onWall,
    })),
    keepAgreed: assign({
      sending: ({ context: { sending } }, { output: { revision, onWall } }: { output: SubmissionAnswer }) => ({
        ...sending,
        agreed: revision,
        onWall,
        refused: null,
      }),
      // It was agreed to: it is asked about again when a script writes there anew.
      unasked: ({ context: { unasked, snapshot } }) => unasked.filter((id) => !snapshot?.hidden?.includes(id)),
    }),
    noteRefused: assign({ sending: ({ context }) => ({ ...context.sending, refused: revisionToSend(context) }) }),
    beginSending: assign({
      sending: ({ context: { sending } }) => ({ ...NOTHING_SENT, isUnanswered: sending.isUnanswered }),
    }),
    forgetSending: assign({ sending: NOTHING_SENT }),
    keepUnread: assign({
      message: (_, { output: { failure } }: { output: SubmissionAnswer }) =>
        submitMessage(failure ?? { kind: 'malformed' }),
    }),
    sayLate: assign({ notice: messages.document.submissionLate }),
    sayMayBeOnWall: assign({
      notice: messages.document.mayBeOnWall,
      sending: { ...NOTHING_SENT, isUnanswered: true },
    }),
    keepWanted: assign({
      sending: ({ context: { sending } }, { output: { wanted } }: { output: SubmissionAnswer }) => ({
        ...sending,
        wanted,
      }),
    }),
    // When the question is closed, and what somebody else has saved stands there.
    goToWanted: emit(({ context: { sending } }) => ({ type: 'region.wanted', id: sending.wanted })),
    forgetWanted: assign({ sending: ({ context: { sending } }) => ({ ...sending, wanted: null }) }),
    keepDeleteMessage: assign({ message: (_, params: { error: unknown }) => deleteMessage(failureOf(params.error)) }),
    sayDeleted: assign({ message: (_, { name }: { name: string }) => deletedMessage(name) }),
    sayMayHaveArrived: assign({ notice: messages.document.mayHaveArrived }),
    askForName: assign({ message: messages.document.nameRequired }),
    askLoss: sendTo('document', (_, { id }: { id: string }) => ({ type: 'region.reached', id })),
    sayLoss: assign({ notice: (_, params: { what: Markup[] }) => lossMessage(params.what) }),
    sayRowsNotSaved: assign({ notice: messages.document.rowsNotSaved }),
    refuseSubmit: assign({ message: messages.document.submitIncomplete }),
    clearMessage: assign({ message: null }),
    clearNotice: assign({ message: null, notice: null, rowsTaken: null }),
    keepPasted: assign((_, { url, no }: { url: string; no: number }) => ({ pastedUrl: url, pastedNo: no })),
    keepPastedInList: assign((_, { url, at }: { url: string; at: PlaceInAttribute }) => ({
      pastedUrl: url,
      pastedAt: at,
    })),
    insertInDocument: sendTo('document', ({ context }, { text }: { text: string | null }) => ({
      type: 'linkText.chosen',
      no: context.pastedNo,
      url: context.pastedUrl,
      text,
    })),
    keepPastedGrid: assign((_, { grid, no }: { grid: PastedGrid; no: number }) => ({ pastedGrid: grid, pastedNo: no })),
    answerGrid: sendTo('document', ({ context }, { answer }: { answer: PasteAnswer }) => ({
      type: 'gridPaste.answered',
      no: context.pastedNo,
      answer,
    })),
    sayLeft: assign({ notice: ({ context }) => leftMessage(context.pastedGrid) }),
    insertInList: raise(({ context }, params: { text: string | null }) => {
      const { id, before, after } = context.pastedAt;
      return { type: 'attribute.edited', id, value: withLink(before, context.pastedUrl, params.text) + after };
    }),
    showSaved: emit(({ context }) => ({ type: 'navigation.requested', to: addressOf(context, 'save'), replace: true })),
    goToNewWip: emit(({ context }) => ({ type: 'navigation.requested', to: addressOf(context, 'save') })),
    showSubmitted: emit(({ context }) => ({
      type: 'navigation.requested',
      to: addressOf(context, 'submit'),
      replace: true,
    })),
    dropSuccess: emit(({ context }) => ({ type: 'navigation.requested', to: addressOf(context), replace: true })),
    /** In the place of an address that leads nowhere. */
    goToCopy: emit(({ context }) => ({ type: 'navigation.requested', to: addressOf(context), replace: true })),
    goToWips: emit(({ context }) => ({ type: 'navigation.requested', to: paths.openWip(context.template) })),
    keepLink: assign({ leavingTo: (_, params: { href: string }) => params.href }),
    dropLink: assign({ leavingTo: null }),
    followLink: emit(({ context }) => ({ type: 'page.leaveRequested', href: context.leavingTo ?? '' })),
    allowLeave: emit({ type: 'leave.allowed' }),
    refuseLeave: emit({ type: 'leave.refused' }),
  },
  guards: {
    isSameDocument: ({ context }, params: EditorAddress) =>
      params.template === context.template && params.wip === context.wip && (params.from ?? null) === null,
    opensWithAttributes: ({ context }) => context.firstView === 'attributes',
    isReader: ({ context }) => context.isReader,
    isWriter: ({ context }) => !context.isReader,
    isNew: ({ context }) => context.wip === null,
    isSaved: ({ context }) => context.wip !== null,
    isNamed: (_, params: { name: string }) => params.name.trim() !== '',
    isFilled: (_, params: { output: LoadedDocument }) => fillingOf(params.output) !== null,
    isSourceLost: (_, params: { output: LoadedDocument }) => params.output.filling === 'lost',
    canTakeRowsBack: and([stateIn('#editor.loaded.rows.changed'), ({ context }) => areRowsAsFilled(context)]),
    hasFilledRows: ({ context }) => context.loaded !== null && context.loaded.filledHtml !== null,
    hasRows: (_, params: { html: string | null }) => params.html !== null,
    isNotCollecting: not(
      or([
        stateIn('#editor.loaded.command.saving.collecting'),
        stateIn('#editor.loaded.command.repeating.collecting'),
        stateIn('#editor.loaded.command.submitting.collecting'),
        stateIn('#editor.loaded.command.copying.collecting'),
      ]),
    ),
    fitsInPart: ({ context: { pastedGrid } }, { answer }: { answer: PasteAnswer }) =>
      answer === 'fill' && pastedGrid.fits < pastedGrid.cells,
    isWithoutRows: (_, params: { error: string | null }) => params.error !== null,
    /** It has listed them before, and may do so again. */
    isWithoutRowsNow: ({ context }, params: { error: string | null }) =>
      params.error !== null && context.rowsListed !== null,
    isUnreached: (_, params: { error: unknown }) => isUnreached(failureOf(params.error)),
    isAllCopied: ({ context: { ofTemplate, snapshot } }) => hasPlaceForAll(ofTemplate, snapshot),
    isGone: (_, params: { error: unknown }) => isGone(failureOf(params.error)),
    isAnswered: (_, { as, kind }: { as: SubmissionAnswer['kind'] } & SubmissionAnswer) => kind === as,
    /** Whether the wall, the document or the submission before has to be looked at. A plain host where nothing is odd gets the contract's calls alone. */
    isToBeWeighed: ({ context }) => isToBeWeighed(context),
    isSavedSince: ({ context }, params: { error: unknown }) =>
      revisionToSend(context) !== null && statusOf(failureOf(params.error)) === 409,
    isOvertaken: ({ context }) => overtaken(context) !== null,
    isConflict: (_, params: { output: SaveConflict | null }) => params.output !== null,
    hasOthersRows: ({ context }) => hasOthersRows(context),
    isComingOld: ({ context }) => isComingOld(context),
    isSaveShown: ({ context }) => context.success === 'save',
    isSubmitShown: ({ context }) => context.success === 'submit',
    hasEdits: ({ context }) => context.edits.length > 0,
    isComplete: ({ context }) => context.template !== '' && context.wip !== null && context.name !== '',
    isClean: and([
      stateIn('#editor.loaded.text.clean'),
      or([stateIn('#editor.loaded.rows.same'), stateIn('#editor.loaded.rows.renewing')]),
      not(stateIn('#editor.loaded.command.gone')),
    ]),
    canBeSubmitted: and(['isClean', 'isComplete']),
    isRowEdit: ({ context }, { changes }: { changes: RegionValue[] }) =>
      !context.isReader && hasRowEdits(context.loaded, changes),
    /** Rows were added to the document, or typed in, since the host was given them. */
    holdsNewRows: or([
      stateIn('#editor.loaded.rows.changed'),
      ({ context }: { context: EditorContext }) => hasRowEdits(context.loaded, context.edits),
    ]),
    holdsOwnRows: or([stateIn('#editor.loaded.rows.changed'), stateIn('#editor.loaded.rows.captured')]),
    /** Nor can what has been fetched be laid over them. */
    holdsRowsOfBefore: and([
      'holdsNewRows',
      ({ context, event }: { context: EditorContext; event: EditorEvent }) =>
        'output' in event && hasOtherRegions(context.loaded, event.output as LoadedDocument),
    ]),
    isLaidOutAnew: ({ context }, params: { output: LoadedDocument }) =>
      context.rowsTaken !== null || hasOtherRegions(context.loaded, params.output),
  },
  delays: { successBanner: SUCCESS_BANNER, snapshotTimeout: SNAPSHOT_TIMEOUT },
});
