import type { LoadedDocument } from '#machines/editor/edits.ts';
import type { EditorContext } from '#machines/editor/context.ts';
import type { SaveResult } from '#machines/editor/save.machine.ts';
import {
  addressOf,
  denied,
  LOSES_LIST,
  MAY_BE_ON_WALL,
  MAY_HAVE_ARRIVED,
  ROWS_UNKNOWN,
  draw,
  htmlOf,
  isDirty,
  LINK,
  loadOf,
  type Notes,
  notesOf,
  ROW,
  settled,
  taken,
  takenWithRows,
  UNTOUCHED,
} from './editor-drawing.ts';
import { withLooks } from './editor-looks.ts';
import type { After, Given, Memory, ScreenSpec } from '../drivers/screen-walk.ts';
import type { World } from '../models/editor/editor-samples.ts';
import type { Hands, Shown } from './page.ts';

const SAVING = 'Error saving form. Please try again.';
const SUBMITTING = 'Error submitting form. Please try again.';
const FETCHING = 'Error fetching form. Please try again.';
const DELETING = 'Error deleting WIP. Please try again.';
const NAME_REQUIRED = 'Please enter a name for the saved form';
const INCOMPLETE = 'Template and WIP name are required for submission';
const ROWS_NOT_SAVED =
  'Rows that you added were not saved: the document could not list them. Everything else is saved.';

/** The only text of a document whose layout the host has changed. */
const OTHER_LAYOUT = 'wind 4';

const documentBody = (output: unknown): unknown => {
  const { detail, regions } = output as LoadedDocument;
  return { result: { ...detail, content: htmlOf(regions) } };
};

type Change = (notes: Notes, given: Given) => Partial<Notes>;

/** Draws the screen from the notes, with these changes. */
const drawn =
  (change: Partial<Notes> | Change): After =>
  (_before, memory, given) => {
    const notes = notesOf(memory);
    return draw(Object.assign(notes, typeof change === 'function' ? change(notes, given) : change));
  };

const valueOf = ({ output }: Given): string => (output as LoadedDocument).regions[0]?.[1] ?? '';
const typedOf = (given: Given): string =>
  ((given['changes'] ?? [['what', given['value']]]) as [string, string][])[0]?.[1] ?? '';
const showing = (now: string): Partial<Notes> => ({ now, text: now });

const reloading = (wip: string, banner: 'save' | 'submit'): Partial<Notes> => ({
  wip,
  command: 'busy',
  banner,
  ask: loadOf(wip),
});

const idle = { command: '', ask: '' } as const;
const fails = (message: string) => drawn({ ...idle, message });
const meetsDeleted = (message: string) => drawn({ ...idle, message, isDeleted: true });
const failsToLoad = (ofTemplate: string, ofWip = ofTemplate) =>
  drawn(({ wip }) => ({ phase: 'error', message: wip === '' ? ofTemplate : ofWip }));
const failsToName = (message: string) => drawn({ ...idle, message, dialog: 'name' });
const failsToDelete = drawn({ ...idle, message: DELETING, dialog: 'delete failed' });

/** Replaces the address that no longer has a document. */
const copySaved: After = ({ behind = 0 }, memory) => {
  const notes = notesOf(memory);
  return { ...draw(Object.assign(notes, settled(notes), reloading('w-3', 'save'), { isDeleted: false })), behind };
};

const typed = drawn(({ base, theirs }, given) => {
  const value = typedOf(given);
  return { ...showing(value), theirs: value === base ? theirs : '' };
});
const linked = (link: string) => drawn(({ now }) => ({ dialog: '', theirs: '', ...showing(`${now}${link}`) }));
/** A blank separates a link from a word, but not from another link. */
const withText = drawn(({ now }) => ({
  dialog: '',
  theirs: '',
  ...showing(`${now}${now.endsWith(']') ? '' : ' '}${LINK}[the map,window=_top]`),
}));

async function giveText(page: Hands): Promise<void> {
  await page.type('text', 'the map');
  await page.press('Insert link');
}

