import { assertEvent } from 'xstate';
import type { ArchiveSummary } from '#api/contract/archives.ts';
import { paths, type Source } from '#config/paths.ts';
import type { ApiFailure } from '#api/failure.ts';
import type { Laid } from '#document/regions/carry.ts';
import type { Markup, PasteAnswer, PastedGrid } from '#document/host/protocol.ts';
import type { Mark } from '#document/host/stage.ts';
import { linkNotation, serialiseLinks } from '#document/text/link-notation.ts';
import {
  baselineOnOpening,
  filledIn,
  type DocumentSnapshot,
  type LoadedDocument,
  NOTHING_RUNNING,
  type RunningRegions,
  withChanges,
} from './edits.ts';
import { currentValues, type RegionValue } from '../shared/region-values.ts';
import { ofHost, type OpenedDocument, type Restored, type RowsTold } from './journal.ts';
import { heldBy } from './held-content.ts';
import { type Basis, refetched, rowsToSave, UNDISPUTED, unseenBeside } from './save-basis.ts';
import type { SaveContent, SaveInput, SaveResult } from './save.machine.ts';
import { emptyOf } from './submission-facts.ts';
import type { SubmissionAnswer } from './submission.machine.ts';

/** Which document the address names: a base template, or a WIP made of it. `from`: what a new document is filled from, until it is open. */
export type EditorAddress = {
  template: string;
  wip: string | null;
  success: 'save' | 'submit' | null;
  from?: Source | null;
};

/** What the editor is opened with. `firstView`: the view in which a document opens; the user's own choice wins from then on. */
export type EditorInput = EditorAddress & {
  firstView: 'document' | 'attributes';
  /** Whether the person only reads: their host lets nobody of their level save, submit or delete. */
  isReader: boolean;
  /** Whether the host tells of which WIP its archives are, so that it can be looked at before a submission what the wall shows. */
  looksAtWall: boolean;
  /** Whether the host itself holds a save against what it was made of. */
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
    /** The regions that the document's script, or an extension, has changed last, since or while it was opened, and no key in them. */
    unasked: string[];
    /** Values that came from another document, and that nobody has typed. */
    filled: RegionValue[];
    running: RunningRegions;
    snapshot: DocumentSnapshot | null;
    /** The rows that the document that is shown has listed last; null where it has listed none. */
    rowsListed: unknown[] | null;
    name: string;
    message: string | null;
    notice: string | null;
    /** An address that waits for its text. */
    pastedUrl: string;
    /** Which of the document's questions it is, when it was pasted there. */
    pastedNo: number;
    /** A table that was pasted into one of the document. */
    pastedGrid: PastedGrid;
    /** Where in the list it was pasted, when it was pasted there. */
    pastedAt: PlaceInAttribute;
    /** Where a link of the document leads that takes this page's place. */
    leavingTo: string | null;
    /** Unsaved text from before whose regions the document does not have any more. */
    unplaced: RegionValue[];
    /** The submission that is under way, or what is to be known of the last one. */
    sending: Sending;
    /** The end of the save that is under way, once it has ended. */
    saveEnd: SaveResult | null;
    /** The answer to the question before a submission. */
    answer: SubmissionAnswer | null;
  };

/**
 * What a submission was agreed to with: the revision, null for the one after that which was loaded, and what stood on the wall. `refused`: the
 * revision that the host has refused. `isUnanswered`: no answer came to the last one.
 */
export type Sending = {
  agreed: number | null;
  onWall: ArchiveSummary | null;
  refused: number | null;
  isUnanswered: boolean;
  /** The region that the user goes to instead of submitting. */
  wanted: string | null;
};
export const NO_GRID: PastedGrid = { cells: 0, fits: 0, replaced: 0, left: [] };

export const NOTHING_SENT: Sending = {
  agreed: null,
  onWall: null,
  refused: null,
  isUnanswered: false,
  wanted: null,
};

