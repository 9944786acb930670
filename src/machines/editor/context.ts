import { assertEvent, type DoneActorEvent, type ErrorActorEvent } from 'xstate';
import type { ArchiveSummary } from '#common/calls/archives.ts';
import { type ApiFailure, failureOf } from '#api/failure.ts';
import { paths, type Source } from '#common/config/paths.ts';
import type { PlacedValue } from '#document/carry.ts';
import type { Markup, PasteAnswer, PastedGrid } from '#document/host/protocol.ts';
import type { Mark } from '#document/host/stage.ts';
import { linkNotation, serialiseLinks } from '#common/document/text/link-notation.ts';
import {
  baselineOnOpening,
  filledIn,
  type DocumentSnapshot,
  editedAttributes,
  type LoadedDocument,
  NOTHING_RUNNING,
  type RunningRegions,
  mergeChanges,
  withChanges,
} from './edits.ts';
import { unreadableGoneMessage } from '../shared/messages.ts';
import { currentValues, type RegionValue, valuesById } from '../shared/region-values.ts';
import { ofHost, type OpenedDocument, type Restored, type RowsReport } from './journal.ts';
import { hostContentOf } from './host-content.ts';
import {
  type Basis,
  NO_CONTENT,
  refetched,
  rowsToSave,
  type SaveContent,
  type Settlement,
  textsIn,
  UNDISPUTED,
  unseenBeside,
} from './save-basis.ts';
import type { SaveInput, SaveResult } from './save.machine.ts';
import { emptyOf } from './submission-facts.ts';
import type { SubmissionAnswer } from './submission.machine.ts';
import type { SaveFacts } from './their-changes.ts';

/**
 * Address of a document: a base template, or a WIP made from it. `from`: the source that fills a new document, until
 * it is open.
 */
export type EditorAddress = {
  template: string;
  wip: string | null;
  success: 'save' | 'submit' | null;
  from?: Source | null;
};

/** Input of the editor. `firstView`: the view in which a document opens; after that the user's own choice counts. */
export type EditorInput = EditorAddress & {
  firstView: 'document' | 'attributes';
  /** True if the user may only read: the host lets no user of their level save, submit or delete. */
  isReader: boolean;
  /** True if the host reports the WIP of each archive, so that the wall can be checked before a submission. */
  looksAtWall: boolean;
  /** True if the host itself compares a save with its basis. */
  isGuarded: boolean;
  /** The key of the document's place in the page. */
  place: string;
};

export type EditorContext = EditorInput &
  Basis & {
    loaded: OpenedDocument | null;
    /** The HTML that the frame shows. */
    openedHtml: string;
    baseline: RegionValue[];
    edits: RegionValue[];
    /**
     * Regions whose last change, since or during opening, was made by the document's script or an extension, without
     * a key.
     */
    unasked: string[];
    /**
     * Regions whose field, in the document or in the list, holds something that the browser cannot read: it is in no
     * edit, and what is stored stays stored.
     */
    unreadable: string[];
    /** Regions and rows with their texts that the user has agreed to submit although they are out of sight. */
    agreed: RegionValue[];
    /** Values from another document that no user has typed. */
    filled: RegionValue[];
    running: RunningRegions;
    snapshot: DocumentSnapshot | null;
    /** The rows that the document on the screen has listed last; null if it has listed none. */
    rowsListed: Pick<DocumentSnapshot, 'newAttributes' | 'hiddenRows'> | null;
    name: string;
    /** The failure of the last command. */
    message: string | null;
    /** A hint that is no failure. */
    notice: string | null;
    /** A pasted address that waits for its link text. */
    pastedUrl: string;
    /** Number of the document's question, if the address was pasted there. */
    pastedNo: number;
    /** A table that was pasted into a table of the document. */
    pastedGrid: PastedGrid;
    /** Place in the list, if the address was pasted there. */
    pastedAt: PlaceInAttribute;
    /** Target of a link in the document that replaces this page. */
    leavingTo: string | null;
    /** Unsaved text of an earlier visit whose regions the document no longer has. */
    unplaced: RegionValue[];
    sending: Sending;
  };