const opened: Change = ({ wip, isNarrow }, given) => {
  const host = valueOf(given);
  return {
    ...UNTOUCHED,
    phase: 'loaded',
    host,
    base: host,
    ...showing(host),
    name: wip === '' ? '' : 'Monday',
    view: isNarrow ? 'attributes' : 'document',
    isOpening: true,
  };
};

/** The other saved document. A running save ends even though its document was left. */
const away: Change = ({ wip, command, ask }) => ({
  ...UNTOUCHED,
  phase: 'loading',
  wip: otherThan(wip),
  left: command === 'Saving' ? ask : '',
});
const otherThan = (wip: string): string => (wip === 'w-1' ? 'w-2' : 'w-1');
const goAway = (page: Hands, memory: Memory): Promise<void> => page.goTo(addressOf(otherThan(notesOf(memory).wip)));

async function answerLeftSave(page: Hands, memory: Memory): Promise<void> {
  const { left, wip } = notesOf(memory);
  if (left === '') return;
  notesOf(memory).left = '';
  await page.asks(loadOf(wip));
  await page.reply(left, {});
}

const reloaded = drawn(({ now, base, text, isOpening, theirs }, given) => {
  const host = valueOf(given);
  const shown = now === base ? host : now;
  // Text typed meanwhile stays, and is not marked as another user's.
  const isTheirs = now === base && host !== base;
  return { ...idle, host, base: host, now: shown, text: isOpening ? text : shown, theirs: isTheirs ? 'what' : theirs };
});

const loading = (wip: string): Shown => draw({ ...notesOf(new Map()), wip });
const NARROW = 'a saved document, on a narrow screen';
const START = {
  'a base template': '',
  'a saved document': 'w-1',
  [NARROW]: 'w-1',
  'a saved document with text on this device': 'w-1',
} as const;

/** After an unanswered submission, the editor asks before the next one. */
const isUnanswered = (context: unknown): boolean => (context as EditorContext).sending.isUnanswered;
const has = (context: unknown, fact: 'isReader' | 'looksAtWall' | 'isGuarded'): boolean =>
  typeof context === 'object' && context !== null && (context as Record<string, unknown>)[fact] === true;

/** True if it is filled from another document. */
const isFilled = (context: unknown): boolean => ((context as { from?: unknown }).from ?? null) !== null;