/** Of a document whose address is known, and no more. */
export const NOTHING_LOADED = {
  loaded: null,
  baseline: [],
  edits: [],
  unasked: [],
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

/** A field of the Attributes view, and what stands in it before and after a place. */
export type PlaceInAttribute = { id: string; before: string; after: string };

export type EditorEvent =
  | ({ type: 'address.changed' } & EditorAddress)
  | { type: 'retry.requested' }
  | { type: 'documentView.chosen' }
  | { type: 'attributesView.chosen' }
  | { type: 'document.ready'; values: RegionValue[] }
  | { type: 'document.edited'; changes: RegionValue[]; unasked?: string[] | undefined }
  | { type: 'document.restructured'; added: RegionValue[]; removed: string[] }
  | { type: 'document.named'; names: RegionValue[] }
  | {
      type: 'document.snapshotTaken';
      values: RegionValue[];
      hidden?: string[] | undefined;
      newAttributes: unknown[];
      error: string | null;
    }
  | { type: 'document.losesMarkup'; id: string; what: Markup[] }
  | { type: 'document.urlPasted'; no: number; url: string }
  | { type: 'document.gridPasted'; no: number; grid: PastedGrid }
  | { type: 'gridPaste.answered'; answer: PasteAnswer }
  | { type: 'document.linkFollowed'; href: string }
  /** `at`: epoch milliseconds of now. */
  | { type: 'document.reopenRequested'; at: number }
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
  /** Somebody has deleted the document that is open here. */
  | { type: 'document.deletedBy'; name: string }
  | { type: 'rows.asked' | 'names.wanted' }
  | { type: 'marks.told'; marks: Mark[] }
  /** Another document was chosen to fill this one from. */
  | { type: 'fill.chosen'; source: Source }
  /** Values of another document are laid over this one; without its name they are taken back. */
  | ({ type: 'regions.filled' } & Filled)
  | { type: 'rows.takenBack' | 'fill.failed' }
  | ({ type: 'journal.restored' } & Restored)
  | { type: 'unplaced.dismissed' }
  /** The save that is under way needs to know what the document holds. */
  | { type: 'content.wanted' }
  /** The save has read the document as the host has it. */
  | { type: 'host.read'; output: LoadedDocument }
  /** Whether the document has to be read before it is saved. */
  | { type: 'look.answered'; isReadNeeded: boolean }
  | { type: 'content.captured' }
  | { type: 'content.saved' }
  | { type: 'content.settled' }
  | { type: 'content.fetched' | 'content.laidOut' };

/** Values that are laid over a document. `name`: of the document that they are from; null where they are taken back. */
export type Filled = { laid: readonly Laid[]; name: string | null };

/** What screens ask the chart for. */
export type EditorTag =
  | 'loading'
  | 'failed'
  | 'missing'
  | 'copying'
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
  | 'askingAboutGrid'
  | 'askingToLeave';

export const addressOf = (context: EditorContext, success?: 'save' | 'submit'): string =>
  context.wip === null ? paths.form(context.template) : paths.wip(context.template, context.wip, success);

/**
 * The document's values as they are taken for a save. Where it does not list its rows, those that it listed last are saved, or else those that the host has stay: then
 * what was typed into them is not saved.
 * @param told what differs from what the document opened with; what was typed back to that stands among the edits. Null where it does not answer
 */
export function capturedAs(context: EditorContext, told: (DocumentSnapshot & RowsTold) | null) {
  const { baseline, edits, loaded, rowsListed, rowsMadeOf } = context;
  const isListed = told?.error === null;
  // One that never lists any could not be submitted if they stayed unsaved (`docs/adr/0028-rows-that-are-not-listed.md`).
  const isNeverListed = told !== null && rowsListed === null;
  const savedOf = (values: RegionValue[]): RegionValue[] =>
    isListed || isNeverListed ? values : ofHost(loaded, values);
  return {
    snapshot: {
      values: currentValues(currentValues(baseline, savedOf(edits)), savedOf(told?.values ?? [])),
      newAttributes: isListed ? told.newAttributes : (rowsListed ?? rowsMadeOf),
      hidden: told?.hidden ?? [],
    },
    restoredOf: [],
  };
}

/** An editor whose document has opened with these values. What is known of rows is of those of the document before: these may be somebody else's. */
export function readyWith({ loaded, openedHtml, baseline: before, edits }: EditorContext, values: RegionValue[]) {
  const host = loaded !== null && openedHtml === loaded.detail.content ? loaded.regions : [];
  const known = loaded?.regions === before ? before : ofHost(loaded, before);
  const baseline = baselineOnOpening(host, known, values);
  return {
    baseline,
    unasked: filledIn(host, values),
    edits: withChanges(baseline, [], edits, loaded?.groups),
    running: NOTHING_RUNNING,
    rowsListed: null,
  };
}

/** The required regions that a submission would have empty. */
export const emptyRequired = ({ loaded, snapshot, baseline }: EditorContext): string[] =>
  emptyOf(loaded?.required ?? [], snapshot?.values ?? baseline);

/** The regions that are out of sight, with what a script wrote there. */
export const hiddenOf = ({ snapshot }: EditorContext): RegionValue[] => {
  const hidden = new Set(snapshot?.hidden);
  return hidden.size === 0 ? [] : (snapshot?.values ?? []).filter(([id]) => hidden.has(id));
};

/** Whether there may be something to ask before a submission. */
export function isToBeWeighed(context: EditorContext): boolean {
  const { unseen, hasUnseenRows } = unseenBeside(context);
  const { looksAtWall, sending } = context;
  return (
    looksAtWall ||
    sending.isUnanswered ||
    hasUnseenRows ||
    [emptyRequired(context), hiddenOf(context), unseen].some((reasons) => reasons.length > 0)
  );
}

/** The revision that is submitted: the one that was agreed to, or that the save before it makes when nobody else has saved; null at a host without. */
export const revisionToSend = ({ sending, loaded }: EditorContext): number | null => {
  const known = loaded?.detail.revision ?? null;
  return sending.agreed ?? (known === null ? null : known + 1);
};

/** An editor whose document is on its way. */
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
  saveEnd: null,
  answer: null,
});