/** A submission. Reset when one begins, except `isUnanswered`. */
export type Sending = {
  /** The revision that the user agreed to; null for the one that the save before the submission makes. */
  agreedRevision: number | null;
  /** The archive on the wall when the user agreed. */
  onWall: ArchiveSummary | null;
  /** The revision that the host has refused, because another user has saved since. */
  refusedRevision: number | null;
  /** The last submission got no answer: it may be on the wall. */
  isUnanswered: boolean;
  /** The region that the user goes to instead of submitting. */
  wantedRegion: string | null;
};
export const NO_GRID: PastedGrid = { cells: 0, fits: 0, replaced: 0, left: [] };

export const NOTHING_SENT: Sending = {
  agreedRevision: null,
  onWall: null,
  refusedRevision: null,
  isUnanswered: false,
  wantedRegion: null,
};

/** Context of a document that is not loaded: only its address is known. */
export const NOTHING_LOADED = {
  loaded: null,
  baseline: [],
  edits: [],
  unasked: [],
  unreadable: [],
  agreed: [],
  filled: [],
  unplaced: [],
  running: NOTHING_RUNNING,
  snapshot: null,
  rowsListed: null,
  name: '',
  notice: null,
  sending: NOTHING_SENT,
  ...UNDISPUTED,
} satisfies Partial<EditorContext>;

/** A field of the Attributes view, and its text before and after a place. */
export type PlaceInAttribute = { id: string; before: string; after: string };

export type EditorEvent =
  | ({ type: 'address.changed' } & EditorAddress)
  | { type: 'retry.requested' }
  | { type: 'documentView.chosen' }
  | { type: 'attributesView.chosen' }
  | { type: 'document.ready'; values: RegionValue[] }
  /** `was`: values that a patch was to replace in regions that were changed a moment before. */
  | {
      type: 'document.edited';
      changes: RegionValue[];
      unasked?: string[] | undefined;
      unreadable?: string[] | undefined;
      was?: RegionValue[];
    }
  /** The document was read again. `save`: that of another user after which it was; null for one of this user. */
  | { type: 'document.fetched'; output: OpenedDocument; save: SaveFacts | null }
  | { type: 'document.restructured'; added: RegionValue[]; removed: string[] }
  | { type: 'document.named'; names: RegionValue[] }
  | {
      type: 'document.snapshotTaken';
      values: RegionValue[];
      hidden?: string[] | undefined;
      hiddenRows?: RegionValue[] | undefined;
      newAttributes: unknown[];
      error: string | null;
    }
  | { type: 'document.losesMarkup'; id: string; what: Markup[]; unfit?: RegionValue[] | undefined }
  | { type: 'document.urlPasted'; no: number; url: string }
  | { type: 'document.gridPasted'; no: number; grid: PastedGrid }
  | { type: 'gridPaste.answered'; answer: PasteAnswer }
  | { type: 'document.linkFollowed'; href: string }
  /** `at`: now, in epoch milliseconds. */
  | { type: 'document.reopenRequested'; at: number }
  | { type: 'print.requested' }
  | { type: 'view.switched' }
  | { type: 'attribute.reached' | 'document.caretPlaced'; id: string }
  | { type: 'attribute.edited'; id: string; value: string; isUnreadable?: boolean }
  | { type: 'attribute.urlPasted'; url: string; at: PlaceInAttribute }
  | { type: 'linkText.given'; text: string | null }
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
  /** Another user has deleted the open document. */
  | { type: 'document.deletedBy'; name: string }
  | { type: 'rows.asked' | 'names.wanted' }
  | { type: 'marks.given'; marks: Mark[] }
  /** The user has chosen another document to fill this one from. */
  | { type: 'fill.chosen'; source: Source }
  /** Values of another document fill this one; without its name they are undone. */
  | ({ type: 'regions.filled' } & Filled)
  | { type: 'rows.takenBack' | 'fill.failed' }
  | ({ type: 'journal.restored' } & Restored)
  | { type: 'unplaced.dismissed' }
  /** The running save requests the document's content. */
  | { type: 'content.wanted' }
  /** The running save has read the host's document. */
  | { type: 'host.read'; output: LoadedDocument }
  /** Says if the document has to be read before it is saved. */
  | { type: 'readNeed.decided'; isReadNeeded: boolean }
  | { type: 'content.captured' }
  | { type: 'content.saved' }
  | { type: 'content.settled' }
  | { type: 'content.merged' | 'content.reloaded' | 'content.reopened' }
  | DoneActorEvent<OpenedDocument, 'loadDocument' | 'reloadDocument'>
  | DoneActorEvent<SaveResult, 'save' | 'saveText'>
  | DoneActorEvent<Settlement, 'conflict'>
  | DoneActorEvent<SubmissionAnswer, 'submission'>
  | DoneActorEvent<{ archive: string | null }, 'submitWip'>
  | ErrorActorEvent;

