import { and, assertEvent, assign, emit, fromPromise, not, or, raise, sendTo, setup, stateIn } from 'xstate';
import { isGone, isUnreached, statusOf } from '#api/failure.ts';
import { SUCCESS_BANNER } from '#common/config/constants.ts';
import { SNAPSHOT_TIMEOUT } from '#config/frame.ts';
import { paths, type Source } from '#common/config/paths.ts';
import { documentFrameMachine } from '#machines/document/document-frame.machine.ts';
import { journalMachine } from '#machines/unsaved/journal.machine.ts';
import {
  deletedMessage,
  deleteMessage,
  leftMessage,
  loadDocumentMessage,
  lossMessage,
  unfitMessage,
  messages,
  saveMessage,
  submitMessage,
} from '#machines/shared/messages.ts';
import { newestArchivesMachine } from '#machines/documents/newest-archives.machine.ts';
import { unprovided } from '#machines/shared/unprovided.ts';
import { carryMachine } from './carry.machine.ts';
import { conflictMachine } from './conflict.machine.ts';
import {
  addressOf,
  capturedAs,
  changedBy,
  changesIn,
  contentOf,
  documentIn,
  type EditorContext,
  type EditorEvent,
  type EditorInput,
  type EditorTag,
  failureIn,
  fetchedInto,
  hiddenOf,
  needsCheck,
  linkTextIn,
  NOTHING_LOADED,
  NOTHING_SENT,
  patchOf,
  readyWith,
  revisionToSend,
  saveResultIn,
  sheetOf,
  storedOf,
  submissionAnswerIn,
  unreadableIn,
  withLink,
} from './context.ts';
import {
  type EditorEmitted,
  filledBy,
  fillingOf,
  hasOtherRegions,
  hasRowEdits,
  restructured,
  valuesToPatch,
  withChanges,
} from './edits.ts';
import { currentValues, type RegionValue } from '../shared/region-values.ts';
import { areRowsAsFilled, filledMarks, filledWith, stillPlaced, openedMarks } from './filling.ts';
import { hostContentOf } from './host-content.ts';
import {
  changesOf,
  copyOfText,
  missingOf,
  ofHost,
  type OpenedDocument,
  openedOf,
  openedWith,
  placeOf,
  restoredInto,
} from './journal.ts';
import { presenceMachine } from './presence.machine.ts';
import { putBackMachine } from './put-back.machine.ts';
import { hasTheirRows, isComingOld, saved, settled, shownRows } from './save-basis.ts';
import { saveLineMachine } from './save-line.machine.ts';
import { saveMachine } from './save.machine.ts';
import { submissionMachine } from './submission.machine.ts';
import { suggestionsMachine } from './suggestions.machine.ts';
import { newChangesOfOthers } from './their-changes.ts';
import { theirChangesMachine } from './their-changes.machine.ts';