/** The frame of an editor's document, which is given to it later. */
export const frameOf = ({ place, isReader }: EditorContext) =>
  ({
    place,
    mode: isReader ? 'view' : 'edit',
    isReadDraft: isReader,
    isLive: false,
    html: null,
    lines: 'guessed',
  }) as const;

/** The templates whose newest archive is looked up. Readers are shown nothing of it. */
export const wallOf = ({ isReader, template }: EditorContext) => ({ templates: isReader ? [] : [template] });

/** A read of the document. */
export const readOf = ({ template, wip, baseline, from }: EditorContext) => ({ template, wip, known: baseline, from });

/** The content of a save, as it is at this moment. */
export const contentOf = (context: EditorContext): SaveContent => {
  const { loaded, baseline, edits, snapshot, madeOf, restoredOf, rowsMadeOf, rowsComing, rowsTaken, conflict, held } =
    context;
  return { loaded, baseline, edits, snapshot, madeOf, restoredOf, rowsMadeOf, rowsComing, rowsTaken, conflict, held };
};

/** A save of the document; its content is requested by the save itself, but for unsaved text of a document that is not here. */
export const saveOf = (context: EditorContext, kind: SaveInput['kind']): SaveInput => {
  const { template, wip, name, isGuarded } = context;
  return { kind, template, wip, name, isGuarded, content: kind === 'unsaved text' ? contentOf(context) : null };
};

/** The failure that a save has ended with. */
export const saveFailure = ({ saveEnd }: EditorContext): ApiFailure => saveEnd?.failure ?? { kind: 'malformed' };

/** The facts that are weighed before a submission. */
export const submissionOf = (context: EditorContext) => {
  const { template, wip, looksAtWall, sending, baseline, snapshot } = context;
  return {
    template,
    wip: wip ?? '',
    looksAtWall,
    revision: revisionToSend(context),
    refused: sending.refused,
    isUnanswered: sending.isUnanswered,
    empty: emptyRequired(context),
    hidden: hiddenOf(context),
    seen: snapshot?.values ?? baseline,
    rows: rowsToSave(context),
    ...unseenBeside(context),
  };
};

/** An editor whose document was fetched anew after a save. What was typed meanwhile stays an edit, of what stood there before. */
export function fetchedInto(context: EditorContext, fetched: OpenedDocument) {
  const baseline = currentValues(context.baseline, fetched.regions);
  return {
    ...refetched(context, fetched.regions),
    ...heldBy(context, fetched),
    baseline,
    edits: withChanges(baseline, [], context.edits, fetched.groups),
    loaded: { ...fetched, filledHtml: null },
  };
}

/** The regions that were changed, in the document or in the list. */
export function changesIn(event: EditorEvent): RegionValue[] {
  assertEvent(event, ['document.edited', 'attribute.edited']);
  return event.type === 'document.edited' ? event.changes : [[event.id, event.value]];
}

/** Those of them that were changed without a key. */
export const unaskedIn = (event: EditorEvent): string[] =>
  event.type === 'document.edited' ? (event.unasked ?? []) : [];

/** The text of a link; null for none. */
export const linkTextIn = (event: EditorEvent): string | null => (event.type === 'linkText.given' ? event.text : null);

/** A value with a link at its end, or with the bare address where that is wanted or a link cannot be written. */
export function withLink(before: string, url: string, label: string | null): string {
  if (label === null || linkNotation(url, label, true) === null) return before + url;
  return serialiseLinks([
    { type: 'text', text: before },
    { type: 'link', href: url, label, top: true },
  ]);
}

/** What a sheet of paper must say of itself: what an editor holds was not submitted. An untouched template is a blank copy. */
export function paperNote(wip: string | null, isDirty: boolean): string | null {
  if (wip !== null) return isDirty ? 'Draft with unsaved changes - not submitted' : 'Draft - not submitted';
  return isDirty ? 'Draft, not saved - not submitted' : null;
}