const AFTER: ScreenSpec['after'] = {
  'tries again': drawn({ phase: 'loading', message: '' }),
  'goes to another saved document': drawn(away),
  // The same page again, to which Back leads.
  'the address is the same': ({ behind = 0 }, memory) => ({
    ...draw(Object.assign(notesOf(memory), { banner: '' })),
    behind: behind + 1,
  }),
  'wants to leave': drawn({ dialog: 'leave', leaving: 'address' }),
  leaves: (before, memory, given) => {
    const { leaving } = notesOf(memory);
    const shown = drawn(leaving === 'link' ? { dialog: '' } : away)(before, memory, given);
    return { ...shown, leaves: leaving === 'link' ? [LINK] : [] };
  },
  stays: drawn({ dialog: '' }),
  'the document is ready': drawn(({ isOtherLayout, now }) => ({
    text: isOtherLayout ? OTHER_LAYOUT : now,
    hasRow: false,
    isListed: false,
    isOpening: false,
  })),
  'switches the view by key': drawn(({ view }) => ({ view: view === 'document' ? 'attributes' : 'document' })),
  'opens the document anew': drawn(({ isOtherLayout, host }) => ({
    text: isOtherLayout ? OTHER_LAYOUT : host,
    hasRow: false,
    isOpening: true,
  })),
  'follows a link of the document': (_before, memory) => {
    const notes = notesOf(memory);
    if (!isDirty(notes)) return { ...draw(notes), leaves: [LINK] };
    return draw(Object.assign(notes, { dialog: 'leave', leaving: 'link' }));
  },
  'reaches a region in the list': drawn({}),
  'reaches a region with a list': drawn({ notice: LOSES_LIST }),
  'pastes an address': drawn({ dialog: 'link' }),
  'pastes an address into the list': drawn({ dialog: 'link' }),
  'gives the link a text': withText,
  'gives the link a text in the list': withText,
  // A blank separates it from a word, but not from another bare address before the caret.
  'takes the bare address': drawn(({ now }) => ({
    dialog: '',
    theirs: '',
    ...showing(`${now}${now.endsWith(LINK) ? '' : ' '}${LINK}`),
  })),
  // Inserted as the browser pastes it.
  'takes the bare address in the list': linked(LINK),
  'the document gives its values': drawn((notes) => ({ ...takenWithRows(notes), isListed: true })),
  // A document that has listed its rows may do so again: they stay unsaved.
  'the document gives its values, but not its rows': drawn((notes) => ({
    ...(notes.isListed ? taken(notes) : takenWithRows(notes)),
    notice: ROWS_NOT_SAVED,
  })),
  // The document does not answer within the editor's timeout.
  'after 3500 ms': drawn((notes) => ({ ...taken(notes), notice: ROWS_UNKNOWN })),
  'after 2000 ms': drawn((notes) => ({ ...taken(notes), notice: ROWS_UNKNOWN })),
  'after 1500 ms': drawn({ banner: '' }),
  types: typed,
  'types it back': typed,
  'types in the list': typed,
  'types it back in the list': typed,
  'adds a row': drawn({ rows: 'new', hasRow: true }),
  saves: drawn(({ wip }) => ({
    isWaiting: false,
    message: '',
    notice: '',
    ...(wip === '' ? { dialog: 'name' } : { command: 'Saving', isDeleted: false }),
  })),
  'gives a name': drawn({ name: 'Monday', dialog: '', message: '', command: 'Saving' }),
  'gives no name': drawn({ message: NAME_REQUIRED, name: '' }),
  submits: drawn(({ wip }) =>
    wip === ''
      ? { message: INCOMPLETE }
      : { message: '', notice: '', command: 'Submitting', hasWallNotice: false, isWaiting: false },
  ),
  deletes: drawn({ message: '', notice: '', dialog: 'delete' }),
  'confirms the deletion': drawn(({ wip }) => ({
    dialog: '',
    command: 'Deleting',
    ask: `GET /v1/wips/${wip}/delete`,
  })),
  'cancels the dialog': drawn(({ dialog, name }) => ({
    name: dialog === 'name' ? '' : name,
    dialog: '',
    message: '',
  })),
  'saves it as a new WIP': drawn({ message: '', notice: '', command: 'Saving' }),
  'dismisses the message': drawn({ message: '', notice: '' }),
  'shows the attributes': drawn({ view: 'attributes' }),
  'shows the document': drawn({ view: 'document' }),
  'loadDocument: the document': drawn(opened),
  'loadDocument: server error that says why (500)': failsToLoad('The storage is full.'),
  'loadDocument: not understood': failsToLoad('Failed to load template', 'Failed to load saved template wip'),
  'loadDocument: deleted by somebody (404)': failsToLoad(FETCHING),
  'loadDocument: denied (403)': failsToLoad(denied('access this template'), denied('access this WIP')),
  'loadDocument: not reached': failsToLoad(FETCHING),
  'save: created': (before, memory, given) =>
    notesOf(memory).isDeleted
      ? copySaved(before, memory, given)
      : drawn((notes) => ({ ...settled(notes), ...reloading('w-1', 'save') }))(before, memory, given),
  'save: not understood': failsToName('Unexpected response from server'),
  'save: saved': drawn((notes) => ({
    ...settled(notes),
    ...(notes.command === 'Submitting'
      ? { ask: `POST /v1/wips/${notes.wip}/submit {}` }
      : reloading(notes.wip, 'save')),
  })),
  'save: denied (403)': drawn(({ wip }) => ({
    ...idle,
    message: denied('save this template'),
    ...(wip === '' && { dialog: 'name' }),
  })),
  'save: not reached': drawn(({ command, isDeleted, wip }) =>
    command === 'Saving' && !isDeleted && wip !== ''
      ? { ...idle, isWaiting: true }
      : {
          ...idle,
          message: SAVING,
          ...(wip === '' && { dialog: 'name' }),
          ...(command === 'Saving' && { notice: MAY_HAVE_ARRIVED }),
        },
  ),
  'save: deleted by somebody (404)': meetsDeleted(SAVING),
  'submitWip: deleted by somebody (404)': meetsDeleted(SUBMITTING),
  'submitWip: submitted': drawn(({ wip }) => ({ ...reloading(wip, 'submit'), hasWallNotice: true })),
  'submitWip: denied (403)': fails(denied('submit this form')),
  'submitWip: not reached': drawn({ ...idle, message: SUBMITTING, notice: MAY_BE_ON_WALL }),
  'deleteWip: deleted': drawn({ phase: 'gone' }),
  'deleteWip: denied (403)': failsToDelete,
  'deleteWip: not reached': failsToDelete,
  'reloadDocument: as it was saved': reloaded,
  'reloadDocument: changed by the host': reloaded,
  // If the document before does not answer, the new one is shown at once. A user who has added rows meanwhile keeps
  // the document that has them, until they are saved.
  'reloadDocument: laid out anew': drawn(({ isOpening, rows }) => ({
    ...idle,
    ...(rows !== 'new' && { isOtherLayout: true, theirs: 'other' }),
    ...(rows !== 'new' && isOpening ? { text: OTHER_LAYOUT, hasRow: false } : {}),
  })),
  'reloadDocument: not reached': fails(FETCHING),
};

