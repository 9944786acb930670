import { and, assign, emit, fromPromise, not, or, raise, sendTo, setup, stateIn } from 'xstate';
import { failureOf, isGone, isUnreached } from '#api/failure.ts';
import type { SaveConflict } from '#api/contract/conflicts.ts';
import type { SaveBody } from '#api/contract/wips.ts';
import { SUCCESS_BANNER } from '#config/constants.ts';
import { SNAPSHOT_TIMEOUT } from '#config/frame.ts';
import { paths } from '#config/paths.ts';
import type { Markup } from '#document/host/protocol.ts';
import { conflictMachine } from './conflict.machine.ts';
import { changesOf, hasDraft, laidOverOf, openedOf, openedWith, placeOf } from './editor-journal.ts';
import { documentFrameMachine } from './document-frame.machine.ts';
import {
  baselineOnOpening,
  type DocumentSnapshot,
  type EditorEmitted,
  type LoadedDocument,
  NOTHING_RUNNING,
  currentValues,
  editedAttributes,
  type RegionValue,
  type RunningRegions,
  valuesToPatch,
  withChanges,
  wipNameOf,
} from './editor-edits.ts';
import { paperNote, withLink } from './editor-words.ts';
import { journalMachine } from './journal.machine.ts';
import type { UnsavedText } from './journal.setup.ts';
import { deleteMessage, loadDocumentMessage, lossMessage, messages, saveMessage, submitMessage } from './messages.ts';
import { type Basis, refetched, type SaveBasis, saved, type Settlement, settled, UNDISPUTED } from './save-basis.ts';
import { type PresenceNews, presenceMachine } from './presence.machine.ts';
import { saveLineMachine } from './save-line.machine.ts';
import { unprovided } from './unprovided.ts';

/** Which document the address names: a base template, or a WIP made of it. */
export type EditorAddress = { template: string; wip: string | null; success: 'save' | 'submit' | null };

/** What the editor is opened with. `firstView`: the view in which a document opens; the user's own choice wins from then on. */
export type EditorInput = EditorAddress & {
  firstView: 'document' | 'attributes';
  /** Whether the person only reads: their host lets nobody of their level save, submit or delete. */
  isReader: boolean;
  /** The key of the document's place in the page. */
  place: string;
};

export type EditorContext = EditorInput &
  Basis & {
    loaded: LoadedDocument | null;
    /** The HTML that the frame shows. */
    openedHtml: string;
    baseline: RegionValue[];
    edits: RegionValue[];
    running: RunningRegions;
    snapshot: DocumentSnapshot | null;
    name: string;
    message: string | null;
    notice: string | null;
    /** An address that waits for its text. */
    pastedUrl: string;
    /** Which of the document's questions it is, when it was pasted there. */
    pastedNo: number;
    /** Where in the list it was pasted, when it was pasted there. */
    pastedAt: PlaceInAttribute;
    /** Where a link of the document leads that takes this page's place. */
    leavingTo: string | null;
    /** Unsaved text from before whose regions the document does not have any more. */
    unplaced: RegionValue[];
    /** The regions of its template, where a new WIP is made of a document that is gone. */
    ofTemplate: RegionValue[];
  };

/** A field of the Attributes view, and what stands in it before and after a place. */
type PlaceInAttribute = { id: string; before: string; after: string };

