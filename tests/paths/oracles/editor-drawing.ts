import type { Memory } from '../drivers/screen-walk.ts';
import type { Shown } from './page.ts';

const ON_PAPER = 'The document itself is printed by its Print button, or by Ctrl+P (Cmd+P) on the page.';
export const LINK = 'https://example.org/map';
export const ROW = 'gust';
/** The region's value in the template. */
export const TEMPLATE = 'wind 4';
export const MAY_HAVE_ARRIVED =
  'No answer came. The document may have been saved all the same: look under Open WIP before you save it again.';
export const MAY_BE_ON_WALL =
  'No answer came. It may have been submitted all the same: look at the dashboard. Before it is sent again, you are asked.';
export const ROWS_UNKNOWN =
  'The document did not answer. What was typed into it last, and rows added since the last save, may be missing.';
export const LOSES_LIST =
  'A field holds plain text and links. As soon as you change this one, what is saved of it is without its lists.';
export const denied = (what: string): string =>
  `Permission denied: You do not have sufficient permissions to ${what}. Please contact your administrator or check your account permissions.`;

/** Notes of a walk of the editor; none of them comes from the machine. */
export type Notes = {
  phase: 'loading' | 'error' | 'loaded' | 'gone';
  wip: string;
  /**
   * The region's value: in the HTML that the host sent last, at the last load or save, now, and as captured for a
   * save.
   */
  host: string;
  base: string;
  now: string;
  taken: string;
  /** The text in the frame. */
  text: string;
  /** True if the host has changed the document's layout. */
  isOtherLayout: boolean;
  /** Rows that the document's own script made since the last save: not captured for one yet, or captured. */
  rows: 'new' | 'taken' | '';
  /** True if such a row is in the frame. */
  hasRow: boolean;
  /** True if the document on the screen has listed its rows for a save. */
  isListed: boolean;
  name: string;
  command: 'Saving' | 'Submitting' | 'Deleting' | 'busy' | '';
  dialog: 'name' | 'delete' | 'delete failed' | 'link' | 'leave' | '';
  banner: 'save' | 'submit' | '';
  /** True if the document is opening, and receives no messages yet. */
  isOpening: boolean;
  /** True if another user has deleted the document. */
  isDeleted: boolean;
  /** True if the notice about the last submission is shown. */
  hasWallNotice: boolean;
  /** The last save did not reach the host, and is repeated automatically. */
  isWaiting: boolean;
  view: 'document' | 'attributes';
  /** True on a phone's screen: a document opens in the view of its attributes. */
  isNarrow: boolean;
  message: string;
  notice: string;
  /** The region that another user has changed, and this user has not seen yet. */
  theirs: string;
  /** The running request. */
  ask: string;
  /** The target of the user who is asked about leaving. */
  leaving: 'address' | 'link';
  /** A save whose screen the user has left. */
  left: string;
};

/** A document that no user has touched. */
export const UNTOUCHED = {
  host: '',
  base: '',
  now: '',
  taken: '',
  text: '',
  isOtherLayout: false,
  rows: '',
  hasRow: false,
  isListed: false,
  name: '',
  command: '',
  dialog: '',
  banner: '',
  isOpening: false,
  isDeleted: false,
  hasWallNotice: false,
  isWaiting: false,
  view: 'document',
  message: '',
  notice: '',
  theirs: '',
  ask: '',
} as const satisfies Partial<Notes>;

const known = new WeakMap<Memory, Notes>();

/** @param memory of a walk; returns its notes, which may be changed */
export function notesOf(memory: Memory): Notes {
  const notes = known.get(memory) ?? {
    ...UNTOUCHED,
    phase: 'loading',
    wip: '',
    isNarrow: false,
    leaving: 'address',
    left: '',
  };
  known.set(memory, notes);
  return notes;
}

export const isDirty = ({ now, base, rows, isDeleted }: Notes): boolean => now !== base || rows !== '' || isDeleted;

export const htmlOf = (regions: readonly (readonly [string, string])[]): string =>
  `${regions.map(([id, value]) => `<p class="editable" id="${id}">${value}</p>`).join('')}<a href="${LINK}"></a>`;

export const addressOf = (wip: string): string => (wip === '' ? '/forms/t-1' : `/forms/t-1/wips/${wip}`);
export const loadOf = (wip: string): string =>
  wip === '' ? 'GET /v1/templates/t-1?html=true' : `GET /v1/wips/${wip}?html=true`;

/**
 * The document's values were captured: the save sends the differences from the HTML that the host sent (`d7.edited`).
 */
export function taken({ wip, now, host, name, isDeleted }: Notes): Partial<Notes> {
  const before = isDeleted ? TEMPLATE : host;
  const changed = now === before ? [] : [{ id: 'what', value: now }];
  const body = JSON.stringify({ save_name: name, edited_attributes: changed, new_attributes: [] });
  const path = wip === '' || isDeleted ? '/v1/templates/t-1/wips/save' : `/v1/wips/${wip}/update`;
  return { taken: now, notice: '', ask: `POST ${path} ${body}` };
}
export const takenWithRows = (notes: Notes): Partial<Notes> => ({
  ...taken(notes),
  rows: notes.rows === 'new' ? 'taken' : notes.rows,
});

