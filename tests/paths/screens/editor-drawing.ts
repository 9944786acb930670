import type { Memory } from './jsdom-driver.tsx';
import type { Shown } from './page.ts';

const ON_PAPER = 'The document itself is printed by its Print button, or by Ctrl+P (Cmd+P) on the page.';
export const LINK = 'https://example.org/map';
export const ROW = 'gust';

/** What a walk of the editor has noted. Every note that is not there is empty. */
export type Notes = {
  phase: 'error' | 'loaded' | 'gone' | '';
  wip: string;
  /** The region's value: in the HTML that the host gave last, at the last load or save, now, and when it was taken for a save. */
  host: string;
  base: string;
  now: string;
  taken: string;
  /** What stands in the frame. */
  text: string;
  layout: 'other' | '';
  /** Rows that the document's own script made since the last save: not taken for one yet, or taken. */
  rows: 'new' | 'taken' | '';
  /** Whether such a row stands in the frame. */
  row: 'yes' | '';
  name: string;
  command: 'Saving' | 'Submitting' | 'Deleting' | 'busy' | '';
  dialog: 'name' | 'delete' | 'delete failed' | 'link' | 'leave' | '';
  banner: 'save' | 'submit' | '';
  frame: 'lost' | 'removed' | '';
  /** Whether the document is being opened, and hears nothing yet. */
  opening: 'yes' | '';
  view: 'attributes' | '';
  /** The screen is a phone's: a document opens in the view of its attributes. */
  narrow: 'yes' | '';
  message: string;
  notice: string;
  /** The request under way. */
  ask: string;
  /** Where a person wants to go who is asked. */
  leaving: 'address' | 'link' | '';
  /** A save whose screen was left. */
  left: string;
};

export const noteOf = <K extends keyof Notes>(memory: Memory, key: K): Notes[K] => (memory.get(key) ?? '') as Notes[K];

export function note(memory: Memory, notes: Partial<Notes>): void {
  for (const [key, value] of Object.entries(notes)) memory.set(key, value);
}

export const isDirty = (memory: Memory): boolean =>
  noteOf(memory, 'now') !== noteOf(memory, 'base') || noteOf(memory, 'rows') !== '';

export const addressOf = (wip: string): string => (wip === '' ? '/forms/t-1' : `/forms/t-1/wips/${wip}`);
export const loadOf = (wip: string): string =>
  wip === '' ? 'GET /v1/templates/t-1?html=true' : `GET /v1/wips/${wip}?html=true`;

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

function dialogOf(memory: Memory): { says: string[]; offers: string[] } | null {
  const [dialog, message] = [noteOf(memory, 'dialog'), noteOf(memory, 'message')];
  if (dialog === 'name') {
    const says = ['Save', 'Give the document a name, so that others find it.', ...(message === '' ? [] : [message])];
    return { says, offers: noteOf(memory, 'name') === '' ? ['Cancel'] : ['Cancel', 'Save'] };
  }
  if (dialog === 'delete failed') return { says: [message], offers: ['OK'] };
  return DIALOGS[dialog] ?? null;
}

/** The editor itself, without its dialogs: section 2, editor. */
function editorOf(memory: Memory): { says: string[]; offers: string[] } {
  const of = <K extends keyof Notes>(key: K): Notes[K] => noteOf(memory, key);
  const command = of('command');
  const isIdle = command === '';
  const says = [
    command === 'busy' ? '' : command,
    of('banner') === 'save' ? 'Form saved successfully!' : '',
    of('banner') === 'submit' ? 'Form submitted successfully!' : '',
    of('message') === '' ? '' : `${of('message')}Dismiss`,
    of('notice') === '' ? '' : `${of('notice')}Dismiss`,
    of('frame') === 'lost' ? 'The document stopped responding. Your text is kept.Reload document' : '',
    of('frame') === 'removed' ? 'This document misbehaves and was closed. Your text is kept.Reload document' : '',
    ON_PAPER,
    ...(of('view') === 'attributes'
      ? ['By name, id or content', of('row') === 'yes' ? '2 of 2 regions' : '1 of 1 regions']
      : []),
  ];
  const offers = [
    'Document',
    'Attributes',
    isIdle ? (isDirty(memory) ? 'Save (unsaved changes)' : 'Save') : '',
    isIdle && of('wip') !== '' && !isDirty(memory) ? 'Submit to Dashboard' : '',
    isIdle && of('wip') !== '' ? 'Delete' : '',
    'Print',
    of('message') === '' ? '' : 'Dismiss',
    of('notice') === '' ? '' : 'Dismiss',
    of('frame') === '' ? '' : 'Reload document',
  ];
  return { says: says.filter((text) => text !== ''), offers: offers.filter((name) => name !== '') };
}

/** What shows, by the notes. */
export function draw(memory: Memory): Shown {
  const of = <K extends keyof Notes>(key: K): Notes[K] => noteOf(memory, key);
  const address = addressOf(of('wip'));
  if (of('phase') === 'gone') {
    return {
      address: '/open-wip/t-1',
      headings: ['Works in progress'],
      says: ['Loading works in progress'],
      offers: [],
      waits: ['GET /v1/templates', 'GET /v1/templates/t-1/wips'],
      documents: [],
    };
  }
  if (of('phase') === 'error') {
    const says = [of('message')];
    return { address, headings: ['Error Loading Form'], says, offers: ['Try Again'], waits: [], documents: [] };
  }
  if (of('phase') !== 'loaded') {
    const waiting = ['Loading the document'];
    return { address, headings: waiting, says: waiting, offers: [], waits: [loadOf(of('wip'))], documents: [] };
  }
  return {
    address: of('banner') === '' ? address : `${address}?success=${of('banner')}`,
    headings: [of('wip') === '' ? 'Daily Brief' : 'Monday'],
    ...(dialogOf(memory) ?? editorOf(memory)),
    waits: of('ask') === '' ? [] : [of('ask')],
    documents: of('frame') === 'removed' ? [] : [of('row') === 'yes' ? `${of('text')} ${ROW}` : of('text')],
  };
}