/** The setup of the editor's chart (`editor.machine.ts`): its types, actors, actions and guards. */
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
    save: saveMachine,
    journal: journalMachine,
    saveLine: saveLineMachine,
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
    submitWip: fromPromise<{ archive: string | null }, { wip: string; revision: number | null }>(unprovided),
    deleteWip: fromPromise<void, { wip: string }>(unprovided),
  },
  actions: {
    openJournal: sendTo('journal', ({ context }) => ({
      type: 'document.opened',
      place: placeOf(context),
      ...openedOf(context),
    })),
    /** Unsaved text is also looked up for a document that cannot be loaded. */
    openJournalOfMissing: sendTo('journal', ({ context }) => ({ type: 'document.opened', ...missingOf(context) })),
    takeUnsavedText: assign(({ event }) => {
      assertEvent(event, 'journal.restored');
      return copyOfText(event.text);
    }),
    showNotAllCopied: assign({ notice: messages.document.notAllCopied }),
    moveJournal: sendTo('journal', ({ context }) => ({
      type: 'document.moved',
      place: placeOf(context),
      title: context.name,
    })),
    keepDraft: sendTo('journal', ({ context }) => ({ type: 'text.changed', ...changesOf(context) })),
    leaveDraft: sendTo('journal', { type: 'text.left' }),
    /** Requests the presence of others in this document, if it is a WIP. */
    meetOthers: sendTo('presence', ({ context: { wip, loaded } }) => ({
      type: 'document.opened',
      wip,
      // A WIP that was just made has another revision than the document that was loaded.
      revision: loaded?.detail.uuid === wip ? (loaded?.detail.revision ?? null) : null,
    })),
    sendRevision: sendTo('presence', ({ event }) => ({
      type: 'revision.read',
      revision: documentIn(event).detail.revision,
    })),
    /** Only while no command is at work can the document of another user's save be merged. */
    sendFree: sendTo('presence', { type: 'editor.free' }),
    sendBusy: sendTo('presence', { type: 'editor.busy' }),
    leaveOthers: sendTo('presence', { type: 'document.opened', wip: null, revision: null }),
    sendRegionToPresence: sendTo('presence', ({ event }) => {
      assertEvent(event, ['attribute.reached', 'document.caretPlaced']);
      return { type: 'region.reached', id: event.id };
    }),
    sendEdit: sendTo('presence', { type: 'text.edited' }),
    showOthers: sendTo('presence', { type: 'document.shown' }),
    /** Sent before the host's values count as seen by the user. */
    sendFoundChanges: sendTo('theirChanges', ({ context, event }) => {
      assertEvent(event, 'document.fetched');
      const { output, save } = event;
      return { type: 'document.read', found: newChangesOfOthers(context, output, save), regions: output.regions };
    }),
    sendTyped: sendTo('theirChanges', ({ event }) => ({ type: 'text.typed', changes: changesIn(event) })),
    /** Values of another document have replaced those that may have been marked. */
    unmarkFilled: sendTo('theirChanges', ({ context, event }) => {
      assertEvent(event, 'regions.filled');
      return { type: 'text.typed', changes: stillPlaced(context, event.placed) };
    }),
    markFilled: sendTo('theirChanges', ({ context, event }) => {
      assertEvent(event, 'regions.filled');
      return { type: 'regions.carried', found: filledMarks(context, event) };
    }),
    markOpened: sendTo('theirChanges', ({ context }) => ({ type: 'regions.carried', found: openedMarks(context) })),
    sendRegionToTheirChanges: sendTo('theirChanges', ({ event }) => {
      assertEvent(event, ['attribute.reached', 'document.caretPlaced']);
      return { type: 'region.reached', id: event.id };
    }),
    /** A newly shown frame has no marks. */
    markTheirs: sendTo('theirChanges', { type: 'document.shown' }),
    closeTheirs: sendTo('theirChanges', { type: 'document.left' }),
    sendFilling: sendTo('carry', ({ context: { loaded } }) => ({
      type: 'document.filled',
      filling: loaded && fillingOf(loaded),
    })),
    closeCarry: sendTo('carry', { type: 'document.left' }),
    beginFill: sendTo('carry', ({ context: { loaded, baseline, edits }, event }) => {
      assertEvent(event, 'fill.chosen');
      return {
        type: 'fill.begun',
        source: event.source,
        html: loaded?.detail.content ?? '',
        values: currentValues(baseline, edits),
      };
    }),
    keepFilled: assign(({ context, event }) => {
      assertEvent(event, 'regions.filled');
      return filledWith(context, event);
    }),
    patchFilled: sendTo('document', ({ context, event }) => {
      assertEvent(event, 'regions.filled');
      return { type: 'patch.requested', values: stillPlaced(context, event.placed), isAsked: true };
    }),
    showNotFilled: assign({ notice: messages.document.notFilled }),
    showNotRead: assign({ notice: messages.document.sourceUnread }),
    showRowsStay: assign({ notice: messages.document.rowsStay }),
    dropDraft: sendTo('journal', { type: 'document.deleted' }),
    sendRowsChanged: sendTo('journal', ({ context }) => ({ type: 'rows.changed', rowsWas: context.rowsMadeOf })),
    sendReopened: sendTo('journal', ({ context, event }) => {
      assertEvent(event, 'document.reopenRequested');
      return { type: 'document.reopened', html: context.openedHtml, at: event.at };
    }),
    dropRowEdits: assign({ edits: ({ context: { loaded, edits } }) => ofHost(loaded, edits) }),
    sendRowsSaved: sendTo('journal', { type: 'rows.saved' }),
    /** A newly shown frame: `journal`, `presence` (`showOthers`) and `theirChanges` (`markTheirs`) receive it. */
    sendShown: sendTo('journal', { type: 'document.shown' }),
    sendRows: sendTo('journal', ({ event }) => {
      assertEvent(event, 'document.snapshotTaken');
      return { type: 'rows.listed', newAttributes: event.newAttributes, error: event.error };
    }),
    takeRestored: assign(({ context, event }) => {
      assertEvent(event, 'journal.restored');
      const restored = restoredInto(context, event.text, event.html);
      const back = new Set(restored.edits.map(([id]) => id));
      return { ...restored, unreadable: context.unreadable.filter((id) => !back.has(id)) };
    }),
    dropUnplaced: assign({ unplaced: [] }),
    patchRestored: sendTo('document', ({ context }) => ({ type: 'patch.requested', values: context.edits })),
    takeAddress: assign(({ event }) => {
      assertEvent(event, 'address.changed');
      const { template, wip, success, from = null } = event;
      return { ...NOTHING_LOADED, template, wip, success, from };
    }),
    takeSuccess: assign(({ event }) => {
      assertEvent(event, 'address.changed');
      return { success: event.success };
    }),
    openLoaded: assign(({ context, event }) => {
      const read = documentIn(event);
      return {
        ...openedWith(read),
        filled: filledBy(read),
        from: null,
        openedHtml: read.filledHtml ?? read.detail.content,
        rowsMadeOf: read.newAttributes,
        ...hostContentOf({ ...context, name: '' }, read),
      };
    }),
    takeHtml: assign({
      openedHtml: ({ context }) => context.loaded?.detail.content ?? '',
      rowsComing: ({ context }) => context.loaded?.newAttributes ?? [],
    }),
    forgetRowsComing: assign({ rowsComing: null }),
    dropRowsTaken: assign({ rowsTaken: null }),
    /** The document on the screen stays; the one that loads behind it is dropped. */
    keepFrame: sendTo('document', { type: 'newer.unwanted' }),
    takeShownRows: assign(({ context }) => shownRows(context)),
    awaitDocument: sendTo('document', { type: 'document.awaited' }),
    giveDocument: sendTo('document', ({ context }) => ({
      type: 'document.given',
      html: context.openedHtml,
      lines: context.loaded?.detail.line_breaks ?? 'guessed',
      ...storedOf(context),
    })),
    keepBaseline: assign(({ context, event }) => {
      assertEvent(event, 'document.ready');
      return readyWith(context, event.values);
    }),
    patchEdits: sendTo('document', ({ context, event }) => {
      assertEvent(event, 'document.ready');
      return {
        type: 'patch.requested',
        values: valuesToPatch(event.values, context.baseline, context.edits),
      };
    }),
    /** Text typed after the key of saving is kept back only while a save asks for a name. */
    sendKeys: sendTo('document', ({ context }) => ({ type: 'save.described', isAsking: context.wip === null })),
    /** A field of the list that cannot be read any more leaves in the document what is stored, not its text of a moment ago. */
    patchOne: sendTo('document', ({ context, event }) => ({
      type: 'patch.requested',
      values: [...changesIn(event), ...context.baseline.filter(([id]) => unreadableIn(event).includes(id))],
      isAsked: true,
    })),
    markRegions: sendTo('document', ({ event }) => {
      assertEvent(event, 'marks.given');
      return { type: 'marks.given', marks: event.marks };
    }),
    requestNames: sendTo('document', { type: 'names.requested' }),
    keepNames: assign(({ context, event }) => {
      assertEvent(event, 'document.named');
      return { running: { ...context.running, names: event.names } };
    }),
    keepRestructured: assign(({ context: { running }, event }) => {
      assertEvent(event, 'document.restructured');
      return { running: restructured(running, event) };
    }),
    printSaved: sendTo('document', ({ context }) => sheetOf(context, false)),
    printUnsaved: sendTo('document', ({ context }) => sheetOf(context, true)),
    keepChanges: assign(({ context, event }) => changedBy(context, event)),
    requestSnapshot: sendTo('document', ({ context: { unasked } }) => ({ type: 'snapshot.requested', unasked })),
    keepListed: assign(({ event }) => {
      assertEvent(event, 'document.snapshotTaken');
      return event.error === null ? { rowsListed: event } : {};
    }),
    keepSnapshot: assign(({ context, event }) => {
      assertEvent(event, 'document.snapshotTaken');
      return { ...capturedAs(context, event), notice: null };
    }),
    assumeSnapshot: assign(({ context }) => ({ ...capturedAs(context, null), notice: messages.document.rowsUnknown })),
    raiseCaptured: raise({ type: 'content.captured' }),
    sendSaveBegun: sendTo('saveLine', { type: 'save.begun' }),
    sendSaveDone: sendTo('saveLine', { type: 'save.done' }),
    sendSaveUnreached: sendTo('saveLine', { type: 'save.failed', isUnreached: true }),
    /** The save ended without success, and is not to be repeated automatically. */
    sendSaveDropped: sendTo('saveLine', { type: 'save.dropped' }),
    dropSaves: sendTo('saveLine', { type: 'saves.forgotten' }),
    raiseSaved: raise({ type: 'content.saved' }),
    raiseRepeat: raise({ type: 'save.repeated' }),
    raiseSettled: raise({ type: 'content.settled' }),
    raiseFetched: raise(({ event }) => ({ type: 'document.fetched', output: documentIn(event), save: null })),
    raiseReloaded: raise({ type: 'content.reloaded' }),
    /** Rows of another user's save are shown after the next save of this user, who may be typing now. */
    raiseMerged: raise(({ event }) => ({
      type: 'save' in event && event.save !== null ? 'content.settled' : 'content.merged',
    })),
    raiseReopened: raise({ type: 'content.reopened' }),
    settleBaseline: assign(({ context }) => {
      const held = context.snapshot?.values ?? context.baseline;
      const now = currentValues(context.baseline, context.edits);
      const edits = withChanges(held, [], now, context.loaded?.groups);
      return { baseline: held, edits, ...saved(context) };
    }),
    keepNewWip: assign({ wip: ({ event }) => saveResultIn(event).uuid }),
    keepName: assign(({ event }) => {
      assertEvent(event, 'save.named');
      return { name: event.name.trim() };
    }),
    clearName: assign({ name: '' }),
    /** Text typed meanwhile stays an edit, based on the values before. */
    keepLoaded: assign(({ context, event }) => {
      assertEvent(event, 'document.fetched');
      return fetchedInto(context, event.output);
    }),
    patchFromHost: sendTo('document', ({ context, event }) => {
      assertEvent(event, 'document.fetched');
      return { type: 'patch.requested', ...patchOf(context, event.output) };
    }),
    keepRead: assign(({ context, event }) => {
      assertEvent(event, 'host.read');
      return hostContentOf(context, event.output);
    }),
    giveContent: sendTo('save', ({ context, event }) => {
      assertEvent(event, 'readNeed.decided');
      return { type: 'content.given', content: contentOf(context), isReadNeeded: event.isReadNeeded };
    }),
    /** `saveLine` measures the age of the last read: a save at a plain host reads again if it is old. */
    sendRead: sendTo('saveLine', { type: 'read.ended' }),
    requestReadNeed: sendTo('saveLine', { type: 'readNeed.requested' }),
    keepConflict: assign({ message: null, conflict: ({ event }) => saveResultIn(event).conflict }),
    patchSettled: sendTo('document', ({ event }) => {
      assertEvent(event, 'xstate.done.actor.conflict');
      return { type: 'patch.requested', values: event.output.values, isAsked: true };
    }),
    settle: assign(({ context, event }) => {
      assertEvent(event, 'xstate.done.actor.conflict');
      return settled(context, event.output);
    }),
    keepLoadMessage: assign({
      message: ({ context, event }) => loadDocumentMessage(context.wip === null ? 'template' : 'wip', failureIn(event)),
    }),
    showSaveMessage: assign({ message: ({ event }) => saveMessage(saveResultIn(event).failure) }),
    /** A new WIP without an answer may have arrived. */
    showUnsure: assign({
      message: ({ event }) => saveMessage(saveResultIn(event).failure),
      notice: messages.document.mayHaveArrived,
    }),
    showSaveBroken: assign({ message: messages.document.unexpected }),
    keepSubmitMessage: assign({ message: ({ event }) => submitMessage(failureIn(event)) }),
    /** Removes the message about the last submission. */
    closePutBack: sendTo('putBack', { type: 'submission.begun' }),
    requestWall: sendTo('newestArchives', { type: 'wall.changed' }),
    sendSubmitted: sendTo('putBack', ({ context, event }) => {
      assertEvent(event, 'xstate.done.actor.submitWip');
      return { type: 'submission.made', made: event.output.archive, before: context.sending.onWall };
    }),
    keepAgreed: assign({
      sending: ({ context: { sending }, event }) => {
        const { revision, onWall } = submissionAnswerIn(event);
        return { ...sending, agreedRevision: revision, onWall, refusedRevision: null };
      },
      // Asks about the region again only when a script writes another text there.
      agreed: ({ context }) => [...context.agreed, ...hiddenOf(context)],
    }),
    keepRefused: assign({
      sending: ({ context }) => ({ ...context.sending, refusedRevision: revisionToSend(context) }),
    }),
    beginSending: assign({
      sending: ({ context: { sending } }) => ({ ...NOTHING_SENT, isUnanswered: sending.isUnanswered }),
    }),
    dropSending: assign({ sending: NOTHING_SENT }),
    showCheckFailed: assign({
      message: ({ event }) => submitMessage(submissionAnswerIn(event).failure ?? { kind: 'malformed' }),
    }),
    showLate: assign({ notice: messages.document.submissionLate }),
    showMayBeOnWall: assign({
      message: ({ event }) => submitMessage(failureIn(event)),
      notice: messages.document.mayBeOnWall,
      sending: { ...NOTHING_SENT, isUnanswered: true },
    }),
    /** The region that the user goes to, remembered during the reload that shows the changes of others. */
    keepWanted: assign({
      sending: ({ context, event }) => ({ ...context.sending, wantedRegion: submissionAnswerIn(event).wanted }),
    }),
    // Emitted when the reload has ended, so that the region shows what another user has saved.
    goToWanted: emit(({ context: { sending } }) => ({ type: 'region.wanted', id: sending.wantedRegion })),
    forgetWanted: assign({ sending: ({ context: { sending } }) => ({ ...sending, wantedRegion: null }) }),
    keepDeleteMessage: assign({ message: ({ event }) => deleteMessage(failureIn(event)) }),
    showDeleted: assign(({ event }) => {
      assertEvent(event, 'document.deletedBy');
      return { message: deletedMessage(event.name) };
    }),
    requestName: assign({ message: messages.document.nameRequired }),
    requestLoss: sendTo('document', ({ event }) => {
      assertEvent(event, 'attribute.reached');
      return { type: 'region.reached', id: event.id };
    }),
    showLoss: assign(({ context, event }) => {
      assertEvent(event, 'document.losesMarkup');
      const { what, unfit } = event;
      return { notice: unfit ? unfitMessage(unfit, context.running.names) : lossMessage(what) };
    }),
    showRowsNotSaved: assign({ notice: messages.document.rowsNotSaved }),
    refuseSubmit: assign({ message: messages.document.submitIncomplete }),
    clearMessage: assign({ message: null }),
    /** At a new command, and when the user dismisses the message: also forgets rows of another user that were to be saved. */
    clearTexts: assign({ message: null, notice: null, rowsTaken: null }),
    keepPasted: assign(({ event }) => {
      assertEvent(event, 'document.urlPasted');
      return { pastedUrl: event.url, pastedNo: event.no };
    }),
    keepPastedInList: assign(({ event }) => {
      assertEvent(event, 'attribute.urlPasted');
      return { pastedUrl: event.url, pastedAt: event.at };
    }),
    insertInDocument: sendTo('document', ({ context, event }) => ({
      type: 'linkText.chosen',
      no: context.pastedNo,
      url: context.pastedUrl,
      text: linkTextIn(event),
    })),
    keepPastedGrid: assign(({ event }) => {
      assertEvent(event, 'document.gridPasted');
      return { pastedGrid: event.grid, pastedNo: event.no };
    }),
    answerGrid: sendTo('document', ({ context, event }) => {
      assertEvent(event, 'gridPaste.answered');
      return { type: 'gridPaste.answered', no: context.pastedNo, answer: event.answer };
    }),
    showLeft: assign({ notice: ({ context }) => leftMessage(context.pastedGrid) }),
    insertInList: raise(({ context, event }) => {
      const { id, before, after } = context.pastedAt;
      const value = withLink(before, context.pastedUrl, linkTextIn(event)) + after;
      return { type: 'attribute.edited', id, value };
    }),
    goToSaved: emit(({ context }) => ({ type: 'navigation.requested', to: addressOf(context, 'save'), replace: true })),
    goToNewWip: emit(({ context }) => ({ type: 'navigation.requested', to: addressOf(context, 'save') })),
    goToSubmitted: emit(({ context }) => ({
      type: 'navigation.requested',
      to: addressOf(context, 'submit'),
      replace: true,
    })),
    /** Replaces an address without a document, or with what was shown or filled in once. */
    goToPlain: emit(({ context }) => ({ type: 'navigation.requested', to: addressOf(context), replace: true })),
    goToWips: emit(({ context }) => ({ type: 'navigation.requested', to: paths.openWip(context.template) })),
    keepLink: assign(({ event }) => {
      assertEvent(event, 'document.linkFollowed');
      return { leavingTo: event.href };
    }),
    dropLink: assign({ leavingTo: null }),
    followLink: emit(({ context }) => ({ type: 'page.leaveRequested', href: context.leavingTo ?? '' })),
    allowLeave: emit({ type: 'leave.allowed' }),
    refuseLeave: emit({ type: 'leave.refused' }),
  },
  guards: {
    isSameDocument: ({ context, event }) => {
      assertEvent(event, 'address.changed');
      return event.template === context.template && event.wip === context.wip && (event.from ?? null) === null;
    },
    opensWithAttributes: ({ context }) => context.firstView === 'attributes',
    isReader: ({ context }) => context.isReader,
    isWriter: ({ context }) => !context.isReader,
    isNew: ({ context }) => context.wip === null,
    isSaved: ({ context }) => context.wip !== null,
    isNamed: ({ event }) => {
      assertEvent(event, 'save.named');
      return event.name.trim() !== '';
    },
    isFilled: ({ context: { loaded } }) => loaded !== null && fillingOf(loaded) !== null,
    isSourceLost: ({ context: { loaded } }) => loaded?.filling === 'lost',
    canTakeRowsBack: and([stateIn('#editor.loaded.rows.changed'), ({ context }) => areRowsAsFilled(context)]),
    hasFilledRows: ({ context }) => context.loaded !== null && context.loaded.filledHtml !== null,
    hasRows: ({ event }) => {
      assertEvent(event, 'journal.restored');
      return event.html !== null;
    },
    fitsInPart: ({ context: { pastedGrid }, event }) => {
      assertEvent(event, 'gridPaste.answered');
      return event.answer === 'fill' && pastedGrid.fits < pastedGrid.cells;
    },
    isWithoutRows: ({ event }) => {
      assertEvent(event, 'document.snapshotTaken');
      return event.error !== null;
    },
    /** The document has listed rows before, and may do so again. */
    isWithoutRowsNow: and(['isWithoutRows', ({ context }: { context: EditorContext }) => context.rowsListed !== null]),
    isUnreached: ({ event }) => isUnreached(failureIn(event)),
    isSaveDone: ({ event }) => saveResultIn(event).end === 'saved',
    isWipMade: ({ event }) => saveResultIn(event).end === 'created',
    /** True if all of the text has a place in the new WIP. */
    isWholeWipMade: and(['isWipMade', ({ event }: { event: EditorEvent }) => saveResultIn(event).isWhole]),
    isConflict: ({ event }) => saveResultIn(event).end === 'conflict',
    isWipGone: ({ event }) => saveResultIn(event).end === 'gone',
    isToSubmit: stateIn('#editor.loaded.command.saving.toSubmit'),
    isSavedToSubmit: and(['isToSubmit', 'isSaveDone']),
    isCopying: stateIn('#editor.loaded.command.saving.asCopy'),
    isCopyMade: and(['isCopying', 'isWipMade']),
    isCopyUnsure: and(['isCopying', 'isWipUnsure']),
    isSaveUnreached: ({ event }) => saveResultIn(event).end === 'unreached',
    /** A submission is not repeated automatically. */
    isSaveRepeated: and(['isSaveUnreached', not('isToSubmit')]),
    isWipUnsure: ({ event }) => saveResultIn(event).end === 'unsure',
    isWipRefused: ({ event }) => saveResultIn(event).end === 'uncreated',
    isGone: ({ event }) => isGone(failureIn(event)),
    isSubmissionAgreed: ({ event }) => submissionAnswerIn(event).kind === 'agreed',
    isCheckFailed: ({ event }) => submissionAnswerIn(event).kind === 'failed',
    isAnswerLate: ({ event }) => submissionAnswerIn(event).kind === 'late',
    /**
     * True if the wall, the document or the previous submission has to be checked. At a plain host with nothing odd,
     * only the contract's calls are made.
     */
    needsCheck: and(['isSavedToSubmit', ({ context }: { context: EditorContext }) => needsCheck(context)]),
    isSavedSince: ({ context, event }) => revisionToSend(context) !== null && statusOf(failureIn(event)) === 409,
    hasTheirRows: ({ context }) => hasTheirRows(context),
    areRowsOld: or(['hasTheirRows', ({ context }: { context: EditorContext }) => isComingOld(context)]),
    isSaveShown: ({ context }) => context.success === 'save',
    isSubmitShown: ({ context }) => context.success === 'submit',
    hasEdits: ({ context }) => context.edits.length > 0 || context.unreadable.length > 0,
    isComplete: ({ context }) => context.template !== '' && context.wip !== null && context.name !== '',
    isClean: and([
      stateIn('#editor.loaded.text.clean'),
      or([stateIn('#editor.loaded.rows.same'), stateIn('#editor.loaded.rows.renewing')]),
      not(stateIn('#editor.loaded.command.gone')),
    ]),
    isUnsaved: not('isClean'),
    canBeSubmitted: and(['isClean', 'isComplete']),
    isRowEdit: ({ context, event }) =>
      !context.isReader && (unreadableIn(event).length > 0 || hasRowEdits(context.loaded, changesIn(event))),
    /**
     * True if rows were added to the document, or typed in, since the last save; or a field cannot be read: another
     * document would lack what is typed there.
     */
    holdsNewRows: or([
      stateIn('#editor.loaded.rows.changed'),
      ({ context }: { context: EditorContext }) =>
        context.unreadable.length > 0 || hasRowEdits(context.loaded, context.edits),
    ]),
    holdsOwnRows: or([stateIn('#editor.loaded.rows.changed'), stateIn('#editor.loaded.rows.captured')]),
    isSaveOfOthers: ({ event }) => 'save' in event && event.save !== null,
    /** True if the document would have to be opened again, and has new rows, or this user may be typing in it. */
    waitsForSave: or([
      and(['holdsNewRows', 'hasOtherRegions']),
      and(['isSaveOfOthers', or(['hasRowsTaken', 'hasOtherRegions'])]),
    ]),
    hasRowsTaken: ({ context }) => context.rowsTaken !== null,
    hasOtherRegions: ({ context, event }) =>
      event.type === 'document.fetched' && hasOtherRegions(context.loaded, event.output),
    needsReopening: and([not('holdsNewRows'), or(['hasRowsTaken', 'hasOtherRegions'])]),
  },
  delays: { successBanner: SUCCESS_BANNER, snapshotTimeout: SNAPSHOT_TIMEOUT },
});