/** The host has the captured values. */
export const settled = (notes: Notes): Partial<Notes> => ({
  base: notes.taken,
  rows: notes.rows === 'taken' ? '' : notes.rows,
});

const GONE = 'This document was deleted, and what stands here is saved nowhere. If you leave now, it is lost.';

const DIALOGS: Readonly<Record<string, { says: string[]; offers: string[] }>> = {
  delete: {
    says: ['Are you sure you want to delete "Monday"? This action cannot be undone.'],
    offers: ['Cancel', 'Delete'],
  },
  link: {
    says: ['Link text', `You pasted ${LINK}. Which words should stand for it?`],
    offers: ['Cancel', 'Insert link'],
  },
  leave: {
    says: ['Leave without saving?', 'This document has changes that are not saved. If you leave now, they are lost.'],
    offers: ['Stay', 'Leave'],
  },
};

function dialogOf({ dialog, message, name, isDeleted, command }: Notes): { says: string[]; offers: string[] } | null {
  if (dialog === 'name') {
    const says = ['Save', 'Name it so others can find it.', ...(message === '' ? [] : [message])];
    return { says, offers: name === '' ? ['Cancel'] : ['Cancel', 'Save'] };
  }
  if (dialog === 'delete failed') return { says: [message], offers: ['OK'] };
  if (dialog === 'leave' && isDeleted && command === '')
    return { says: ['Leave without saving?', GONE], offers: ['Stay', 'Leave'] };
  return DIALOGS[dialog] ?? null;
}

const BANNERS = { save: 'Form saved successfully!', submit: 'Form submitted successfully!', '': '' };
const filled = (words: readonly string[]): string[] => words.filter((one) => one !== '');
const COPY = 'Save as a New WIP';
const WAITING = 'No connection. We’ll save when it is back';
const DELETED = `Your text is still here: save it as a new WIP to keep it.${COPY}`;
const dismissible = (words: string): string => (words === '' ? '' : `${words}Dismiss`);

/** The editor itself, without its dialogs. */
function editorOf(notes: Notes): { says: string[]; offers: string[] } {
  const { command, banner, message, notice, theirs, view, hasRow, wip } = notes;
  const isIdle = command === '';
  const isOffered = isIdle && notes.isDeleted;
  const hasWallNotice = notes.hasWallNotice && banner === '';
  const says = [
    command === 'busy' ? '' : command,
    notes.isWaiting && isDirty(notes) ? WAITING : '',
    BANNERS[banner],
    isOffered ? filled([message, DELETED]).join(' ') : dismissible(message),
    theirs === '' ? '' : `1 field was changed by somebody else: ${theirs}ShowMark as Seen`,
    dismissible(notice),
    hasWallNotice ? 'On the wall: Template dashboardClose' : '',
    ON_PAPER,
    ...(view === 'attributes'
      ? ['Attributes: the same document as a list of fields.', hasRow ? '2 of 2 fields' : '1 of 1 fields']
      : []),
    view === 'attributes' && theirs !== '' ? 'Changed by somebody else' : '',
  ];
  const offers = [
    'Document',
    'Attributes',
    'Print',
    isIdle && wip !== '' && !isOffered ? 'Delete' : '',
    isDirty(notes) && (isIdle || command === 'busy') ? 'Save (unsaved changes)' : isIdle ? 'Save' : '',
    isIdle && wip !== '' && !isDirty(notes) ? 'Submit to Dashboard' : '',
    isOffered ? COPY : message === '' ? '' : 'Dismiss',
    ...(theirs === '' ? [] : [theirs, 'Show', 'Mark as Seen']),
    notice === '' ? '' : 'Dismiss',
    hasWallNotice ? 'Close' : '',
  ];
  return { says: filled(says), offers: filled(offers) };
}

/** The screen for these notes. */
export function draw(notes: Notes): Shown {
  const { phase, wip, message, banner, ask, hasRow, text } = notes;
  const address = addressOf(wip);
  const loading = ['Loading the document'];
  switch (phase) {
    case 'gone':
      return {
        address: '/open-wip/t-1',
        headings: ['Works in progress'],
        says: ['Loading works in progress'],
        offers: [],
        waits: ['GET /v1/templates', 'GET /v1/templates/t-1/wips'],
        documents: [],
      };
    case 'error':
      return {
        address,
        headings: ['Error Loading Form'],
        says: [message],
        offers: ['Try Again'],
        waits: [],
        documents: [],
      };
    case 'loading':
      return { address, headings: loading, says: loading, offers: [], waits: [loadOf(wip)], documents: [] };
    case 'loaded':
      return {
        address: banner === '' ? address : `${address}?success=${banner}`,
        headings: [wip === '' ? 'Daily Brief' : 'Monday'],
        ...(dialogOf(notes) ?? editorOf(notes)),
        waits: filled([ask]),
        documents: [hasRow ? `${text} ${ROW}` : text],
      };
  }
}