/** Values that fill a document. `name`: of the document that they are from; null if they are undone. */
export type Filled = { placed: readonly PlacedValue[]; name: string | null };

/** Tags that screens query. */
export type EditorTag =
  | 'loading'
  | 'failed'
  | 'missing'
  | 'copying'
  | 'busy'
  | 'reading'
  | 'saving'
  | 'submitting'
  | 'mayAsk'
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
  | 'askingAboutGrid'
  | 'askingToLeave';

export const addressOf = (context: EditorContext, success?: 'save' | 'submit'): string =>
  context.wip === null ? paths.form(context.template) : paths.wip(context.template, context.wip, success);

/**
 * Captures the document's values for a save. If it does not list its rows, those that it listed last are saved, or
 * else the host's rows stay; text typed into rows is not saved then.
 * @param answer the document's answer: values that differ from those it opened with; text typed back to those is among
 * the edits. Null if it does not answer
 */
export function capturedAs(context: EditorContext, answer: (DocumentSnapshot & RowsReport) | null) {
  const { baseline, edits, loaded, rowsListed, rowsMadeOf, running, unasked } = context;
  const added = valuesById(running.added);
  const known = valuesById(currentValues(baseline, edits));
  const readable = (answer?.values ?? []).filter(([id]) => !context.unreadable.includes(id));
  // A change that the document has kept from being reported is as unknown to the user as one that is out of sight.
  const unreported = readable
    .filter(([id, value]) => (known.get(id) ?? value) !== value && added.get(id) !== value)
    .map(([id]) => id);
  const rows = answer?.error === null ? answer : rowsListed;
  // A document that never lists rows could not be submitted if edits in them stayed unsaved
  // (`docs/adr/0028-rows-that-are-not-listed.md`).
  const savedOf = (values: RegionValue[]): RegionValue[] =>
    answer && (rows === answer || !rows) ? values : ofHost(loaded, values);
  // Rows that the document was opened with are shown as it shows them.
  const had = textsIn(loaded?.newAttributes);
  return {
    snapshot: {
      values: currentValues(currentValues(baseline, savedOf(edits)), savedOf(readable)),
      newAttributes: rows?.newAttributes ?? rowsMadeOf,
      hidden: [...(answer?.hidden ?? unasked), ...unreported],
      hiddenRows: rows?.hiddenRows?.filter(([, text]) => !had.includes(text)),
    },
    // A save asks nothing: the submission after it does.
    unasked: [...new Set([...unasked, ...unreported])],
    restoredOf: [],
  };
}

/**
 * Returns an editor whose document has opened with these values. Rows listed by the document before are dropped: this
 * one may have rows of another user.
 */
export function readyWith(context: EditorContext, values: RegionValue[]) {
  const { loaded, openedHtml, baseline: before, edits, unreadable, notice } = context;
  const host = loaded !== null && openedHtml === loaded.detail.content ? loaded.regions : [];
  const known = loaded?.regions === before ? before : ofHost(loaded, before);
  const baseline = baselineOnOpening(host, known, values);
  return {
    baseline,
    unasked: filledIn(host, values, loaded?.computed),
    edits: withChanges(baseline, [], edits, loaded?.groups),
    unreadable: [],
    notice: unreadable.length === 0 ? notice : unreadableGoneMessage(unreadableNames(context)),
    running: NOTHING_RUNNING,
    rowsListed: null,
  };
}

/** The required regions that would be empty in a submission. */
export const emptyRequired = ({ loaded, snapshot, baseline }: EditorContext): string[] =>
  emptyOf(loaded?.required ?? [], snapshot?.values ?? baseline);

/** The regions and rows that no user may have seen, with what a script wrote there, except what the user has agreed to. */
export const hiddenOf = ({ snapshot, agreed }: EditorContext): RegionValue[] => {
  const { values = [], hiddenRows = [] } = snapshot ?? {};
  const hidden = new Set(snapshot?.hidden);
  return [...values.filter(([id]) => hidden.has(id)), ...hiddenRows].filter(
    ([id, text]) => !agreed.some((one) => one[0] === id && one[1] === text),
  );
};

