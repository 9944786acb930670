import { and, assign, emit, fromPromise, raise, setup, stateIn } from 'xstate';
import { failureOf } from '#api/failure.ts';
import type { DocumentDetail } from '#api/contract/templates.ts';
import type { SaveBody } from '#api/contract/wips.ts';
import { SNAPSHOT_TIMEOUT, SUCCESS_BANNER } from '#config/constants.ts';
import { paths } from '#config/paths.ts';
import {
  baselineOnOpening,
  currentValues,
  editedAttributes,
  type RegionValue,
  valuesToPatch,
  withChanges,
  wipNameOf,
} from './editor-edits.ts';
import { deleteMessage, loadDocumentMessage, messages, saveMessage, submitMessage } from './messages.ts';
import { unprovided } from './unprovided.ts';

/** Which document the address names: a base template, or a WIP made of it. */
export type EditorAddress = { template: string; wip: string | null; success: 'save' | 'submit' | null };

/** What the editor is opened with. `firstView`: the view in which a document opens; a person's own choice wins from then on. */
export type EditorInput = EditorAddress & { firstView: 'document' | 'attributes' };

/** A document as the host gave it: its regions' values in document order, the rows that its script made, and what was typed but not saved before. */
export type LoadedDocument = {
  detail: DocumentDetail;
  regions: RegionValue[];
  newAttributes: unknown[];
  draft: RegionValue[];
};

/** What the document holds at one moment, as the frame tells it. */
export type DocumentSnapshot = { values: RegionValue[]; newAttributes: unknown[] };