type EditorEvent =
  | ({ type: 'address.changed' } & EditorAddress)
  | { type: 'retry.requested' }
  | { type: 'documentView.chosen' }
  | { type: 'attributesView.chosen' }
  | { type: 'document.ready'; values: RegionValue[] }
  | { type: 'document.edited'; changes: RegionValue[] }
  | { type: 'document.restructured'; added: RegionValue[]; removed: string[] }
  | { type: 'document.named'; names: RegionValue[] }
  | { type: 'document.snapshotTaken'; values: RegionValue[]; newAttributes: unknown[]; error: string | null }
  | { type: 'document.losesMarkup'; id: string; what: Markup[] }
  | { type: 'document.urlPasted'; no: number; url: string }
  | { type: 'document.linkFollowed'; href: string }
  | { type: 'document.reopenRequested' }
  | { type: 'print.requested' }
  | { type: 'view.switched' }
  | { type: 'attribute.reached' | 'document.caretPlaced'; id: string }
  | { type: 'attribute.edited'; id: string; value: string }
  | { type: 'attribute.urlPasted'; url: string; at: PlaceInAttribute }
  | { type: 'linkText.given'; text: string }
  | { type: 'linkText.cancelled' }
  | { type: 'save.requested' }
  | { type: 'save.repeated' }
  | { type: 'save.named'; name: string }
  | { type: 'submit.requested' }
  | { type: 'copy.requested' }
  | { type: 'delete.requested' }
  | { type: 'delete.confirmed' }
  | { type: 'dialog.cancelled' }
  | { type: 'message.dismissed' }
  | { type: 'leave.requested' }
  | { type: 'leave.confirmed' }
  | { type: 'leave.cancelled' }
  | { type: 'rows.asked' | 'names.wanted' }
  | { type: 'journal.restored'; text: UnsavedText; html: string | null }
  | { type: 'unplaced.dismissed' }
  | { type: 'content.captured' }
  | { type: 'content.saved' }
  | { type: 'content.settled' };

const address = (context: EditorContext, success?: 'save' | 'submit'): string =>
  context.wip === null ? paths.form(context.template) : paths.wip(context.template, context.wip, success);