/** Written from the clauses `s2.editor`, `s4.editor`, `s5`, `s8.document`, `d7`, `d8`, `d17`, `d20` and `d21` of `docs/spec-coverage.md`. */
export const editorScreen: ScreenSpec = {
  user: { username: 'ada', uuid: 'u-1', permission: 2 },
  holdsDocument: true,
  outOfReach: ({ choice, moment }, { snapshot, world }) => {
    if (/that was kept|has copied|the journal asks|lists its rows|rows from before/.test(choice.label))
      return 'A plain host keeps nothing on the disk: tests/e2e/editor/journal.test.ts has one that does.';
    if (isFilled(snapshot.context) || /fill|takes back|the other document/.test(choice.label))
      return 'The documents of the walks share nothing: tests/spec/editor/carry.test.tsx fills some from others.';
    if (
      has(snapshot.context, 'looksAtWall') ||
      (choice.label === 'save: saved' &&
        snapshot.matches({ loaded: { command: { saving: 'toSubmit' } } }) &&
        isUnanswered(snapshot.context))
    )
      return 'What is asked before a submission is in tests/spec/editor/submission.test.tsx, at a host that tells of its wall and at a plain one.';
    if (has(snapshot.context, 'isReader'))
      return 'A plain host hides nothing: tests/spec/editor/reading.test.tsx has one that does.';
    if (
      /^(puts the caret into a region|somebody else comes|somebody deletes (the document|what is .*))$/.test(
        choice.label,
      )
    )
      return 'A plain host tells nobody who is there: tests/e2e/editor/presence.test.ts has one that does.';
    if (/table$|^fills the cells$|the table as text/.test(choice.label))
      return 'The cells of a table are in the browser: tests/e2e/editor/tables.test.ts pastes one, and tests/frame/editing/tables.test.ts.';
    if (/: (cannot run|its template is not reached)$/.test(choice.label))
      return "The walks answer the new WIP alone: the rules of the model of 'save' look at what comes before it.";
    if (choice.label === 'prints')
      return "A print opens the browser's own dialog: tests/e2e/print.test.ts shows what comes of it.";
    if (choice.label === 'is asked to save again')
      return 'No button asks for it: tests/spec/editor/save-line.test.tsx takes the network away.';
    if (has(snapshot.context, 'isGuarded') || (world as World).slow || moment.snapshot.hasTag('resolving'))
      return 'tests/spec/editor/two-writers.test.tsx and plain-saves.test.tsx show what is asked.';
    return null;
  },
  address: Object.fromEntries(Object.entries(START).map(([start, wip]) => [start, addressOf(wip)])),
  width: { [NARROW]: 360 },
  before: {
    [NARROW]: async (_page, memory) => void Object.assign(notesOf(memory), { wip: 'w-1', isNarrow: true }),
    'a saved document': async (_page, memory) => void Object.assign(notesOf(memory), { wip: 'w-1' }),
    'a saved document with text on this device': async (_page, memory) =>
      void Object.assign(notesOf(memory), { wip: 'w-1' }),
  },
  begin: Object.fromEntries(Object.entries(START).map(([start, wip]) => [start, loading(wip)])),
  does: {
    'tries again': (page) => page.press('Try Again'),
    'goes to another saved document': goAway,
    'the address is the same': (page, memory) => page.goTo(addressOf(notesOf(memory).wip)),
    'wants to leave': goAway,
    leaves: (page) => page.press('Leave'),
    stays: (page) => page.press('Stay'),
    'the document is ready': (page) => page.release('ready'),
    'opens the document anew': async (page) => {
      await page.restart();
      await page.press('Reload document');
    },
    'switches the view by key': (page) => page.key('F2'),
    'follows a link of the document': (page) => page.say({ type: 'open-link', href: LINK, where: 'top' }),
    'reaches a region with a list': (page) => page.say({ type: 'loses', id: 'what', what: ['lists'] }),
    'pastes an address': (page) => page.pasteInDocument('what', LINK),
    'pastes an address into the list': (page) => page.pasteInField('what', LINK),
    'gives the link a text': giveText,
    'gives the link a text in the list': giveText,
    'takes the bare address': (page) => page.press('Cancel'),
    'takes the bare address in the list': (page) => page.press('Cancel'),
    'the document gives its values': (page) => page.release('snapshot'),
    'the document gives its values, but not its rows': (page) => page.release('snapshot', { error: 'threw' }),
    types: (page, _memory, given) => page.typeInDocument('what', typedOf(given)),
    'types it back': (page, memory) => page.typeInDocument('what', notesOf(memory).base),
    'reaches a region in the list': (page) => page.reach('what'),
    'types in the list': (page, _memory, given) => page.fill('what', String(given['value'])),
    'types it back in the list': (page, memory) => page.fill('what', notesOf(memory).base),
    'adds a row': (page) => page.addRegion('row', ROW),
    saves: (page, memory) => page.press(isDirty(notesOf(memory)) ? 'Save (unsaved changes)' : 'Save'),
    'gives a name': async (page) => {
      await page.type('save_name', 'Monday');
      await page.press('Save');
    },
    'gives no name': async (page) => {
      await page.type('save_name', ' ');
      await page.submitFormOf('save_name');
    },
    // A base template has no such button, but the shortcut works.
    submits: (page, memory) =>
      notesOf(memory).wip === '' ? page.shortcut('Enter') : page.press('Submit to Dashboard'),
    deletes: (page) => page.press('Delete'),
    'confirms the deletion': (page) => page.press('Delete'),
    'cancels the dialog': (page) => page.dismiss(),
    'saves it as a new WIP': (page) => page.press('Save as a New WIP'),
    'dismisses the message': (page) => page.press('Dismiss'),
    'shows the attributes': (page) => page.press('Attributes'),
    'shows the document': (page) => page.press('Document'),
  },
  calls: {
    loadDocument: { request: 'GET /v1/', body: documentBody },
    reloadDocument: { request: 'GET /v1/', body: documentBody },
    save: {
      request: 'POST /v1/',
      body: (save) => ((save as SaveResult).end === 'created' ? { result: { uuid: (save as SaveResult).uuid } } : {}),
      failure: (save) =>
        ['saved', 'created'].includes((save as SaveResult).end) ? null : (save as SaveResult).failure,
    },
    submitWip: { request: 'POST /v1/wips/', body: () => ({}) },
    deleteWip: { request: 'GET /v1/wips/', body: () => ({}) },
  },
  ...withLooks(AFTER, { 'goes to another saved document': answerLeftSave, leaves: answerLeftSave }),
};