/** True if there may be a reason to ask before a submission. */
export function needsCheck(context: EditorContext): boolean {
  const { unseen, hasUnseenRows } = unseenBeside(context);
  const { looksAtWall, sending } = context;
  return (
    looksAtWall ||
    sending.isUnanswered ||
    hasUnseenRows ||
    [emptyRequired(context), hiddenOf(context), unseen].some((reasons) => reasons.length > 0)
  );
}

/**
 * The revision to submit: the one that the user agreed to, or the known one + 1, which the save before it makes if no
 * other user has saved; null at a host without revisions.
 */
export const revisionToSend = ({ sending, loaded }: EditorContext): number | null => {
  const known = loaded?.detail.revision ?? null;
  return sending.agreedRevision ?? (known === null ? null : known + 1);
};

/** Returns an editor whose document is not loaded yet. */
export const startingWith = (input: EditorInput): EditorContext => ({
  ...input,
  ...NOTHING_LOADED,
  openedHtml: '',
  message: null,
  pastedUrl: '',
  pastedNo: 0,
  pastedGrid: NO_GRID,
  pastedAt: { id: '', before: '', after: '' },
  leavingTo: null,
  rowsMadeOf: [],
});

/** The frame of an editor's document; its HTML follows later. */
export const frameOf = ({ place, isReader }: EditorContext) =>
  ({
    place,
    mode: isReader ? 'view' : 'edit',
    isReadDraft: isReader,
    isLive: false,
    html: null,
    lines: 'guessed',
    isStored: false,
  }) as const;

/** The stored values of a WIP, except those that its script computes. A template has none. */
export const storedOf = ({ wip, loaded }: EditorContext) => {
  const computed = loaded?.computed ?? [];
  const values = loaded?.regions ?? [];
  return {
    isStored: wip !== null,
    stored: computed.length === 0 ? values : values.filter(([id]) => !computed.includes(id)),
  };
};

/** The templates whose newest archive is looked up. Readers see nothing of it. */
export const wallOf = ({ isReader, template }: EditorContext) => ({ templates: isReader ? [] : [template] });

/** A read of the document. */
export const readOf = ({ template, wip, baseline, from }: EditorContext) => ({ template, wip, known: baseline, from });

/** The content for a save, as it is now. */
export const contentOf = (context: EditorContext): SaveContent =>
  Object.fromEntries(Object.keys(NO_CONTENT).map((name) => [name, context[name as keyof SaveContent]])) as SaveContent;

/** The kind of the save that an event begins. */
export const saveKind = ({ wip }: EditorContext, { type }: EditorEvent): SaveInput['kind'] =>
  type === 'copy.requested' ? 'copy' : wip === null ? 'new' : 'existing';

/** A save of the document. It requests the content itself, except for unsaved text of a document that is not loaded. */
export const saveOf = (context: EditorContext, kind: SaveInput['kind']): SaveInput => {
  const { template, wip, name, isGuarded } = context;
  return { kind, template, wip, name, isGuarded, content: kind === 'unsaved text' ? contentOf(context) : null };
};

/** The document that a call has read. */
export function documentIn(event: EditorEvent): OpenedDocument {
  assertEvent(event, ['xstate.done.actor.loadDocument', 'xstate.done.actor.reloadDocument']);
  return event.output;
}

/** The failure of a call. */
export function failureIn(event: EditorEvent): ApiFailure {
  assertEvent(event, 'xstate.error.actor.*');
  return failureOf(event.error);
}

/** The result of a save that has ended. */
export function saveResultIn(event: EditorEvent): SaveResult {
  assertEvent(event, ['xstate.done.actor.save', 'xstate.done.actor.saveText']);
  return event.output;
}

/** The answer of the check before a submission. */
export function submissionAnswerIn(event: EditorEvent): SubmissionAnswer {
  assertEvent(event, 'xstate.done.actor.submission');
  return event.output;
}

/** The facts to check before a submission. */
export const submissionOf = (context: EditorContext) => {
  const { template, wip, looksAtWall, sending, baseline, snapshot } = context;
  return {
    template,
    wip: wip ?? '',
    looksAtWall,
    revision: revisionToSend(context),
    refused: sending.refusedRevision,
    isUnanswered: sending.isUnanswered,
    empty: emptyRequired(context),
    hidden: hiddenOf(context),
    seen: snapshot?.values ?? baseline,
    rows: rowsToSave(context),
    ...unseenBeside(context),
  };
};