/** The editor's vocabulary: what its chart (`editor.machine.ts`) is written with. */
export const editorSetup = setup({
  types: {
    context: {} as EditorContext,
    input: {} as EditorInput,
    events: {} as EditorEvent,
    emitted: {} as EditorEmitted,
    tags: {} as
      | 'loading'
      | 'failed'
      | 'busy'
      | 'reading'
      | 'saving'
      | 'submitting'
      | 'deleting'
      | 'dirty'
      | 'savedShown'
      | 'submittedShown'
      | 'naming'
      | 'resolving'
      | 'gone'
      | 'confirmingDelete'
      | 'deleteFailed'
      | 'askingLinkText'
      | 'askingToLeave',
  },
  actors: {
    document: documentFrameMachine,
    conflict: conflictMachine,
    journal: journalMachine,
    saveLine: saveLineMachine,
    presence: presenceMachine,
    loadDocument: fromPromise<LoadedDocument, { template: string; wip: string | null }>(unprovided),
    saveNewWip: fromPromise<{ uuid: string }, { template: string; body: SaveBody }>(unprovided),
    updateWip: fromPromise<SaveConflict | null, { wip: string; body: SaveBody; basis: SaveBasis }>(unprovided),
    submitWip: fromPromise<void, { wip: string }>(unprovided),
    deleteWip: fromPromise<void, { wip: string }>(unprovided),
  },
  actions: {
    openJournal: sendTo('journal', ({ context }, { output }: { output: LoadedDocument }) => ({
      type: 'document.opened',
      place: placeOf(context),
      ...openedOf(context, output),
    })),
    moveJournal: sendTo('journal', ({ context }) => ({
      type: 'document.moved',
      place: placeOf(context),
      title: context.name,
    })),
    keepDraft: sendTo('journal', ({ context }) => ({ type: 'text.changed', ...changesOf(context) })),
    leaveDraft: sendTo('journal', { type: 'text.left' }),
    tellPresence: sendTo('presence', (_, params: PresenceNews) => params),
    dropDraft: sendTo('journal', { type: 'document.deleted' }),
    tellRowsChanged: sendTo('journal', { type: 'rows.changed' }),
    tellRowsSaved: sendTo('journal', { type: 'rows.saved' }),
    tellRows: sendTo('journal', (_, { newAttributes, error }: { newAttributes: unknown[]; error: string | null }) => ({
      type: 'rows.told',
      newAttributes,
      error,
    })),
    takeRestored: assign(({ context }, { text, html }: { text: UnsavedText; html: string | null }) => ({
      ...laidOverOf(context, text),
      name: context.name === '' ? text.name : context.name,
      openedHtml: html ?? context.openedHtml,
    })),
    dropUnplaced: assign({ unplaced: [] }),
    patchRestored: sendTo('document', ({ context }) => ({ type: 'patch.requested', values: context.edits })),
    takeAddress: assign((_, { template, wip, success }: EditorAddress) => ({
      template,
      wip,
      success,
      loaded: null,
      baseline: [],
      edits: [],
      unplaced: [],
      running: NOTHING_RUNNING,
      snapshot: null,
      name: '',
      notice: null,
      ...UNDISPUTED,
    })),
    takeSuccess: assign({ success: (_, params: EditorAddress) => params.success }),
    openLoaded: assign(({ context }, params: { output: LoadedDocument }) => ({
      ...openedWith(params.output),
      openedHtml: params.output.draftHtml ?? params.output.detail.content,
      rowsMadeOf: params.output.newAttributes,
      name: context.wip === null ? '' : wipNameOf(params.output.detail, context.wip),
    })),
    takeLoadedHtml: assign(({ context }) => ({
      openedHtml: context.loaded?.detail.content ?? '',
      rowsMadeOf: context.loaded?.newAttributes ?? [],
      rowsTaken: null,
    })),
    awaitDocument: sendTo('document', { type: 'document.awaited' }),
    showDocument: sendTo('document', ({ context }) => ({
      type: 'document.given',
      html: context.openedHtml,
      lines: context.loaded?.detail.line_breaks ?? 'guessed',
    })),
    keepBaseline: assign(({ context }, params: { values: RegionValue[] }) => {
      const { loaded, openedHtml } = context;
      const host = loaded !== null && openedHtml === loaded.detail.content ? loaded.regions : [];
      const baseline = baselineOnOpening(host, context.baseline, params.values);
      return { baseline, edits: withChanges(baseline, [], context.edits), running: NOTHING_RUNNING };
    }),
    patchEdits: sendTo('document', ({ context }, params: { values: RegionValue[] }) => ({
      type: 'patch.requested',
      values: valuesToPatch(params.values, context.baseline, context.edits),
    })),
    patchOne: sendTo('document', (_, params: { id: string; value: string }) => ({
      type: 'patch.requested',
      values: [[params.id, params.value]],
    })),
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
    keepChanges: assign({
      edits: ({ context }, params: { changes: RegionValue[] }) =>
        withChanges(context.baseline, context.edits, params.changes),
    }),
    askForSnapshot: sendTo('document', { type: 'snapshot.requested' }),
    keepSnapshot: assign(({ context }, params: DocumentSnapshot) => ({
      snapshot: {
        // The document tells what differs from what it opened with; what was typed back to that stands among the edits.
        values: currentValues(currentValues(context.baseline, context.edits), params.values),
        newAttributes: params.newAttributes,
      },
      notice: null,
    })),
    assumeSnapshot: assign(({ context }) => ({
      snapshot: {
        values: currentValues(context.baseline, context.edits),
        newAttributes: context.snapshot?.newAttributes ?? context.loaded?.newAttributes ?? [],
      },
      notice: messages.document.rowsUnknown,
    })),
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
    settleBaseline: assign(({ context }) => {
      const held = context.snapshot?.values ?? context.baseline;
      const edits = withChanges(held, [], currentValues(context.baseline, context.edits));
      return { baseline: held, edits, ...saved(context) };
    }),
    keepNewWip: assign({ wip: (_, params: { uuid: string }) => params.uuid }),
    keepTemplate: assign({ ofTemplate: (_, params: { output: LoadedDocument }) => params.output.regions }),
    keepName: assign({ name: (_, params: { name: string }) => params.name.trim() }),
    clearName: assign({ name: '' }),
    keepLoaded: assign(({ context }, params: { output: LoadedDocument }) => ({
      loaded: { ...params.output, draft: [], draftHtml: null, draftRows: null },
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
      return { baseline, edits: withChanges(baseline, [], context.edits) };
    }),
    /** Before the edits are held against the new content. */
    keepMadeOf: assign(({ context }, params: { output: LoadedDocument }) => refetched(context, params.output.regions)),
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
    keepDeleteMessage: assign({ message: (_, params: { error: unknown }) => deleteMessage(failureOf(params.error)) }),
    sayMayHaveArrived: assign({ notice: messages.document.mayHaveArrived }),
    askForName: assign({ message: messages.document.nameRequired }),
    sayDraftRestored: assign({ notice: messages.document.draftRestored }),
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
    insertInList: raise(({ context }, params: { text: string | null }) => {
      const { id, before, after } = context.pastedAt;
      return { type: 'attribute.edited', id, value: withLink(before, context.pastedUrl, params.text) + after };
    }),
    showSaved: emit(({ context }) => ({ type: 'navigation.requested', to: address(context, 'save'), replace: true })),
    goToNewWip: emit(({ context }) => ({ type: 'navigation.requested', to: address(context, 'save') })),
    showSubmitted: emit(({ context }) => ({
      type: 'navigation.requested',
      to: address(context, 'submit'),
      replace: true,
    })),
    dropSuccess: emit(({ context }) => ({ type: 'navigation.requested', to: address(context), replace: true })),
    goToWips: emit(({ context }) => ({ type: 'navigation.requested', to: paths.openWip(context.template) })),
    keepLink: assign({ leavingTo: (_, params: { href: string }) => params.href }),
    dropLink: assign({ leavingTo: null }),
    followLink: emit(({ context }) => ({ type: 'page.leaveRequested', href: context.leavingTo ?? '' })),
    allowLeave: emit({ type: 'leave.allowed' }),
    refuseLeave: emit({ type: 'leave.refused' }),
  },
  guards: {
    isSameDocument: ({ context }, params: EditorAddress) =>
      params.template === context.template && params.wip === context.wip,
    opensWithAttributes: ({ context }) => context.firstView === 'attributes',
    isReader: ({ context }) => context.isReader,
    isWriter: ({ context }) => !context.isReader,
    isNew: ({ context }) => context.wip === null,
    isSaved: ({ context }) => context.wip !== null,
    isNamed: (_, params: { name: string }) => params.name.trim() !== '',
    hasDraft: (_, params: { output: LoadedDocument }) => hasDraft(params.output),
    hasDraftRows: ({ context }) => context.loaded !== null && context.loaded.draftRows !== null,
    hasRows: (_, params: { html: string | null }) => params.html !== null,
    isNotCollecting: not(
      or([
        stateIn('#editor.loaded.command.saving.collecting'),
        stateIn('#editor.loaded.command.submitting.collecting'),
        stateIn('#editor.loaded.command.copying.collecting'),
      ]),
    ),
    isWithoutRows: (_, params: { error: string | null }) => params.error !== null,
    isUnreached: (_, params: { error: unknown }) => isUnreached(failureOf(params.error)),
    isGone: (_, params: { error: unknown }) => isGone(failureOf(params.error)),
    isConflict: (_, params: { output: SaveConflict | null }) => params.output !== null,
    isSaveShown: ({ context }) => context.success === 'save',
    isSubmitShown: ({ context }) => context.success === 'submit',
    hasEdits: ({ context }) => context.edits.length > 0,
    isComplete: ({ context }) => context.template !== '' && context.wip !== null && context.name !== '',
    isClean: and([
      stateIn('#editor.loaded.text.clean'),
      stateIn('#editor.loaded.rows.same'),
      not(stateIn('#editor.loaded.command.gone')),
    ]),
    canBeSubmitted: and(['isClean', 'isComplete']),
    isLaidOutAnew: ({ context }, params: { output: LoadedDocument }) => {
      if (context.rowsTaken !== null) return true;
      const before = context.loaded?.regions ?? [];
      const now = params.output.regions;
      return before.length !== now.length || now.some(([id], at) => before[at]?.[0] !== id);
    },
  },
  delays: { successBanner: SUCCESS_BANNER, snapshotTimeout: SNAPSHOT_TIMEOUT },
});