type EditorContext = EditorInput & {
  loaded: LoadedDocument | null;
  /** The HTML that the frame shows. A new number means: open it anew. */
  opened: { no: number; html: string };
  baseline: RegionValue[];
  edits: RegionValue[];
  snapshotNo: number;
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
  | { type: 'document.restructured' }
  | {
      type: 'document.snapshotTaken';
      no: number;
      values: RegionValue[];
      newAttributes: unknown[];
      error: string | null;
    }
  | { type: 'document.urlPasted'; no: number; url: string }
  | { type: 'document.linkFollowed'; href: string }
  | { type: 'document.lost' }
  | { type: 'document.found' }
  | { type: 'document.misbehaved' }
  | { type: 'document.reopenRequested' }
  | { type: 'attribute.edited'; id: string; value: string }
  | { type: 'attribute.urlPasted'; url: string; at: PlaceInAttribute }
  | { type: 'linkText.given'; text: string }
  | { type: 'linkText.cancelled' }
  | { type: 'save.requested' }
  | { type: 'save.named'; name: string }
  | { type: 'submit.requested' }
  | { type: 'delete.requested' }
  | { type: 'delete.confirmed' }
  | { type: 'dialog.cancelled' }
  | { type: 'message.dismissed' }
  | { type: 'leave.requested' }
  | { type: 'leave.confirmed' }
  | { type: 'leave.cancelled' }
  | { type: 'content.captured' }
  | { type: 'content.saved' };

/** What the editor says to the page: where to go, and what the document's frame is to do. */
export type EditorEmitted =
  | { type: 'navigation.requested'; to: string; replace?: boolean }
  | { type: 'document.snapshotRequested'; no: number }
  | { type: 'document.patchRequested'; values: RegionValue[] }
  | { type: 'document.linkTextChosen'; no: number; url: string; text: string | null }
  | { type: 'attribute.linkTextChosen'; at: PlaceInAttribute; url: string; text: string | null }
  | { type: 'page.leaveRequested'; href: string }
  | { type: 'leave.allowed' }
  | { type: 'leave.refused' };

const address = (context: EditorContext, success?: 'save' | 'submit'): string =>
  context.wip === null ? paths.form(context.template) : paths.wip(context.template, context.wip, success);

/** The body of a save: what differs from the host's content, under the name that is shown (decisions 7, 8, 19). */
export function saveBodyOf(context: EditorContext): SaveBody {
  return {
    save_name: context.name,
    edited_attributes: editedAttributes(context.loaded?.regions ?? [], context.snapshot?.values ?? []),
    new_attributes: context.snapshot?.newAttributes ?? [],
  };
}

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
      | 'saving'
      | 'submitting'
      | 'deleting'
      | 'dirty'
      | 'opening'
      | 'lost'
      | 'removed'
      | 'savedShown'
      | 'submittedShown'
      | 'naming'
      | 'confirmingDelete'
      | 'deleteFailed'
      | 'askingLinkText'
      | 'askingToLeave',
  },
  actors: {
    loadDocument: fromPromise<LoadedDocument, { template: string; wip: string | null }>(unprovided),
    saveNewWip: fromPromise<{ uuid: string }, { template: string; body: SaveBody }>(unprovided),
    updateWip: fromPromise<void, { wip: string; body: SaveBody }>(unprovided),
    submitWip: fromPromise<void, { wip: string }>(unprovided),
    deleteWip: fromPromise<void, { wip: string }>(unprovided),
  },
  actions: {
    /** `app.ts` keeps what was typed beside the screen, so that a lost session does not lose it. */
    keepDraft: () => {},
    dropDraft: () => {},
    takeAddress: assign((_, { template, wip, success }: EditorAddress) => ({
      template,
      wip,
      success,
      loaded: null,
      baseline: [],
      edits: [],
      snapshot: null,
      name: '',
      notice: null,
    })),
    takeSuccess: assign({ success: (_, params: EditorAddress) => params.success }),
    openLoaded: assign(({ context }, params: { loaded: LoadedDocument }) => ({
      loaded: params.loaded,
      opened: { no: context.opened.no + 1, html: params.loaded.detail.content },
      baseline: params.loaded.regions,
      edits: withChanges(params.loaded.regions, [], params.loaded.draft),
      name: context.wip === null ? '' : wipNameOf(params.loaded.detail, context.wip),
    })),
    reopen: assign(({ context }) => ({
      opened: { no: context.opened.no + 1, html: context.loaded?.detail.content ?? '' },
    })),
    keepBaseline: assign(({ context }, params: { values: RegionValue[] }) => {
      const { loaded, opened } = context;
      const host = loaded !== null && opened.html === loaded.detail.content ? loaded.regions : [];
      const baseline = baselineOnOpening(host, context.baseline, params.values);
      return { baseline, edits: withChanges(baseline, [], context.edits) };
    }),
    patchEdits: emit(({ context }, params: { values: RegionValue[] }) => ({
      type: 'document.patchRequested',
      values: valuesToPatch(params.values, context.baseline, context.edits),
    })),
    patchOne: emit((_, params: { id: string; value: string }) => ({
      type: 'document.patchRequested',
      values: [[params.id, params.value]],
    })),
    keepChanges: assign({
      edits: ({ context }, params: { changes: RegionValue[] }) =>
        withChanges(context.baseline, context.edits, params.changes),
    }),
    askForSnapshot: emit(({ context }) => ({ type: 'document.snapshotRequested', no: context.snapshotNo })),
    countSnapshot: assign({ snapshotNo: ({ context }) => context.snapshotNo + 1 }),
    keepSnapshot: assign(({ context }, params: DocumentSnapshot) => ({
      snapshot: { values: currentValues(context.baseline, params.values), newAttributes: params.newAttributes },
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
    tellSaved: raise({ type: 'content.saved' }),
    settleBaseline: assign(({ context }) => {
      const saved = context.snapshot?.values ?? context.baseline;
      return { baseline: saved, edits: withChanges(saved, [], currentValues(context.baseline, context.edits)) };
    }),
    keepNewWip: assign({ wip: (_, params: { uuid: string }) => params.uuid }),
    keepName: assign({ name: (_, params: { name: string }) => params.name.trim() }),
    clearName: assign({ name: '' }),
    keepLoaded: assign(({ context }, params: { loaded: LoadedDocument }) => ({
      loaded: { ...params.loaded, draft: [] },
      name: wipNameOf(params.loaded.detail, context.wip ?? ''),
    })),
    patchFromHost: emit(({ context }, params: { loaded: LoadedDocument }) => ({
      type: 'document.patchRequested',
      values: editedAttributes(context.baseline, params.loaded.regions)
        .filter(({ id }) => !context.edits.some(([edited]) => edited === id))
        .map(({ id, value }): RegionValue => [id, value]),
    })),
    rebase: assign(({ context }, params: { loaded: LoadedDocument }) => {
      const baseline = currentValues(context.baseline, params.loaded.regions);
      return { baseline, edits: withChanges(baseline, [], context.edits) };
    }),
    keepLoadMessage: assign({
      message: ({ context }, params: { error: unknown }) =>
        loadDocumentMessage(context.wip === null ? 'template' : 'wip', failureOf(params.error)),
    }),
    keepSaveMessage: assign({ message: (_, params: { error: unknown }) => saveMessage(failureOf(params.error)) }),
    keepSubmitMessage: assign({ message: (_, params: { error: unknown }) => submitMessage(failureOf(params.error)) }),
    keepDeleteMessage: assign({ message: (_, params: { error: unknown }) => deleteMessage(failureOf(params.error)) }),
    askForName: assign({ message: messages.document.nameRequired }),
    sayDraftRestored: assign({ notice: messages.document.draftRestored }),
    sayRowsNotSaved: assign({ notice: messages.document.rowsNotSaved }),
    refuseSubmit: assign({ message: messages.document.submitIncomplete }),
    clearMessage: assign({ message: null }),
    clearNotice: assign({ message: null, notice: null }),
    keepPasted: assign(
      (_, params: { pastedUrl: string; pastedNo: number } | { pastedUrl: string; pastedAt: PlaceInAttribute }) =>
        params,
    ),
    insertInDocument: emit(({ context }, params: { text: string | null }) => ({
      type: 'document.linkTextChosen',
      no: context.pastedNo,
      url: context.pastedUrl,
      ...params,
    })),
    insertInList: emit(({ context }, params: { text: string | null }) => ({
      type: 'attribute.linkTextChosen',
      at: context.pastedAt,
      url: context.pastedUrl,
      ...params,
    })),
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
    isNew: ({ context }) => context.wip === null,
    isSaved: ({ context }) => context.wip !== null,
    isNamed: (_, params: { name: string }) => params.name.trim() !== '',
    hasDraft: (_, params: { loaded: LoadedDocument }) => params.loaded.draft.length > 0,
    isThisSnapshot: ({ context }, params: { no: number }) => params.no === context.snapshotNo,
    isWithoutRows: ({ context }, params: { no: number; error: string | null }) =>
      params.no === context.snapshotNo && params.error !== null,
    isSaveShown: ({ context }) => context.success === 'save',
    isSubmitShown: ({ context }) => context.success === 'submit',
    hasEdits: ({ context }) => context.edits.length > 0,
    isComplete: ({ context }) => context.template !== '' && context.wip !== null && context.name !== '',
    isClean: stateIn('#editor.loaded.content.clean'),
    canBeSubmitted: and(['isClean', 'isComplete']),
    isLaidOutAnew: ({ context }, params: { loaded: LoadedDocument }) => {
      const before = context.loaded?.regions ?? [];
      const now = params.loaded.regions;
      return before.length !== now.length || now.some(([id], at) => before[at]?.[0] !== id);
    },
  },
  delays: { successBanner: SUCCESS_BANNER, snapshotTimeout: SNAPSHOT_TIMEOUT },
});