/**
 * Returns an editor whose document was fetched again after a save. Text typed meanwhile stays an edit, based on the
 * values before.
 */
export function fetchedInto(context: EditorContext, fetched: OpenedDocument) {
  const baseline = currentValues(context.baseline, fetched.regions);
  return {
    ...refetched(context, fetched.regions),
    ...hostContentOf(context, fetched),
    baseline,
    edits: withChanges(baseline, [], context.edits, fetched.groups),
    loaded: { ...fetched, filledHtml: null },
  };
}

/** The values to show of a document that was fetched again, and those that the document on the screen shows instead. */
export function patchOf({ baseline, edits, unreadable }: EditorContext, fetched: LoadedDocument) {
  const [shown, mine] = [valuesById(baseline), new Set([...edits.map(([id]) => id), ...unreadable])];
  const values = editedAttributes(baseline, fetched.regions).flatMap(({ id, value }): RegionValue[] =>
    mine.has(id) ? [] : [[id, value]],
  );
  return { values, was: values.map(([id]) => shown.get(id) ?? '') };
}

/** The regions that were changed, in the document or in the list. */
export function changesIn(event: EditorEvent): RegionValue[] {
  assertEvent(event, ['document.edited', 'attribute.edited']);
  if (event.type === 'document.edited') return event.changes;
  return event.isUnreadable === true ? [] : [[event.id, event.value]];
}

/** Those of an event that have come to hold something unreadable. */
export function unreadableIn(event: EditorEvent): string[] {
  assertEvent(event, ['document.edited', 'attribute.edited']);
  if (event.type === 'document.edited') return event.unreadable ?? [];
  return event.isUnreadable === true ? [event.id] : [];
}

/** Names of the regions that hold something unreadable. */
export const unreadableNames = ({ unreadable, running }: Pick<EditorContext, 'unreadable' | 'running'>): string[] => {
  const names = valuesById(running.names);
  return unreadable.map((id) => names.get(id) ?? id);
};

/** Returns an editor in which regions were changed. */
export function changedBy(context: EditorContext, event: EditorEvent) {
  const [changes, newlySo] = [changesIn(event), unreadableIn(event)];
  const [changed, unread] = [valuesById(changes), new Set(newlySo)];
  const merged = mergeChanges(context, changes, unaskedIn(event));
  return {
    ...merged,
    // The next save asks about text that was typed while another user's value was on its way into the document.
    madeOf: [...context.madeOf, ...wasIn(event)],
    edits: merged.edits.filter(([id]) => !unread.has(id)),
    unreadable: [...context.unreadable.filter((id) => !changed.has(id) && !unread.has(id)), ...newlySo],
  };
}

/** Those of their values that a patch was to replace. */
const wasIn = (event: EditorEvent): RegionValue[] => (event.type === 'document.edited' ? (event.was ?? []) : []);

/** Those of them that were changed without a key. */
const unaskedIn = (event: EditorEvent): string[] => (event.type === 'document.edited' ? (event.unasked ?? []) : []);

/** The text of a link; null for none. */
export const linkTextIn = (event: EditorEvent): string | null => (event.type === 'linkText.given' ? event.text : null);

/** A value with a link at its end, or with the bare address if that is wanted or a link cannot be written. */
export function withLink(before: string, url: string, label: string | null): string {
  if (label === null || linkNotation(url, label, true) === null) return before + url;
  return serialiseLinks([
    { type: 'text', text: before },
    { type: 'link', href: url, label, top: true },
  ]);
}

/** The document for the printer. */
export const sheetOf = ({ baseline, edits, wip }: EditorContext, isDirty: boolean) => ({
  type: 'print.requested' as const,
  values: currentValues(baseline, edits),
  note: paperNote(wip, isDirty),
});

/** Note on a printed page: the content was not submitted. An untouched template is a blank copy, without a note. */
function paperNote(wip: string | null, isDirty: boolean): string | null {
  if (wip !== null) return isDirty ? 'Draft with unsaved changes - not submitted' : 'Draft - not submitted';
  return isDirty ? 'Draft, not saved - not submitted' : null;
}
